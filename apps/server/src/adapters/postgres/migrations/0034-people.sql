-- People: invitations, who may sign up, and how every server learns that somebody's access has changed (docs/people.md).

-- When a token was last issued to somebody; within five minutes.
alter table identity.membership add column seen_at timestamptz;

-- The link is never stored: `digest` finds the invitation of a link and cannot be turned back into one.
create table identity.invitation (
  id uuid primary key default gen_random_uuid(),
  app_key text not null,
  digest text not null unique,
  role text not null check (role in ('viewer', 'operator', 'admin')),
  -- Null: for whoever has the link.
  email text check (email = lower(email)),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- While an account is being created with it, nobody else can use it.
  claimed_by text,
  claimed_until timestamptz,
  used_by uuid,
  used_at timestamptz
);
create index invitation_listed on identity.invitation (app_key, created_at);

-- Who may create an account. Without a row: everybody, and new accounts wait for a role.
create table identity.sign_up (
  app_key text primary key,
  policy text not null check (policy in ('open', 'invited', 'closed')),
  changed_by uuid not null,
  changed_at timestamptz not null default now()
);

-- A token carries the version of its owner's access and the id of its session. Triggers change the one and write down the
-- end of the other, so that no way of doing it is forgotten, also not that of a server of the release before.
create table identity.access_version (
  user_id uuid primary key,
  version integer not null,
  changed_at timestamptz not null default now()
);
create table identity.ended_session (
  session_id uuid primary key,
  ended_at timestamptz not null default now()
);
create index ended_session_ended on identity.ended_session (ended_at);

grant select, insert, update, delete on identity.invitation, identity.sign_up to parley_identity;
grant select, insert, update, delete on identity.access_version, identity.ended_session to parley_identity;

create function identity.access_changed() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  now_at integer;
begin
  insert into identity.access_version as v (user_id, version) values (changed, 1)
  on conflict (user_id) do update set version = v.version + 1, changed_at = now()
  returning version into now_at;
  perform pg_notify('parley_access', json_build_object('userId', changed, 'version', now_at)::text);
  return null;
end
$$;
create trigger access_given_or_taken after insert or delete on identity.membership
for each row execute function identity.access_changed();
create trigger role_changed after update of role on identity.membership
for each row when (old.role is distinct from new.role) execute function identity.access_changed();

create function identity.session_ended() returns trigger language plpgsql as $$
begin
  insert into identity.ended_session (session_id) values (old."id") on conflict do nothing;
  perform pg_notify('parley_access', json_build_object('sessionId', old."id")::text);
  return null;
end
$$;
create trigger session_ended after delete on identity."session"
for each row when (old."expiresAt" > now()) execute function identity.session_ended();

-- Whom tokens of another sign-in service name: they are looked after there, and known here from their requests.
create table seen_people (
  tenant_id text not null references tenants (id),
  user_id text not null,
  display_name text not null,
  email text,
  role text not null,
  seen_at timestamptz not null,
  primary key (tenant_id, user_id)
);
grant select, insert, update, delete on seen_people to parley_app;
alter table seen_people enable row level security;
alter table seen_people force row level security;
create policy own_tenant on seen_people to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
