-- without a transaction
-- As in 0018-calls-of-agents.sql. Servers of the release before leave the column empty: their attempts count for the person alone.

-- step: a keyed digest of the number alone: a number is called so often, whoever is asked for
alter table recipient_attempts add column if not exists number_digest text;

-- step: an index whose building was cut off is no index
drop index concurrently if exists recipient_attempts_number;

-- step: before each dial the calls to the number in the last days are counted
create index concurrently recipient_attempts_number on recipient_attempts (tenant_id, number_digest, started_at);
