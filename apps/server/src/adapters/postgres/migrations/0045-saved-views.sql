-- What a person searches and filters the call list by, saved with a name (docs/search.md). The name is unique for a person,
-- which the server checks under a lock: a unique index would stop the erasure of a number that stands in two names.
create table call_views (
  tenant_id text not null references tenants (id),
  user_id text not null,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 120),
  -- an object with the version of its shape
  filters jsonb not null check (filters ? 'version'),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (tenant_id, user_id, id)
);
grant select, insert, update, delete on call_views to parley_app;
alter table call_views enable row level security;
alter table call_views force row level security;
create policy own_tenant on call_views to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
