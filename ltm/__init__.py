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
"""
