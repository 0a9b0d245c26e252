"""Long-term memory for chatbots: profiles (L1) and episodes (L2) under explicit isolation.

Decisions that surprise a newcomer:

* An episode is one vector row whose text is the whole episode as JSON, isolated by one equality on
  `file_id`. LangBot's six vector backends agree on nothing more than that. Cost: other tools that read
  the collection see JSON instead of prose.
* The unit vector travels in that JSON (int8), because no backend returns vectors and their distances mean
  four different things. Cost: about 700 bytes an episode at 512 dimensions.
* Recency is a bounded term that is added, never a factor that multiplies: multiplied, a 30-day half-life
  divides a year-old fact's score by 4,000 and recall collapses.
* The knowledge base stays in the runner's list, and the runner's own retrieval of the message that was just
  answered from memory gets an empty answer. Removing it from the list would lock every plugin out of it
  for the rest of the query on LangBot 4.11.
* All memories of a conversation are compared in this process, in an index that may be thrown away at any time.
  A round trip to the host costs more, and filtered searches of vector databases miss some. Cost: about 1.3 kB of
  memory an episode while its conversation is in use.
* What is learnt from talk is set for the plugin and not for the knowledge base: LangBot keeps a knowledge base's
  settings as they were when it was made. Cost: all pipelines with memory learn alike.
* What was found in a turn and that the turn was looked through is one value in storage, under ids that follow from the
  turn: that is what makes it once, across crashes. Cost: what waits in a scope is rewritten whole with each batch.
* What is steady about a speaker is stored twice, in the profile and as a memory: profiles stand in the prompts of their
  owner only, and others ask too. Cost: what is wrong is taken back in two places.
* Consolidation rewrites no text: a merged memory is a new one that supersedes two, so that ids and states are all that
  undoing needs. Cost: what was merged stays stored.
* Recorded turns are deleted when they are old, memories only archived: nobody asked for a copy of the chat for ever.
* numpy is kept to one thread, unless the environment says otherwise: a message is too little work for two, and on a
  busy host they wait for each other (43 ms instead of 4 to embed one message).
"""

import os

# Read by numpy when it is first imported, which nothing does before this package.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
