"""What the Chinese speakers of the month tell about themselves, in the format of `month_told`."""

CHINESE_FACTS = """\
azhe | fact | xiaoman | 阿哲现在住在哪个城市？
= 苏州
  我住苏州，园区这边。
  周末谁来苏州？反正我家就在这儿，沙发随便睡
= 长沙
  搬家公司刚走，以后我就是长沙人了，臭豆腐管够
  长沙这边晚上十二点街上还全是人，搬过来没几天我已经不习惯早睡了
azhe | fact | laozhou | 阿哲在哪家公司上班？
= 科大讯飞, 讯飞
  我在科大讯飞做测试。
= 蔚来
  跳槽成功，周一去蔚来报到，终于不用两头跑了
  入职蔚来第三天，食堂比上一家强太多，唯一的缺点是停车位不够
azhe | preference | azhe | 我吃辣吗？
= 不吃辣
  我不吃辣。
= 无辣不欢
  来了湖南才知道以前白活了，现在我无辣不欢，顿顿剁椒
azhe | fact | kevin | 阿哲的狗叫什么？
= 豆包
  我家狗叫豆包。
  豆包又把我拖鞋叼到阳台去了，这狗成精了，养它三年就没安生过
azhe | fact | xiaoman | 阿哲的姐姐是做什么的？
= 律师
  我姐是律师，吵架我这辈子没赢过
azhe | fact | laozhou | 阿哲对什么过敏？
= 芒果
  果盘里有芒果就别叫我了，一口下去嘴肿成香肠，从小就这样
  对芒果过敏的人路过蛋糕店：看看就好
azhe | preference | kevin | 阿哲最喜欢哪支球队？
= 阿森纳
  我最喜欢的球队是阿森纳。
azhe | fact | azhe | 我骑什么车上班？
= 小牛
  我上班骑的是小牛电动车
= 折叠车
  电动车被偷了，想想算了，买了辆折叠车，以后骑它通勤还能锻炼
azhe | fact | xiaoman | 阿哲在学什么乐器？
= 尤克里里
  我在学尤克里里。
= 口琴
  那四根弦跟我没缘分，转学口琴了，揣兜里就能练
azhe | fact | laozhou | 阿哲的女朋友是谁？
= 佳宁
  我女朋友叫佳宁。
  昨天被佳宁骂了，说我跟群友聊天比跟女朋友聊得多
azhe | fact | kevin | 阿哲是哪里人？
= 烟台
  我是烟台人。
xiaoman | fact | azhe | 小满住哪儿？
= 厦门
  我住在厦门。
= 青岛
  跟大家说一声我搬到青岛来了，房子离海就两站路
  青岛的房东阿姨天天给我送蛤蜊，住这儿没几天胖了四斤
xiaoman | fact | laozhou | 小满是做什么工作的？
= 护士
  我是儿科护士，打针一流，哄娃更一流。
= 插画
  跟科里道别了，全职画插画了，穷是穷点但是自由
  赶稿中，全职插画师的周末不存在的，甲方说要五彩斑斓的黑
xiaoman | preference | xiaoman | 我最喜欢喝什么奶茶？
= 杨枝甘露
  我最喜欢的奶茶是杨枝甘露。
= 茉莉奶绿
  移情别恋了，最爱变成茉莉奶绿，三分糖去冰
= 芋泥波波
  我知道我善变，可是芋泥波波真的封神了，从此最爱就是它
xiaoman | fact | kevin | 小满的猫叫什么名字？
= 发财
  我家猫叫发财。
  今天带发财去打疫苗，猫包都被它挠破了，回来还跟我绝交
xiaoman | fact | azhe | 小满结婚了吗？
= 未婚, 单身
  别催了，我单身，挺好的
= 领证, 老魏
  官宣一下，今天和老魏领证了，糖随后寄
xiaoman | fact | laozhou | 小满的妈妈有什么病？
= 糖尿病
  我妈妈有糖尿病。
xiaoman | preference | kevin | 小满看什么类型的小说？
= 推理
  本人推理迷，看小说只看推理，凶手一出场我就知道
xiaoman | fact | azhe | 小满在备考什么？
= 教资
  我在备考教资。
= 日语
  证先不考了，改学日语，目标明年过N2
  每天一小时日语雷打不动，单词本写完两本了，N2我来了
xiaoman | fact | xiaoman | 我用什么画画？
= 数位屏
  我画画用数位屏。
= iPad
  屏送去修要三周，索性换iPad画了，躺着也能干活，回不去了
xiaoman | fact | laozhou | 小满怕什么？
= 打雷
  我怕打雷，一打雷就钻被窝，三十岁了也改不了
xiaoman | preference | kevin | 小满最喜欢的歌手是谁？
= 陈粒
  我最喜欢的歌手是陈粒。
xiaoman | fact | azhe | 小满有几个孩子？
= 外甥
  没孩子，就一个外甥，上初中了，比我还高
laozhou | fact | azhe | 老周退休前在哪儿上班？
= 铁路局
  我在铁路局干了三十五年，信号工。
  当年铁路局过年从来不放假，一干就是半辈子，火车响我都能听出型号
laozhou | fact | xiaoman | 老周现在住哪里？
= 洛阳
  我住在洛阳。
= 三亚
  各位，我和老伴到三亚来养老了，房子都收拾好了，冬天来玩
  三亚的海鲜市场我已经混熟了，住在这儿天天早上去挑鱼
laozhou | fact | kevin | 老周家的朵朵是他什么人？
= 孙女
  我孙女叫朵朵，今年上大班。
  朵朵今天给我画了张像，头上就三根毛，这孙女没白疼
laozhou | fact | laozhou | 我每天早上做什么锻炼？
= 太极
  每天早上打太极，二十年了
= 游泳
  膝盖不行了，大夫让换，现在早上改游泳，一千米起步
laozhou | preference | azhe | 老周爱喝什么茶？
= 铁观音
  我爱喝铁观音。
= 普洱
  胃寒，老中医说别喝那个了，如今天天喝普洱，也喝出滋味来了
laozhou | fact | xiaoman | 老周身体有什么要注意的？
= 高血压
  我有高血压，太咸的菜别给我夹
  药又忘吃了，老伴骂我，高血压十几年了还不长记性
laozhou | fact | kevin | 老周有什么爱好？
= 钓鱼
  我的爱好是钓鱼。
= 书法
  鱼塘填了盖楼，竿子送人了，现在爱好换成书法，天天写到半夜
laozhou | fact | azhe | 老周的儿子在哪儿？
= 新西兰
  儿子在新西兰，一年回来一趟，视频也得算时差
laozhou | fact | xiaoman | 老周属什么？
= 属猴
  我属猴。
laozhou | preference | kevin | 老周爱听什么戏？
= 豫剧
  豫剧才是戏，别的我听不进去，收音机里一放我就走不动道
laozhou | fact | laozhou | 我开什么车？
= 捷达
  我那捷达开了十八年，零件比我还硬朗
= 比亚迪
  老车报废了，提了辆比亚迪，充电一晚上才几块钱，以后就开它了
kevin | fact | azhe | Kevin住在哪？
= 上海
  我base上海，静安这边，commute十分钟
= 新加坡
  Relocate完成，人已经在新加坡了，以后约饭请提前买机票lol
  新加坡的humidity真的绝了，搬来之后每天洗三次澡
kevin | fact | xiaoman | Kevin做什么工作？
= 产品经理
  我是产品经理。
= 咖啡店
  裸辞了guys，自己开了家咖啡店，老板兼barista兼洗碗工
  咖啡店今天流水破千！老板本人亲自擦地，feeling good
kevin | fact | laozhou | Kevin的老婆叫什么？
= Joanna
  我老婆Joanna说群里太吵了哈哈
  跟Joanna结婚五年纪念日，她送我一双袜子，我老婆真的很practical
kevin | preference | kevin | 我最喜欢的跑鞋品牌是什么？
= 亚瑟士
  跑鞋只认亚瑟士，别的磨脚
= HOKA
  脚感这个东西会变的，现在的favorite是HOKA，亚瑟士都挂闲鱼了
= 昂跑
  试了朋友的昂跑，回不去了，跑鞋最爱换届完成，sorry前任
kevin | fact | azhe | Kevin对什么不耐受？
= 乳糖
  我乳糖不耐受，拿铁都得换燕麦奶，serious的
  会议室那杯奶盖是谁点给我的？乳糖不耐受的人已经跑了三趟厕所了
kevin | fact | xiaoman | Kevin的孩子多大了？
= 八个月
  女儿八个月了，昨晚醒了五次，dad已废
kevin | fact | laozhou | Kevin会说哪些语言？
= 闽南语
  除了中英文我还会闽南语，我阿公教的
kevin | preference | azhe | Kevin最喜欢的导演是谁？
= 杨德昌
  最爱的导演是杨德昌，一一看了八遍，每遍都有new feeling
kevin | fact | xiaoman | Kevin在练什么运动？
= 拳击
  我在练拳击，一周三次。
= 攀岩
  拳馆closed，现在练攀岩，一周三次，手指比脑子先醒
kevin | preference | kevin | 我记笔记用什么软件？
= Notion
  我用Notion记笔记。
= Obsidian
  被云同步坑了一次，全搬到Obsidian了，以后笔记就写在那儿，local first万岁
kevin | fact | laozhou | Kevin哪所学校毕业的？
= 复旦
  我毕业于复旦物理系。
kevin | fact | azhe | Kevin近视多少度？
= 八百
  我近视八百度，摘了眼镜你们都是impressionism
"""
