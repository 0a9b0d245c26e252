"""Chat lines written by hand after the detector was, in wording that it was not made for.

As in `secrets_chat`, every value is made up, and a bar stands inside some of them until they are read. The detector's
first run on them caught 29 of 49; what it missed and a general rule could catch was mended, so that they are no longer
held out.
"""

from benchmarks.secrets_chat import lines

_SECRET_ENGLISH = """\
btw the guest network is "BlueHeron" and the pass is heron!2291
for the NAS use admin and Tr0ub4dor, both case sensitive
my spotify login changed, password now: vinyl-Records77
Jenny's phone unlocks with 1379
the combination of the safe is 31-7-22
can you store this? glpat¦-q7NnWv2RkT9sLxYbZc4D
the new deploy token (valid 90 days): ghp¦_Zk3vQ9mXr7TbN1cYhWsEpJfGuAoI4tKx5qM0
DATABASE_URL=postgresql://shop:Lem0n_Tree@db:5432/shop
Set-Cookie: session=eyJ¦hbGciOiJIUzI1NiJ9.eyJ1aWQiOjd9.aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW
my debit card: 5425 2334 3010 9903 and the cvc is 481
my bank pin's 0852, in case I forget
ssh root@10.1.2.3, password 'Mango#tree5'
the zip's password is invoice2023
Passwort: Sommer2024!
passwords: gmail Kilo77echo, github Lima88fox
for the API, x-api-key 5f2b8c1d9e4a7036b5c2d8e1f4a79036
I use hunter22 as my password everywhere
the master password I picked is OrangeJuice4Breakfast
Your Example Bank code: 664821. Never share it.
G-271828 is your verification code
slack webhook https://hooks.slack.com/services/T02AB¦CDEF/B03GHIJKLM/q7NnWv2RkT9sLxYbZc4DfG6h
the key for the maps api = AIza¦SyB3kQ9mXr7TbN1cYhWsEpJfGuAoI4tKx5q
user: mia@example.com pass: Lavendel9
secret_key_base: 4f8a1c7e2b9d6035a1f4c8e7b2d90563
my recovery phrase is "lamp otter river candle tiger moon"
the door opens with 4408#
our VPN: psk is t9!Kq2z_Rw
password=“Herbst-2022”
Client secret → 8Q~kP2vXr7TbN1cYhWsEpJfGuAoI4tKx5q
"""
_SECRET_CHINESE = """\
开机密码我写一下 xq880214
网银登陆密码：Zhou@8821 查询密码：663201
wifi名 home_5G 密码 88888888
百度网盘提取码：x7k2
我身份证是 11010519491231002X，帮我填表
家里保险柜是左3右7 密码 371924
他的支付宝账号13800001111密码hello123
工资卡 6217 0012 3456 7890 127 建行的
【短信】你的登录验证码 5582，打死都不要告诉别人
验证码 G-443210
记住我的openai key，sk¦-proj-q7NnWv2RkT9sLxYbZc4DfG6hJ8kM0nP
钉钉机器人 https://oapi.dingtalk.com/robot/send?access_token=9f2b8c1d7e4a6035b1c8d2e7f4a90563b1c8d2e7f4a90563b1c8d2e7f4a90563
服务器 47.98.1.2 root Ab123456!
密码统一是公司名拼音加2024：huawei2024
数据库账号readonly，密码readonly@123
门锁密码改为 663388 了
app_secret是 b5c2d8e1f4a790365f2b8c1d9e4a7036
我的护照号 E12345678，别外传
这是私钥 -----BEGIN ¦OPENSSH PRIVATE KEY-----
卡密：9K3F-72QX-LMP4-0ZTR
"""
_PLAIN_ENGLISH = """\
what happens if two users have the same password?
the password field should be of type string, max 64
pins and needles in my foot since 2019
I need 2 tokens for the washing machine, 50 cents each
my keyboard's key F12 is broken
our flight code is BA2490, seat 14C
I set the password last week, works fine
remind me to rotate the api keys on 2025-03-01
login: use your company mail address
the token expired 3 hours ago
she is the secret to my success, married since 2008
"open sesame" is the password in the fairy tale
the pass is closed in winter, altitude 2757 m
a PIN of 4 digits has 10000 combinations
the user id is 1002394857 and the group id is 88213
my license plate number is 7ABC123
meet me at gate code B, not A
please add key=value pairs to the config
Bearer authentication is described in RFC 6750
the answer to the security question is on the next page
password hint: first pet
postgres://localhost/dev has no password
how do I generate a key with openssl rand -hex 32?
my password consists of two words
the access code of the course is on Moodle
credit card bill was 482.13 this month
the credit card ending in 4242 was declined
token-based auth vs session-based auth
passport appointment 2024-11-03 10:30
Windows key + Shift + S takes a screenshot
"""
_PLAIN_CHINESE = """\
密码要不要每个月换一次
他说密码太短，要12位以上
我的QQ是 88213390，加的时候备注一下
身份证有效期到2031年
信用卡账单3280元，20号还
信用卡额度50000
银行卡余额只剩 1200.50
验证码5分钟内有效
验证码倒计时60秒
这个口令是什么梗
密码箱多少钱？199元
令牌桶算法限流1000次每秒
密钥长度2048位够吗
我的密码用了10年没换过
电影《密码疑云》评分8.1
门牌号 1203
单号 78412345678901 已签收
借书证号 20190345
开会密码没设
token 消耗 35821
他的幸运密码是乐观
卡号在背面
"""


def later_secret_lines() -> list[str]:
    """Return the lines that must be refused."""
    return lines(_SECRET_ENGLISH) + lines(_SECRET_CHINESE)


def later_plain_lines() -> list[str]:
    """Return the lines that must pass."""
    return lines(_PLAIN_ENGLISH) + lines(_PLAIN_CHINESE)
