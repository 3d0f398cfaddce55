-- What a campaign calls for, so that a session knows a sales call (VS52), and the side of an attempt: calls of the sandbox
-- are not counted with real ones (CP25). Servers of the release before write neither: null counts on both sides.
alter table calls add column purpose text;
alter table recipient_attempts add column side text;
