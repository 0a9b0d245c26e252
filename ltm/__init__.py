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
* numpy is kept to one thread, unless the environment says otherwise: a message is too little work for two, and on a
  busy host they wait for each other (43 ms instead of 4 to embed one message).
"""

import os

# Read by numpy when it is first imported, which nothing does before this package.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
