-- without a transaction
-- The steps below run one by one, each in a transaction of its own or in none, and may be run again: an index of a table
-- in use is built beside it, so that the servers which run meanwhile go on placing calls.

-- step: indexes whose building was cut off are none
drop index concurrently if exists dial_attempts_person;

-- step: the same
drop index concurrently if exists dial_attempts_deployment;

-- step: limits count for one person, across tenants
create index concurrently dial_attempts_person on dial_attempts (user_id, created_at);

-- step: and for the whole deployment
create index concurrently dial_attempts_deployment on dial_attempts (created_at);

-- step: which account of the carrier a call belongs to
-- A server asks about, ends and gives up only calls of its own. Null for calls of servers that do not write it down yet;
-- every server of the same kind of carrier may ask about those.
alter table calls add column if not exists carrier_account text;
