-- Moving from one AUTH_SECRET to the next, and the vault.

-- One row, as before. The id says which secret something was signed or sealed with; it is no secret itself.
alter table identity.auth_secret add column secret_id text not null default 'first';
-- The secret that the deployment is moving to, and the current one sealed with it.
alter table identity.auth_secret add column next_id text;
alter table identity.auth_secret add column next_digest text;
alter table identity.auth_secret add column sealed_for_next text;
-- The secret that it has moved from, sealed with the current one; removed when nothing needs it any more.
alter table identity.auth_secret add column previous_id text;
alter table identity.auth_secret add column previous_sealed text;
alter table identity.auth_secret add column moved_at timestamptz;

-- A running server asks whether the move is finished, and forgets the secret that was replaced.
grant select (secret_id, previous_id, moved_at) on identity.auth_secret to parley_identity;
grant update (previous_id, previous_sealed) on identity.auth_secret to parley_identity;

-- Secrets that people enter. Sealed with a key that only the server can derive, for one tenant, name and purpose.
create table secrets (
  tenant_id text not null references tenants (id),
  name text not null,
  -- what reads it, such as a tool or a phone account
  purpose text not null,
  -- which AUTH_SECRET it is sealed with
  key_id text not null,
  sealed text not null,
  -- the value before the last change, which is still accepted for a quarter of an hour
  earlier_key_id text,
  earlier_sealed text,
  set_by text not null,
  set_at timestamptz not null default now(),
  primary key (tenant_id, name)
);
create index secrets_key on secrets (key_id);

-- Here, because the role that changes a secret cannot read the earlier value. What only seals it anew leaves `set_at`.
create function keep_earlier_secret() returns trigger language plpgsql as $$
begin
  if new.set_at is distinct from old.set_at then
    new.earlier_key_id := old.key_id;
    new.earlier_sealed := old.sealed;
  end if;
  return new;
end
$$;
create trigger keep_earlier_secret before update on secrets
for each row execute function keep_earlier_secret();

-- Random keys of the deployment, sealed like the secrets: unlike AUTH_SECRET they never change.
create table deployment_keys (
  name text primary key,
  key_id text not null,
  sealed text not null,
  created_at timestamptz not null default now()
);

-- Who acts for a tenant may set a secret and see that it is there, and cannot read even its sealed form.
grant insert, delete on secrets to parley_app;
grant select (tenant_id, name, purpose, key_id, earlier_key_id, set_by, set_at) on secrets to parley_app;
grant update (key_id, sealed, set_by, set_at) on secrets to parley_app;
grant select, update on secrets to parley_system;
grant select, insert, update on deployment_keys to parley_system;

alter table secrets enable row level security;
alter table secrets force row level security;
create policy own_tenant on secrets to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on secrets to parley_system using (true) with check (true);

alter table deployment_keys enable row level security;
alter table deployment_keys force row level security;
create policy no_tenant on deployment_keys to parley_app using (false) with check (false);
create policy whole_deployment on deployment_keys to parley_system using (true) with check (true);
