-- Erasures of people (docs/data.md). The number is there until the rows about it are gone, then only its digest.
create table erasures (
  tenant_id text not null references tenants (id),
  id uuid not null,
  digest text not null,
  number text not null,
  -- waiting: for a call with the person to end; carrier: the rows are gone, and the carrier is asked to delete its own
  state text not null check (state in ('running', 'waiting', 'carrier', 'done')),
  never_call boolean not null,
  -- why it does not go on at the moment, as a word of a fixed list
  problem text,
  deleted jsonb not null default '{}',
  blanked jsonb not null default '{}',
  at_carrier integer not null default 0,
  -- made from the list of erasures after a backup was restored
  repeated boolean not null default false,
  requested_by text not null,
  requested_by_name text,
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id)
);
-- Of two people who ask at once, both see the same erasure.
create unique index erasures_open on erasures (tenant_id, digest) where state <> 'done';

-- What the carrier is still to delete, by its own ids.
create table carrier_deletions (
  tenant_id text not null,
  id uuid not null default gen_random_uuid(),
  erasure_id uuid not null,
  kind text not null check (kind in ('call', 'text')),
  carrier text not null,
  carrier_account text,
  carrier_sid text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, erasure_id) references erasures (tenant_id, id) on delete cascade
);
create index carrier_deletions_erasure on carrier_deletions (tenant_id, erasure_id);

-- How long an organization keeps what, in days; null: for good. Nothing is deleted unless somebody says so.
create table retention (
  tenant_id text primary key references tenants (id),
  transcripts_days integer check (transcripts_days >= 7),
  calls_days integer check (calls_days >= 30),
  revision integer not null default 1,
  changed_by text,
  changed_by_name text,
  changed_at timestamptz not null default now()
);

grant select, insert, update on erasures to parley_app, parley_system;
grant select, insert, delete on carrier_deletions to parley_app, parley_system;
grant select, insert, update on retention to parley_app;
grant select on retention to parley_system;

-- A person who answered STOP keeps that as a digest when they are erased.
do $$
declare
  name text;
begin
  foreach name in array array['erasures', 'carrier_deletions', 'retention'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to parley_app
         using (tenant_id = current_setting(''parley.tenant'', true))
         with check (tenant_id = current_setting(''parley.tenant'', true))', name);
    execute format('create policy every_tenant on %I to parley_system using (true) with check (true)', name);
  end loop;
end $$;
