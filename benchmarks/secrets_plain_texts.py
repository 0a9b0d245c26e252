"""Sentences for texts that hold no secret; `{v}` is a number or word that might be taken for one."""

COMMITS = (
    *("commit {v} broke the build", "git revert {v}", "see {v} for the fix", "cherry-picked {v} onto main"),
    *("HEAD is at {v}", "the key change is in {v}", "token parsing was fixed in {v}", "提交 {v} 之后就好了"),
    *("回滚到{v}", "{v} 这个提交改了密码校验"),
)
CHECKSUMS = (
    *("checksum {v}", "the file's digest is {v}", "{v}  ubuntu.iso", "digest: {v}", "image pinned to app@{v}"),
    *("etag {v}", "校验和是 {v}", "文件哈希：{v}", "build id {v}"),
)
UUIDS = (
    *("session {v} crashed", "request id: {v}", "user {v} was deleted", "trace {v}", "the device's UUID is {v}"),
    *("id={v}", "会话 {v} 断开了", "知识库ID：{v}", "流水号 {v}", "GET /orders/{v}"),
)
ORDERS = (
    *("my order number is {v}", "order {v} has not arrived", "Order #{v}", "invoice no. {v}"),
    *("booking reference {v}", "ticket {v} is closed", "订单号 {v}", "订单{v}还没发货", "我的订单号是{v}"),
    *("发票号码：{v}", "退款单号 {v}", "交易单号：{v}"),
)
PHONES = (
    *("call me at {v}", "my phone number is {v}", "phone: {v}", "her new number is {v}", "tel {v}", "whatsapp {v}"),
    *("我的手机号是{v}", "电话：{v}", "打{v}找我", "手机 {v} 微信同号", "联系方式{v}"),
)
DATES = (
    *("see you on {v}", "born {v}", "the backup of {v} is fine", "deadline: {v}", "last login {v}", "timestamp {v}"),
    *("the token expires {v}", "password last changed {v}", "{v}见", "时间：{v}", "密码修改于 {v}", "生日是{v}"),
)
PRICES = (
    *("it costs {v}", "total: {v}", "I paid {v} for it", "budget {v}", "my salary is {v}", "price = {v}", "一共{v}"),
    *("价格：{v}", "预算是{v}", "转给我{v}", "工资 {v}"),
)
PROSE_ENGLISH = (
    *("my password is too weak", "My password is the same everywhere, bad idea", "what is your password policy?"),
    *("the password is case sensitive", "password is required", "Password: required, at least 8 characters"),
    *("my password is not working anymore", "password expired yesterday", "Is the password wrong?"),
    *("pass me the salt", "wrong password!", "the token is invalid", "Token is expired", "token: invalid"),
    *("the API key is missing", "keep your API key safe", "an API key is a string that identifies a client"),
    *("the secret is to keep stirring", "The key is under the mat", "the key to success: practice"),
    *("key is Esc, not Enter", "press key: F5", "key: E minor", "each token is about 4 characters"),
    *("token count: 1532", "tokens used = 2048", "token limit is 128000", "max_tokens: 4096"),
    *("max_tokens=2048 is enough", "the secret is out", "her secret: she hates cake", "secret recipe: butter"),
    *("I lost my credit card", "the card number is on the front", "my PIN is hard to remember", "the pin is rusty"),
    *("the PIN has 4 digits", "verification code is not arriving", "code: see below", "error code: 1045"),
    *("status code 404", "zip code is 10115", "area code 030", "country code: 49", "promo code SUMMER20"),
    *("QR code 3 does not scan", "the password has to be 12 characters or more"),
    *("use a passphrase of four random words", "basic authorization fails", "Bearer tokens are sent in a header"),
    *("the bearer of this letter", "Authorization: required", "auth: disabled", "my password manager is Bitwarden"),
    *("password reset link was sent to bob@example.com", "access token lifetime is 3600 s"),
    *("Access denied for user root (using password: YES)", "using password: NO", "password: incorrect"),
    *("password = None", "the private key is stored in ~/.ssh/id_ed25519", "public key authentication is on"),
    *("primary key: user_id", "foreign key = orders.customer_id", "key: value", "keys: a, b, c", "monkey: banana"),
    *("passing grade: 70", "compass: north", "he passed 3 exams", "passenger: John Smith, seat 23A"),
    *("bypass the token check", "the token ring network of 1985", "secretary: Ms. Miller, room 204"),
    *("password-protected PDF from 2023", "sort key = created_at", "hotkey: Ctrl+Shift+P"),
    *("I told her my password has my dog's name in it", "the password is written on a note at home"),
    *("his password was leaked in the 2021 breach", "password length = 16", "key length: 2048 bits"),
    *("token type: Bearer",),
)
PROSE_CHINESE = (
    *("密码忘了怎么办", "密码错误", "密码不对，登不上去", "我的密码是不是太简单了", "密码是用来保护账号的"),
    *("密码强度：弱", "密码长度：8到16位", "密码必须包含数字和字母", "密码过期了", "密码已修改", "请输入密码"),
    *("忘记密码？", "密码：必填", "密码：忘了", "验证码收不到", "验证码是几位数？", "验证码错误", "验证码为空"),
    *("没有收到验证码", "验证码要60秒后才能再发", "请输入6位验证码", "密钥是什么", "密钥怎么申请", "密钥已失效"),
    *("私钥和公钥有什么区别", "令牌过期时间是3600秒", "令牌无效", "令牌：已过期", "口令太短了"),
    *("口令红包抢到了8.88元", "今天的口令是什么", "成功的密钥是坚持", "财富密码是努力", "流量密码就是蹭热点"),
    *("身份证号是多少位", "身份证过期了要去派出所", "银行卡号在卡正面", "我的卡号忘了", "卡号是19位的", "银行卡丢了"),
    *("身份证复印件2份", "支付密码输错3次被锁了", "取款密码忘了去柜台", "PIN码输错了", "PIN是什么意思"),
    *("密码本里写了什么", "密码学这门课80分", "密码管理器推荐 1Password", "达芬奇密码这本书"),
    *("密码改了，记得重新登录", "密码重置邮件发到 a@b.com 了", "我不会告诉你密码的", "token 限额是每天 100000"),
    *("这次用了 1532 个 token", "key 是字典的键", "key：value 格式", "secret 这首歌很好听", "密码是我生日"),
    *("密码是你猜", "密码是多少", "密码是啥", "密码是我家狗的名字", "密码是不能说的秘密", "api key 怎么申请"),
    *("卡号不对",),
)
ASSIGNED = (
    *("password={v}", "PASSWORD={v}", 'password: "{v}"', "api_key = {v}", "OPENAI_API_KEY={v}", "export TOKEN={v}"),
    *("my password is {v}", "Authorization: Bearer {v}", "token: {v}", 'client_secret="{v}"'),
    *("postgres://user:{v}@localhost/db", "密码：{v}", "密码是{v}", "密钥={v}", "aws_secret_access_key = {v}"),
    *('{{"secret": "{v}"}}', "--password {v}"),
)
PLACEHOLDERS = (
    *("<your password>", "<password>", "****", "********", "xxx", "xxxxxxxx", "XXXX-XXXX", "your-api-key-here"),
    *("YOUR_API_KEY", "${VAR}", "${DB_PASSWORD}", "$PASSWORD", "{{ password }}", "{password}", "...", "%PASSWORD%"),
    *("[redacted]", "<redacted>", "REDACTED", "***", "•••••••", "changeme", "your_password", "<token>", "sk-..."),
    *("sk-xxxxxxxxxxxxxxxxxxxxxxxx", "<YOUR_KEY_1>", "$(cat token.txt)", "你的密码", "my-secret-here", "example"),
    *("[MASKED]", "process.env.API_KEY", 'os.environ["KEY"]', "${{ secrets.TOKEN }}", "sk-****************"),
    *("ghp_xxxxxxxxxxxxxxxxxxxx",),
)
CODE = (
    *('password = getpass.getpass("Password: ")', "token = get_token()", "if password == other.password:"),
    *("def login(user, password):", "const apiKey = process.env.API_KEY;", 'token = os.environ["BOT_TOKEN"]'),
    *("password: str = Field(min_length=8)", "self.secret = secret", "key = lambda item: item.name"),
    *("sorted(rows, key=lambda row: row[1])", "for key, value in d.items():", "password = request.form['password']"),
    *("token: Optional[str] = None", "api_key: str", 'secret = config.get("secret")'),
    *("String password = new String(chars);", "SELECT password FROM users WHERE id = 3"),
    *("ALTER USER bob PASSWORD EXPIRE", "<input type='password' name='password'>", "pwd && ls -la", "cd /tmp; pwd"),
    *("passwd bob", 'token := os.Getenv("TOKEN")', "headers = {'Authorization': f'Bearer {token}'}"),
    *('headers["Authorization"] = "Bearer " + token', "key={index}", "password_hash = hash_password(password)"),
    *("tokenizer = AutoTokenizer.from_pretrained('gpt2')", "assert token is not None"),
    *("git config credential.helper store", "ssh -i ~/.ssh/id_rsa user@example.com", "secrets.token_hex(16)"),
    *("PRIMARY KEY (id)", "password = models.CharField(max_length=128)", "token.value == expected"),
    *("map.get(key: String)", "keys = ['a', 'b']", "ARG TOKEN", "password: { type: string }", "api_key: null"),
    *("secret: true", "access_token: string", "return key.split(':')[0]", "max_tokens=4096, temperature=0.7"),
    *("num_tokens: 1532", "token_type_ids = [0, 0, 1]", "password = input()", "key=str.lower"),
    *("-----BEGIN PUBLIC KEY-----", "-----BEGIN CERTIFICATE-----"),
    *("kubectl create secret generic db --from-file=./password.txt",),
)
IMAGES = (
    *("![image]({v})", "here is the picture: {v}", "<img src='{v}'>", "截图：{v}", 'logo = "{v}"', "icon {v}"),
    *("图片 {v}",),
)
ADDRESSES = (
    *("https://example.com/reset?step=2&lang=en", "http://localhost:8080/login", "redis://localhost:6379/0"),
    *("ftp://ftp.example.org/pub", "postgres://db.example.com:5432/sales"),
    *("https://github.com/langbot-app/LangBot/issues/1234", "mailto:bob@example.com"),
    *("https://example.com/@alice/photos:1", "https://www.bilibili.com/video/BV1xx411c7mD"),
    *("ssh://git@github.com/foo/bar.git", "https://example.com/a/b?utm_source=mail&id=88213"),
    *("git@github.com:foo/bar.git", "https://user@example.com/path", "ws://10.0.0.4:2280"),
    *("https://docs.example.com/api-keys#token", "https://item.taobao.com/item.htm?id=521774563214"),
    *("file:///home/bob/password.txt", "https://youtu.be/dQw4w9WgXcQ", "https://pan.baidu.com/s/1a2B3c4D5e6F"),
    *("https://example.com/?key=name&sort=asc", "http://[::1]:8000/"),
    *("https://docs.google.com/document/d/1aBcD2eFgH3iJkL4mNoP5qRsT6uVwX7yZ8/edit",),
    *("https://maps.app.goo.gl/Xy12Ab34Cd56",),
)
VERSIONS = (
    *("upgraded to {v}", "Python {v}", "version: {v}", "fixed in {v}", "release {v} is out"),
    *("pip install tokenizers=={v}", "升级到{v}了", "版本号 {v}", "{v} 有bug", "password-store {v}"),
    *("the token library {v} changed its API",),
)
ISBNS = (*("ISBN {v}", "the book is {v}", "isbn: {v}", "书号 {v}", "ISBN：{v}", "I want to read {v} next"),)
PARCELS = (
    *("tracking number {v}", "parcel {v} is on its way", "DHL {v}", "track it with {v}", "快递单号{v}"),
    *("运单号：{v}", "顺丰 {v}", "物流单号是{v}", "shipment {v}"),
)
STUDENTS = (
    *("my student number is {v}", "student id: {v}", "staff no. {v}", "学号{v}", "我的学号是{v}", "工号：{v}"),
    *("准考证号 {v}",),
)
ACCOUNTS = (
    *("my QQ is {v}", "QQ: {v}", "QQ号{v}", "加我QQ {v}", "QQ群：{v}", "微信号 wx{v}", "user id {v}", "account {v}"),
    *("uid={v}", "游戏ID是{v}", "B站uid {v}", "steam id: {v}", "房间号 {v}"),
)
TALK = (
    *("I live in room 2306 on the 12th floor", "my lucky number is 8848", "we have 3 cats and 1 dog"),
    *("my flight is LH1234 at 07:45", "my car's plate is M-XY 4821", "she is 172 cm tall"),
    *("my blood pressure is 120/80", "coordinates 48.13743, 11.57549", "I run 10 km in 52:30", "PB is 1:47:22"),
    *("my IP is 192.168.1.44", "MAC 00:1B:44:11:3A:B7", "Windows 11 Pro 23H2", "RTX 4090"),
    *("my email is anna.k1990@example.com", "contact: zhang_wei88@qq.com", "user name: tiger2041"),
    *("my github is octo-cat99", "I use a Sony A7R4 with a 24-70mm f/2.8", "iPhone15,2", "My favourite book is 1984"),
    *("Room B-1023, 2nd wing", "seat 23A gate B14", "我住12楼2306室", "我家猫叫小黑2号", "车牌沪A8K231"),
    *("身高172体重63", "我的邮箱是 zhang88@163.com", "航班 CA1831 明早七点", "我用的是小米14 Ultra"),
    *("坐标 31.2304,121.4737", "人均128元", "今天走了12033步", "高铁 G102 次 7车12F", "体温36.8度"),
    *("pi is 3.14159265358979323846", "12345679 * 9 = 111111111", "1234567890", "SKU AB-1234-XZ99"),
    *("型号 XJ-9000Pro", "the license plate 京A·12345", "税号 91310000MA1FL4XH7T", "IBAN is on the invoice"),
    *("DOI 10.1000/xyz123", "arXiv:2310.06825", "CVE-2021-44228 is the log4j one", "RFC 7519 defines it"),
    *("hash table with 65536 buckets", "btc at 67321.55", "map seed 8675309"),
)
