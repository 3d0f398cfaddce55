-- What an organization has decided about itself. A tenant without a row has the settings that a new organization starts with.
create table organizations (
  tenant_id text primary key references tenants (id),
  -- counts the changes, so that two people do not overwrite each other
  revision integer not null default 1,
  name text not null,
  country text,
  time_zone text not null,
  language text not null,
  currency text not null,
  -- with the version of their shape
  opening_hours jsonb not null,
  prices jsonb not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz,
  changed_by text,
  changed_by_name text
);

grant select, insert, update on organizations to parley_app;
grant select on organizations to parley_system;

alter table organizations enable row level security;
alter table organizations force row level security;
create policy own_tenant on organizations to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on organizations to parley_system using (true) with check (true);
