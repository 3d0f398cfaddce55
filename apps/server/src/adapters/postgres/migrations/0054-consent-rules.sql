-- Why an organization may call people, and the register for sales calls (docs/campaigns.md).
create table consent_rules (
  tenant_id text primary key references tenants (id),
  -- for each purpose a word of the contract, or null
  grounds jsonb not null,
  revision integer not null default 1,
  changed_at timestamptz not null default now(),
  changed_by text,
  changed_by_name text
);

create table registry_files (
  tenant_id text not null references tenants (id),
  id uuid not null,
  file_name text not null,
  dated date not null,
  numbers integer not null default 0,
  created_at timestamptz not null default now(),
  -- null: more rows are to come, and it does not count yet
  imported_at timestamptz,
  imported_by text,
  imported_by_name text,
  primary key (tenant_id, id)
);
-- One of them counts.
create unique index registry_files_current on registry_files (tenant_id) where imported_at is not null;

create table registry_numbers (
  tenant_id text not null,
  file_id uuid not null,
  -- a keyed digest: these are numbers of people with whom the organization has nothing to do
  digest text not null,
  primary key (tenant_id, file_id, digest),
  foreign key (tenant_id, file_id) references registry_files (tenant_id, id) on delete cascade
);

grant select, insert, update on consent_rules to parley_app;
grant select, insert, update, delete on registry_files to parley_app;
grant select, insert, delete on registry_numbers to parley_app;
grant select on consent_rules, registry_files, registry_numbers to parley_system;

do $$
declare
  name text;
begin
  foreach name in array array['consent_rules', 'registry_files', 'registry_numbers'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to parley_app
         using (tenant_id = current_setting(''parley.tenant'', true))
         with check (tenant_id = current_setting(''parley.tenant'', true))', name);
    execute format('create policy every_tenant on %I to parley_system using (true)', name);
  end loop;
end $$;
