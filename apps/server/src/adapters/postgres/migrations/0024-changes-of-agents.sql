-- When an entry of the audit log was last written for somebody who edits: they have one in ten minutes.
alter table agents add column edit_logged_at timestamptz;
alter table agents add column edit_logged_by text;
-- Of the request that made the agent: repeated, it finds this one instead of making another.
alter table agents add column creation_key text;
alter table agents add column creation_fingerprint text;
create unique index agents_creation_key on agents (tenant_id, creation_key) where creation_key is not null;
-- An agent without calls can be deleted, with its versions.
grant select, insert, update, delete on agents to parley_app;
grant select, insert, delete on agent_versions to parley_app;

-- What the audit log names a number by: it holds no digits.
alter table phone_numbers add column id uuid not null default gen_random_uuid();
create policy while_migrating on audit_log to current_user using (true) with check (true);
update audit_log set data = data - 'number' where action like 'number.%' and data ? 'number';
drop policy while_migrating on audit_log;

-- Rows that only tries have needed go with them, after a day.
alter table knowledge_sets add column for_tries boolean not null default false;
-- The session whose server still writes down what happens; null while none does.
alter table tries add column recording integer;
-- Those that have not ended are looked through every few seconds.
create index tries_open on tries (created_at) where ended_at is null;
