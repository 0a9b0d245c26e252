"""What the bot answers in the month: polite words that name nothing of what it was told."""

from benchmarks.month_told import Language

TOLD = """\
Got it!
Noted, thank you.
Alright, thanks for letting us know.
Good to know!
Oh, that is news. Thanks for sharing!
Understood.
Thanks, that helps.
Makes sense to me.
Okay! Anything else on your mind?
Sounds like a lot is going on for you.
"""

CHAT = """\
Ha, I did not expect that.
That does sound like quite a day.
I have no eyes, but I can picture it.
Oh no! I hope it gets better soon.
Fair point.
That made the whole group laugh, I guess.
Hard to say without more details. What do you think?
I would need a bit more context for that one.
Here is a short attempt, tell me if it should be longer.
Sure, one moment. Done!
Interesting! Tell me more if you like.
I can't open links, but thanks.
Let me think about it. My guess is: probably not.
You are not alone with that.
Nice one!
I'd rather not guess here.
Enjoy!
Hang in there.
That one is before my time.
My best answer: it depends.
"""

TOLD_ZH = """\
好的，记下啦。
收到！
明白了，谢谢告知。
了解，没问题。
哇，这可是新消息。
嗯嗯，知道了。
好嘞。
谢谢分享！
没问题，还有别的事吗？
听起来最近挺忙的。
"""

CHAT_ZH = """\
哈哈，没想到是这样。
听起来今天够折腾的。
我没有眼睛，但画面感很强。
啊这，希望快点好起来。
有道理。
群里应该都笑了吧。
信息有点少，你怎么看？
这个我得多了解一点才能说。
先写一个短的，不够再加。
稍等，好了！
有意思，展开讲讲？
链接我打不开，不过谢谢。
让我想想，大概不行。
你不是一个人。
妙啊。
这个我就不瞎猜了。
慢慢享用！
挺住。
这题超纲了。
我的答案是：看情况。
"""

REPLIES: dict[Language, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "en": (tuple(TOLD.splitlines()), tuple(CHAT.splitlines())),
    "zh": (tuple(TOLD_ZH.splitlines()), tuple(CHAT_ZH.splitlines())),
}
"""Per language the answers to what somebody told of himself, and those to chatter."""
