"""How people say or paste a secret, in English, Chinese, chat and code; `{v}` is the value."""

TOKEN_SENTENCES = (
    *("{v}", "here: {v}", "here you go {v}", "my key is {v}", "the token is {v}, use it"),
    *("please remember {v} for me", "I generated a new one: {v}", "use {v} for the bot.", "save this -> {v}"),
    *("({v})", "is this one still ok? {v}", "can you check why {v} returns 401?", "old one was revoked, new one {v}"),
    *("`{v}`", "```\n{v}\n```", "key: {v}", "key是{v}", "用{v}就行", "记一下这个：{v}", "我的key：{v}，别外传"),
    *("令牌是{v}。", "新的是 {v} ，旧的作废了", "把「{v}」填进去", "帮我看看{v}为什么报错", "这是测试用的{v}"),
    *("密钥={v}", "就这个：{v}！", 'api_key = "{v}"', "export TOKEN={v}", "TOKEN={v} python main.py"),
    *("client = Client('{v}')", '{{"key": "{v}"}}', "api-key: {v}", "curl https://api.example.com/v1 --token {v}"),
    *("token={v}&lang=en", "key:{v};region=eu"),
)
WHOLE_SENTENCES = (
    *("{v}", "this is what I send: {v}", "it works with\n{v}", "I use {v} in the script", "remember: {v}"),
    *("does {v} look right to you?", "the config has `{v}`", "here it is → {v}", "they gave me {v}", "我用的是 {v}"),
    *("记住这个：{v}", "配置里写的是\n{v}", "{v} 这样写对吗", "报错的请求：{v}", "老板发我的：{v}"),
)
PASSWORD_ENGLISH = (
    *("my password is {v}", "The password is {v}.", "password: {v}", "Password: {v}", "password {v}", "pw: {v}"),
    *("my wifi password is {v}, come over", "pwd is {v}", "pass: {v}", "the passphrase is {v}", "passwd={v}"),
    *("please remember that my email password is {v}", "login: bob password: {v}", "user bob / password {v}"),
    *("I changed my password to {v}", "my new password is now {v}", "password for the router = {v}", "PASSWORD={v}"),
    *('db_password = "{v}"', "export DB_PASSWORD={v}", '{{"username": "bob", "password": "{v}"}}', "password='{v}',"),
    *("spring.datasource.password={v}", "the root password on the nas was {v} I think", "password -> {v}"),
    *("username is anna and the password is {v}", "Admin password:\n{v}", "--password={v}"),
    *("mysql -u root -p{v} shop", "the secret is {v}", "set the password as {v}", "my password's {v}"),
    *('the password is "{v}"', "password (wifi): {v}"),
)
PASSWORD_CHINESE = (
    *("我的密码是{v}", "密码：{v}", "密码:{v}", "密码 {v}", "密码是 {v} ，记一下", "wifi密码{v}"),
    *("我家WiFi的密码是{v}", "账号bob密码{v}", "用户名：bob，密码：{v}", "登录密码是{v}别告诉别人"),
    *("我把密码改成了{v}", "新密码为{v}", "邮箱密码：{v}。", "管理员口令是{v}", "口令：{v}", "密码就是{v}"),
    *("密码是：{v}", '密码="{v}"', "服务器密码设成{v}了", "数据库的密码现在是 {v}", "QQ密码 {v}", "密码「{v}」"),
    *("密码（不要外传）：{v}", "密码换成{v}啦", "解压密码:{v}"),
)
CODE_SENTENCES = (
    *("my PIN is {v}", "the pin code is {v}", "PIN: {v}", "your verification code is {v}", "Verification code: {v}"),
    *("{v} is your verification code", "your one-time password is {v}", "the OTP is {v}", "security code {v}"),
    *("the passcode for the door is {v}", "login code: {v}. Do not share it", "2FA code is {v}", "card pin {v}"),
    *("验证码是{v}", "验证码：{v}", "您的验证码为{v}，5分钟内有效", "短信验证码 {v}"),
    *("【某银行】验证码{v}，请勿泄露", "支付密码是{v}", "取款密码：{v}", "银行卡密码{v}", "锁屏密码是 {v}"),
    *("门禁密码{v}", "PIN码是{v}", "我的PIN：{v}", "手机的解锁密码是{v}", "交易密码 {v}", "动态口令：{v}"),
    *("密码是{v}", "校验码 {v}"),
)
GENERIC_SENTENCES = (
    *("api key: {v}", "my api key is {v}", "the access token is {v}", "token = {v}", "API_KEY={v}"),
    *("client_secret: {v}", '"api_key": "{v}"', "SECRET_KEY = '{v}'", "app secret is {v}", "access_token={v}"),
    *("the secret key is {v}", "the webhook secret: {v}", "encryption key {v}", "auth token {v}"),
    *("refresh_token: {v}", "apiKey: '{v}'", "export SERVICE_TOKEN={v}", "session_key={v}", "private key: {v}"),
    *("private_key = {v}", "signing secret={v}", "密钥是{v}", "密钥：{v}", "我的令牌：{v}", "访问令牌是 {v}"),
    *("应用密钥为{v}", "AppSecret：{v}", "token是{v}", "api key 是 {v}", "秘钥 {v}", "接口密钥={v}", "secret：{v}"),
    *("授权码是{v}", "Access Key：{v}"),
)
CARD_SENTENCES = (
    *("my card number is {v}", "card: {v}", "pay with {v}", "{v}", "it's {v}, valid until 05/28", "visa {v} cvv 123"),
    *("please book it on {v}", "remember my credit card {v}", "the account card is {v}.", "card no. {v}", "卡号{v}"),
    *("银行卡号是{v}", "我的卡号：{v}，户名张伟", "打到{v}这张卡", "工行 {v}", "信用卡{v}", "转账到 {v} 招商银行"),
)
ID_SENTENCES = (
    *("my Chinese ID is {v}", "ID number: {v}", "{v}", "passport lost, but my id card is {v}", "id: {v}"),
    *("身份证号是{v}", "身份证{v}", "我的身份证号码：{v}", "张伟，{v}", "证件号 {v} 麻烦订票", "实名信息{v}"),
    *("帮我记住{v}",),
)
AROUND_ENGLISH = (
    *("hi, hope you had a good weekend!", "Thanks a lot.", "We moved to a new flat in May.", "talk later", "ok cool"),
    *("I am allergic to nuts.", "My sister visits on Friday.", "Let me know if that works for you.", "brb"),
    *("It took me 3 hours to set this up.", "Mia likes hiking and photography.", "the meeting is at 14:30"),
)
AROUND_CHINESE = (
    *("在吗？", "谢谢啦。", "周末去爬山吧。", "我下个月搬家。", "麻烦你了", "我对花生过敏。", "明天下午3点开会。"),
    *("辛苦了！", "小明喜欢喝咖啡。", "别忘了带伞。", "我弄了两个小时。"),
)
