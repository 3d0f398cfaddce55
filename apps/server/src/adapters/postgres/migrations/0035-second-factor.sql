-- The second factor of an account, what an organization decides about signing in, and when a session was last used.

create table identity.second_factor (
  user_id uuid primary key references identity."user" ("id") on delete cascade,
  -- which AUTH_SECRET the secret of the authenticator app is sealed with
  key_id text not null,
  sealed text not null,
  created_at timestamptz not null default now(),
  -- null until a code of the app has been given: until then nobody is asked for one
  confirmed_at timestamptz,
  -- the 30 seconds of the last accepted code, counted from 1970; an earlier or the same one is refused
  last_step bigint not null default 0
);
create index second_factor_key on identity.second_factor (key_id);

-- Each opens once instead of a code of the app. Digests of random texts of 80 bits.
create table identity.recovery_code (
  user_id uuid not null references identity.second_factor (user_id) on delete cascade,
  digest text not null,
  used_at timestamptz,
  primary key (user_id, digest)
);

grant select, insert, update, delete on identity.second_factor, identity.recovery_code to parley_identity;

-- When somebody last did something in it. Servers of the release before insert without it.
alter table identity."session" add column "lastActiveAt" timestamptz not null default now();

-- A tenant without a row has the defaults.
create table sign_in_policies (
  tenant_id text primary key references tenants (id),
  -- counts the changes, so that two people do not overwrite each other
  revision integer not null default 1,
  second_factor_required boolean not null,
  -- a session that nobody has used for so long ends
  idle_minutes integer not null,
  changed_at timestamptz not null default now(),
  changed_by text,
  changed_by_name text
);

grant select, insert, update on sign_in_policies to parley_app;
grant select on sign_in_policies to parley_identity;

alter table sign_in_policies enable row level security;
alter table sign_in_policies force row level security;
create policy own_tenant on sign_in_policies to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on sign_in_policies for select to parley_identity using (true);
