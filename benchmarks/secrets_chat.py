"""Chat lines written by hand before the detector was: what people and their bots say, with and without a secret in it.

Every value is made up or a published example. A bar stands inside some of them and is taken out when they are read, so
that scanners of repositories do not take this file for a leak.
"""

_BREAK = "¦"

_SECRET_ENGLISH = """\
the wifi password at my place is Plum-tart88 if you need it later
ok remember this: my netflix password is kitten4Ever!
pw: gr33nTomato
my laptop login: anna / S0mmer2024
can you save my github token ghp¦_9sKq2LmV0bTzYc4XhRnJ7dWfEa1PoGu5iNtB for me
here is the openai key sk-¦proj-Xy7Kd02mQpLs93hTnVbR4cJwEz_81aFgUo5iNtYkDd6HxSqPZ, please keep it
OPENAI_API_KEY=sk-¦4fJk29dLqPzX8vMnB3tRyHsWcEaUgIo7K1mN5bQxT0ZlVrYj
claude key is sk-¦ant-api03-Zk39dLmQ8vXrT2bNcYhWsEpJfGuAoI4t7K1x5RqM0zDnVlSjHy_PwBgCe6-AAAA
export AWS_SECRET_ACCESS_KEY=p9/Ld3kQmX+7vTzR2bNcYhWsEpJfGuAoI4tKx5qM
the access key id is AKIA¦4QXN7TPLM2VZKR6D
slack bot token xoxb¦-271828182845-314159265358-kPq8Zs3VtXn5LmRw2YdBhJcF
postgres://reporting:fjord_Lamp7@db.internal:5432/sales is what the script uses
my card is 4539 1488 0343 6467, exp 04/29, use it for the hotel
amex 3782-822463-10005
the alarm code at the office? PIN is 7731
your verification code is 482913, don't share it
2FA code: 905 118
Authorization: Bearer tZ8xQm31Lr0vPk72NsWc
curl -u admin:Wint3rfell https://intranet.example.org/api
-----BEGIN ¦RSA PRIVATE KEY----- MIIEowIBAAKCAQEAyT3
the stripe one is sk¦_live_51KdLmQ8vXrT2bNcYhWsEpJfGuAo
my bank login is user 88312 and password Tulpen_22
root pass for the nas is qnap!9081
Password = "letmein99"
the password's xK29!mmq
I set the admin password to Zebra#1987 this morning
My new password is: 7hills-of-rome
the api key for the weather thing is 8f14e45fceea167a5a36dedd4bea2543
hey the token changed, it's now token=glpat¦-Wm3xK8sQzT5vRn2LpYbH
the gift card pin code is 4471
password hunter2, username bob
my passphrase is "correct horse battery staple"
the password is sunflower
secret: 9vB!kd02
{"user": "jo", "password": "Birne-2023"}
the door passcode is 2580#
login with jo@example.com:Kirsche77
mongodb+srv://app:Qw8zLp3x@cluster0.ab1cd.mongodb.net is the db
telegram bot token 712345678:AAG¦k3xLmQ8vXrT2bNcYhWsEpJfGuAoI4tKx
Use HF token hf¦_LmQvXrTbNcYhWsEpJfGuAoItKxRqMzDnVl"""

_SECRET_CHINESE = """\
我家wifi密码是xiaomao2023，朋友来了告诉他
记一下，我的登录密码：Qwer!2345
银行卡密码是852963
密码 abc12345
取款密码是 730218 别忘了
我的身份证号是11010519491231002X
身份证：440524188001010014
卡号6222021234567890128，开户行工商银行
我的信用卡号 5555 5555 5555 4444
验证码是 839201，五分钟内有效
【某某银行】您的验证码：271828，请勿告诉他人
支付密码我设成了 190837
帮我记住 api key：sk-¦7b2e9d41c0f84a5bb6d3e8f7a9c01d24
通义千问的密钥是sk-¦3f9c1d7e5a8b4026b1e4d7f0c2a59683
阿里云的AccessKey是 LTAI¦5tKx9QmZ8vRb2NcYhWsE
腾讯云 SecretId：AKID¦z8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE
数据库密码 root/P@ssw0rd1
数据库连接 mysql://root:Hao123456@10.0.0.8:3306/shop
门禁密码是 2580
我的口令：天王盖地虎88
保险箱密码 19-42-07
服务器root密码改成了 Lvyou@2024，记好
令牌是 eyJ¦hbGciOiJIUzI1NiJ9.eyJ1aWQiOjQyLCJuIjoieGlhbyJ9.kLmQ8vXrT2bNcYhWsEpJfGuAoI4tKx5qM
我的微信支付密码是112358
密码是password1
登录名 zhangsan 密码 zs19900101
PIN码：4417
手机锁屏密码是 080706
账号 admin，密码 admin888
我妈的身份证 32010619650812342X 帮我存着
QQ密码：woaini520
密钥：9f86d081884c7d65
短信验证码 5093
邮箱授权码是 hxkqwvztnmpldbja
我把密码换成了 Shanghai#88
招行卡 6225 8812 3456 7898
机器人的token：712345678:AAG¦k3xLmQ8vXrT2bNcYhWsEpJfGuAoI4tKx"""

