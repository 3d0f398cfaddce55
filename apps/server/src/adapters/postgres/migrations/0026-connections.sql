-- What organizations connect in the browser: phone accounts, models, mail and the like. What a connection is never changes;
-- something else is another row. So a call keeps what it began with by naming the row.
create table connections (
  tenant_id text not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('phone', 'address', 'model', 'speech', 'mail', 'storage')),
  state text not null default 'active' check (state in ('active', 'disconnected', 'replaced')),
  -- of phone accounts
  carrier text,
  carrier_account text,
  -- with the version of their shape; no secret
  settings jsonb not null,
  limits jsonb,
  -- counts the changes of secrets, limits and state
  revision integer not null default 1,
  connected_by text,
  connected_by_name text,
  connected_at timestamptz not null default now(),
  -- disconnected or replaced
  ended_at timestamptz,
  -- its calls are over and its secrets are gone
  secrets_removed_at timestamptz,
  checked_at timestamptz,
  failing_since timestamptz,
  failure text,
  primary key (tenant_id, id),
  unique (id),
  check ((kind = 'phone') = (carrier is not null and carrier_account is not null))
);
create unique index connections_active on connections (tenant_id, kind) where state = 'active';
-- An account belongs to one organization, until its calls are over.
create unique index connections_account on connections (carrier, carrier_account)
  where kind = 'phone' and secrets_removed_at is null;
create unique index connections_of_deployment on connections (kind)
  where state = 'active' and kind in ('address', 'mail', 'storage');

-- Which side an organization is on: calls of the sandbox reach nobody's phone.
create table calling (
  tenant_id text primary key references tenants (id),
  -- null: nobody has said
  side text check (side in ('sandbox', 'real')),
  -- the id of a person, or 'environment'
  set_by text,
  set_by_name text,
  set_at timestamptz,
  -- what somebody said they have looked at, and when
  looked_at jsonb not null default '{"version": 1}',
  revision integer not null default 1
);

-- One row, which servers ask whether anything has changed. Not a sequence: its versions are seen in the order of commits.
create table connection_changes (
  only_one boolean primary key default true check (only_one),
  version bigint not null default 0
);
insert into connection_changes default values;

-- Null: of the sandbox or of the account in the environment.
alter table phone_numbers add column connection_id uuid;
-- the carrier's id of the number
alter table phone_numbers add column carrier_sid text;
-- how far the carrier has been asked to send its calls here, or back
alter table phone_numbers add column pointing text
  check (pointing in ('pointing', 'here', 'restoring', 'restored', 'left'));
-- what the carrier had before it was asked
alter table phone_numbers add column before jsonb;
-- A number belongs to one connection of the deployment.
create unique index phone_numbers_connected on phone_numbers (number) where connection_id is not null;

-- Null: of the sandbox, of the account in the environment, or of a server of the release before.
alter table calls add column connection_id uuid;
-- 'environment', 'scripted', or the id of a connection; null: of a server of the release before
alter table calls add column voice_source text;
-- the public address that it began with; null: that of the environment
alter table calls add column callback_url text;

grant select, insert, update on connections to parley_app;
grant select, update on connections to parley_system;
grant select, insert, update on calling to parley_app;
grant select on calling to parley_system;
grant select, update on connection_changes to parley_app, parley_system;

alter table connections enable row level security;
alter table connections force row level security;
create policy own_tenant on connections to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on connections to parley_system using (true) with check (true);

alter table calling enable row level security;
alter table calling force row level security;
create policy own_tenant on calling to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on calling to parley_system using (true) with check (true);

-- It says that something has changed, and nothing of what.
alter table connection_changes enable row level security;
alter table connection_changes force row level security;
create policy every_change on connection_changes to parley_app using (true) with check (true);
create policy whole_deployment on connection_changes to parley_system using (true) with check (true);

-- Servers and open pages hear of every change when it is committed. At the end of the transaction, so that the row that all
-- changes write is the last that is locked.
create function announce_connection_change() returns trigger language plpgsql as $$
declare
  tenant text := case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end;
begin
  update connection_changes set version = version + 1;
  perform pg_notify('parley_connections', tenant);
  perform pg_notify('parley_live',
    json_build_object('tenantId', tenant, 'kind', 'listed', 'list', 'connections')::text);
  return null;
end
$$;
create constraint trigger announce_connection_change
after insert or update of state, settings, limits, revision, failing_since, failure, secrets_removed_at on connections
deferrable initially deferred for each row execute function announce_connection_change();
create constraint trigger announce_connection_change after insert or update on calling
deferrable initially deferred for each row execute function announce_connection_change();
create constraint trigger announce_new_secret after insert on secrets
deferrable initially deferred for each row when (new.name like 'connections/%')
execute function announce_connection_change();
-- What only seals a secret anew changes nothing.
create constraint trigger announce_changed_secret after update on secrets
deferrable initially deferred for each row
when (new.name like 'connections/%' and new.set_at is distinct from old.set_at)
execute function announce_connection_change();
create constraint trigger announce_removed_secret after delete on secrets
deferrable initially deferred for each row when (old.name like 'connections/%')
execute function announce_connection_change();
create constraint trigger announce_connected_number after insert or update on phone_numbers
deferrable initially deferred for each row when (new.connection_id is not null)
execute function announce_connection_change();

-- Whatever a server believes, and whichever release it is of: no real call of an organization that is in the sandbox.
create function refuse_real_call_in_sandbox() returns trigger language plpgsql as $$
begin
  if exists (select from calling where tenant_id = new.tenant_id and side = 'sandbox') then
    raise exception 'This organization makes its calls in the sandbox.' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger refuse_real_call_in_sandbox before insert on calls
for each row when (new.direction = 'outbound' and new.mode = 'live' and new.carrier not in ('lab', 'text'))
execute function refuse_real_call_in_sandbox();
