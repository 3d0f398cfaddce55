-- Limits count for one person and for the whole deployment, across tenants.
create index dial_attempts_person on dial_attempts (user_id, created_at);
create index dial_attempts_deployment on dial_attempts (created_at);

-- Which account of the carrier a call belongs to: a server asks about, ends and gives up only calls of its own. Null for
-- calls of servers that do not write it down yet; every server of the same kind of carrier may ask about those.
alter table calls add column carrier_account text;
