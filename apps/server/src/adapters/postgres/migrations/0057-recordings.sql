-- Recordings of calls (docs/recordings.md).

-- Which calls an organization records; without a row none.
create table recording_settings (
  tenant_id text primary key references tenants (id),
  enabled boolean not null default false,
  agent_ids text[] not null default '{}',
  remove_at_carrier boolean not null default true,
  revision integer not null default 1,
  changed_by text,
  changed_by_name text,
  changed_at timestamptz not null default now()
);

-- One row for each call that is recorded, from its answer on: before the carrier begins.
create table recordings (
  tenant_id text not null,
  call_id uuid not null,
  state text not null default 'recording' check (state in ('recording', 'fetching', 'ready', 'absent', 'failed')),
  problem text,
  -- As the call has them. They are needed once the call is gone.
  carrier text not null,
  carrier_account text,
  carrier_sid text not null,
  -- the carrier's id of the recording itself
  recording_sid text,
  -- set before the file is stored; the file is named after the call
  store_id text,
  bytes bigint,
  milliseconds integer,
  started_at timestamptz,
  agent_channel smallint not null default 2 check (agent_channel in (1, 2)),
  peaks jsonb,
  -- what was set when the call was answered
  remove_at_carrier boolean not null,
  at_carrier text not null default 'kept' check (at_carrier in ('kept', 'removing', 'removed')),
  tries integer not null default 0,
  try_at timestamptz,
  -- until then a job is storing the file, and no other one begins to
  held_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, call_id),
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade,
  check (state <> 'ready' or (store_id is not null and bytes is not null and milliseconds is not null)),
  check (state not in ('absent', 'failed') or problem is not null)
);
create index recordings_open on recordings (try_at) where state in ('recording', 'fetching') or at_carrier = 'removing';

-- What is left to delete of recordings whose row is gone: the file, and what the carrier has.
create table recording_deletions (
  tenant_id text not null,
  call_id uuid not null,
  carrier text not null,
  carrier_account text,
  carrier_sid text not null,
  recording_sid text,
  store_id text,
  -- somebody may have been storing the file: it is deleted once more when they cannot be any more
  in_flight boolean not null,
  at_carrier boolean not null,
  created_at timestamptz not null default now(),
  try_at timestamptz not null default now(),
  primary key (tenant_id, call_id)
);
create index recording_deletions_due on recording_deletions (try_at);

-- However the row goes: with its call, with old transcripts, with a person.
create function note_recording_deletion() returns trigger language plpgsql as $$
begin
  insert into recording_deletions (tenant_id, call_id, carrier, carrier_account, carrier_sid, recording_sid, store_id,
    in_flight, at_carrier)
  values (old.tenant_id, old.call_id, old.carrier, old.carrier_account, old.carrier_sid, old.recording_sid, old.store_id,
    old.state in ('recording', 'fetching'), old.at_carrier <> 'removed')
  on conflict (tenant_id, call_id) do nothing;
  return null;
end
$$;
create trigger note_recording_deletion after delete on recordings
  for each row execute function note_recording_deletion();

-- Not left to the foreign key: what it deletes, it deletes as the owner of the tables, in PostgreSQL 18 with its triggers.
-- Row-level security binds the owner too, who has no policy and may note nothing.
create function delete_recording_of_call() returns trigger language plpgsql as $$
begin
  delete from recordings where tenant_id = old.tenant_id and call_id = old.id;
  return old;
end
$$;
create trigger delete_recording_of_call before delete on calls
  for each row execute function delete_recording_of_call();

grant select, insert, update on recording_settings to parley_app;
grant select on recording_settings to parley_system;
grant select, update, delete on recordings to parley_app;
grant select, insert, update, delete on recordings to parley_system;
grant select, insert on recording_deletions to parley_app;
grant select, insert, update, delete on recording_deletions to parley_system;

do $$
declare
  name text;
begin
  foreach name in array array['recording_settings', 'recordings', 'recording_deletions'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to parley_app
         using (tenant_id = current_setting(''parley.tenant'', true))
         with check (tenant_id = current_setting(''parley.tenant'', true))', name);
    execute format('create policy every_tenant on %I to parley_system using (true) with check (true)', name);
  end loop;
end $$;
