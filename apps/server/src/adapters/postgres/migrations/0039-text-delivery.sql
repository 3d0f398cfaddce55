-- What became of a text message after the carrier took it: the furthest that it has reported.
alter table text_messages
  add column delivery text check (delivery in ('sent', 'delivered', 'undelivered', 'failed')),
  -- the carrier's error code, where it gave one
  add column delivery_code integer;