_PLAIN_ENGLISH = """\
my password is a secret I never tell
I forgot my password again, how do I reset it?
the token budget for this model is 8000
I changed my password yesterday
the key is to practise every day
you should use a password manager, I like Bitwarden
passwords must be at least 12 characters with one digit
what's a bearer token anyway?
Set OPENAI_API_KEY=<your key here> in the .env file
export GITHUB_TOKEN=${GITHUB_TOKEN}
password: ********
DB_PASSWORD=changeme is only in the example, replace it
token = os.environ["BOT_TOKEN"]
commit 3f786850e387550fdab836ed7e6dc881de23001b broke the build
my order number is 4029357733012847
tracking number 1Z999AA10123456784 says it arrives on Friday
my phone is +49 151 23456789
the ISBN is 978-3-16-148410-0
I was born on 1990-04-12 and my flight is LH1234
the meeting id is 847 2931 0056
error code 500 on the login page
secret santa is on 14.12.2024, budget 25 euro
house key is under the flowerpot
the secret is patience
session 9b2d6c1e-7a4f-4f6e-8c2b-3d1a5e7f9b0c crashed
she plays in the key of F#m7
The password was wrong three times
https://example.com/reset?step=2&lang=en is the page
my student number is 20231187
invoice 2024-00017 over 1,299.00 EUR is paid
Is the PIN 4 or 6 digits?
the access key to the garden shed hangs by the door
token: limit reached, try again later
My favourite author is P. D. James and my lucky number is 42
the password policy changed in v2.14.3
I use key-value stores like redis://localhost:6379
sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
the basic plan is 9.99 a month"""

_PLAIN_CHINESE = """\
密码忘了怎么办
验证码收不到
我昨天改了密码
密码太复杂了我老是记不住
你觉得密码管理器哪个好用
密码是什么来着
成功的密码是坚持
验证码是干什么用的
他的手机号是13812345678
我的学号是2021301145
QQ号 1029384756
订单号 6222021234567890 还没发货
快递单号SF1234567890123
身份证丢了怎么补办
银行卡被吞了
我的车牌是沪A·8K231
token 用完了，今天额度是 100000
口令红包怎么玩
密钥是怎么生成的？
他的生日是1990年04月12日
会议号 847-293-1005
密码至少8位，要有数字和字母
发票号码 044031900111
房间号是 2306
体重 63.5 公斤，身高 172
苹果发布会 9 月 10 日
API_KEY=你的密钥
password=xxxxxx 这里换成自己的
版本号 3.11.2 有bug
我的幸运数字是 8848
这首歌的调是 D 大调
人均 128 元，一共 1024 元
门禁卡忘带了
邮编 200030
生成令牌的接口返回 401
公司电话 021-62345678 转 8012
卡号是多少位的
提交 3f78685 之后就好了"""


def secret_lines() -> list[str]:
    """Return the lines that must be refused."""
    return lines(_SECRET_ENGLISH) + lines(_SECRET_CHINESE)


def plain_lines() -> list[str]:
    """Return the lines that must pass."""
    return lines(_PLAIN_ENGLISH) + lines(_PLAIN_CHINESE)


def lines(text: str) -> list[str]:
    """Return the lines as they are meant, without the bars."""
    return text.replace(_BREAK, "").splitlines()
