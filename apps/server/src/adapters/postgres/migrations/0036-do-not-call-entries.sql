-- Entries get an id, which routes and the audit log name them by, and who added them. Servers of the release before insert
-- without the columns.
alter table do_not_call add column id uuid not null default gen_random_uuid();
alter table do_not_call add column added_by text;
alter table do_not_call add column added_by_name text;
create unique index do_not_call_id on do_not_call (tenant_id, id);
create index do_not_call_latest on do_not_call (tenant_id, created_at desc, id desc);
create index do_not_call_unconfirmed on do_not_call (tenant_id, created_at desc, id desc) where unconfirmed;
-- An entry is confirmed, loses the name of who added it, or keeps a digest in the place of a number that was erased.
grant select, insert, update, delete on do_not_call to parley_app;
