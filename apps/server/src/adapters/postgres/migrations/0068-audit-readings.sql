-- Readings by the batch: whoever read the same way within a second is one row (docs/audit.md). A row of its own for each, with
-- three entries in indexes, was most of what recording cost.

create table audit_readings (
  tenant_id text not null,
  id bigint generated always as identity,
  -- by the clock of the database; the time of a reading is this less its age
  stored_at timestamptz not null default now(),
  actor text not null,
  actor_kind text not null,
  address text,
  action text not null,
  -- of the entries, for the order of the list
  oldest timestamptz not null,
  newest timestamptz not null,
  entry_count integer not null,
  -- number from zero, age in milliseconds, subject and data of each; the id of an entry is 100000000000000 + id * 1000 + number
  entries json not null,
  primary key (tenant_id, id),
  -- so that a page of the log finds the rows around its time
  check (newest >= oldest and newest - oldest < interval '1 second'),
  check (entry_count between 1 and 1000),
  check (json_typeof(entries) = 'array')
);
-- Compressing them takes longer than writing them as they are
alter table audit_readings alter column entries set storage external;
-- the list, newest first
create index audit_readings_time on audit_readings (tenant_id, newest, id);
-- what one person read
create index audit_readings_actor on audit_readings (tenant_id, actor, newest, id);

-- Rows that no chain has yet: a server of the release before forgets ids in audit_unsealed that it does not know
create table audit_unsealed_readings (
  tenant_id text not null,
  reading_id bigint not null,
  entry_count integer not null
);

do $$
declare
  name text;
begin
  foreach name in array array['audit_readings', 'audit_unsealed_readings'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
  end loop;
end $$;
grant select on audit_readings to parley_app;
grant select, insert, delete on audit_readings to parley_system;
grant select, insert, delete on audit_unsealed_readings to parley_system;
create policy own_tenant on audit_readings for select to parley_app
  using (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant_reads on audit_readings for select to parley_system using (true);
create policy every_tenant_adds on audit_readings for insert to parley_system with check (true);
-- Removed behind a checkpoint only, and changed by nobody
create policy behind_checkpoint on audit_readings for delete to parley_system using (
  newest < (select c.cut_before from audit_checkpoints c where c.tenant_id = audit_readings.tenant_id)
);
create policy no_tenant on audit_unsealed_readings to parley_app using (false);
create policy every_tenant on audit_unsealed_readings to parley_system using (true) with check (true);

-- Whatever adds a row, it is to be sealed
create function audit_readings_to_seal() returns trigger language plpgsql as $$
begin
  insert into public.audit_unsealed_readings (tenant_id, reading_id, entry_count)
  select tenant_id, id, entry_count from added;
  return null;
end
$$;
create trigger audit_readings_to_seal after insert on audit_readings
referencing new table as added for each statement execute function audit_readings_to_seal();
