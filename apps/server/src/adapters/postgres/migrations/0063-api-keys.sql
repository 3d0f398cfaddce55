-- Keys with which other software uses the API (docs/api-keys.md). A key is found before its tenant is known, by its id.
create table api_keys (
  tenant_id text not null references tenants (id),
  id text not null check (id ~ '^[a-z0-9]{12}$'),
  -- SHA-256 of the whole key, which is nowhere else
  digest bytea not null check (length(digest) = 32),
  name text not null check (char_length(name) between 1 and 120),
  permissions text[] not null check (cardinality(permissions) > 0),
  requests_per_minute integer not null check (requests_per_minute > 0),
  created_at timestamptz not null default now(),
  -- null once that account was erased
  created_by text,
  created_by_name text,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- to the hour
  last_used_at timestamptz,
  primary key (tenant_id, id)
);
create unique index api_keys_id on api_keys (id);

-- How often each key was used in the minute. After a crash the count begins anew, so no request waits for the disk; and
-- without a foreign key, which would write to the key each time.
create unlogged table api_key_uses (
  tenant_id text not null,
  key_id text not null,
  minute timestamptz not null,
  uses integer not null,
  primary key (tenant_id, key_id)
);

grant select, insert, update on api_keys to parley_app;
grant select, update on api_keys to parley_system;
grant select, insert, update, delete on api_key_uses to parley_system;
alter table api_keys enable row level security;
alter table api_keys force row level security;
alter table api_key_uses enable row level security;
alter table api_key_uses force row level security;
create policy own_tenant on api_keys to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on api_keys to parley_system using (true) with check (true);
create policy no_tenant on api_key_uses to parley_app using (false);
create policy every_tenant on api_key_uses to parley_system using (true) with check (true);
