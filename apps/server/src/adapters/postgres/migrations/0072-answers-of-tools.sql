-- A sentence that was begun before the answer of a tool and heard after it tells nothing of it (docs/follow-ups.md, FU14).
alter table tool_calls
  -- the place of the answer between the transcript entries; null: no session has heard it, or an older release stored it
  add column answer_ordinal real;
