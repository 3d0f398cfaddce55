-- What an organization lets its agents do (docs/tools.md). Secrets are named in it; their values are in `secrets`.
create table tools (
  tenant_id text not null references tenants (id),
  -- of version 7
  id uuid not null,
  name text not null,
  config jsonb not null,
  -- counts the changes; a change names the one that it is based on
  revision integer not null default 1,
  -- a digest of who asked and the key of the request, so that a repeated one makes no other
  creation_key text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  changed_by text,
  changed_by_name text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  unique (tenant_id, creation_key)
);

create table mcp_servers (
  tenant_id text not null references tenants (id),
  id uuid not null,
  name text not null,
  address text not null,
  -- its headers, and its tools as they were looked at and as it lists them now
  config jsonb not null,
  revision integer not null default 1,
  creation_key text,
  listed_at timestamptz,
  -- why it could not be asked, in a sentence
  problem text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  changed_by text,
  changed_by_name text,
  primary key (tenant_id, id),
  unique (tenant_id, creation_key)
);

-- What agents did on calls besides speaking. A row is there before anything is sent.
create table tool_calls (
  tenant_id text not null,
  call_id uuid not null,
  -- as the session names it; a part of the Idempotency-Key
  id text not null,
  session integer not null default 0,
  -- between the entries of the transcript
  ordinal real not null,
  -- No keys: a tool may go, and what it did stays.
  tool_id uuid,
  mcp_server_id uuid,
  name text not null,
  title text not null,
  input jsonb not null,
  state text not null check (state in ('running', 'done', 'refused', 'failed', 'timed_out', 'unknown')),
  answer text,
  -- nothing was carried out: the answer is the sample of the tool
  sample boolean not null default false,
  changes boolean not null,
  honours_key boolean not null,
  tries integer not null default 1,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  ms integer,
  -- Until then the server that began it is believed to be at it.
  lease_until timestamptz not null,
  server_id text not null,
  primary key (tenant_id, call_id, id),
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade
);
create index tool_calls_running on tool_calls (lease_until) where state = 'running';

-- Text messages that agents sent: one for each tool call.
create table text_messages (
  tenant_id text not null,
  id uuid not null,
  call_id uuid not null,
  tool_call_id text not null,
  to_number text not null,
  from_number text not null,
  -- its name among the texts of the agent
  template text not null,
  body text not null,
  state text not null check (state in ('sending', 'sent', 'failed', 'unknown')),
  carrier_sid text,
  error text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, call_id, tool_call_id),
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade
);

-- Who has answered STOP: no text message is sent to them.
create table text_stops (
  tenant_id text not null references tenants (id),
  number text not null,
  stopped_at timestamptz not null default now(),
  primary key (tenant_id, number)
);

-- Calls that were handed over to a colleague, or were to be: one for each session that did.
create table hand_overs (
  tenant_id text not null,
  call_id uuid not null,
  -- the session that handed over
  n integer not null,
  target text not null,
  number text not null,
  kind text not null check (kind in ('cold', 'warm')),
  -- what the colleague hears: who it is and why
  briefing text not null default '',
  state text not null check (state in ('ringing', 'briefing', 'accepted', 'bridged', 'failed')),
  began_at timestamptz not null default now(),
  accepted_at timestamptz,
  ended_at timestamptz,
  why text,
  primary key (tenant_id, call_id, n),
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade
);

grant select, insert, update, delete on tools, mcp_servers, tool_calls, text_messages, text_stops, hand_overs to parley_app;
grant select on tools to parley_system;
grant select, update on mcp_servers to parley_system;
grant select, insert, update on tool_calls, text_messages, hand_overs to parley_system;
grant select, insert, update, delete on text_stops to parley_system;

do $$
declare
  name text;
begin
  foreach name in array array['tools', 'mcp_servers', 'tool_calls', 'text_messages', 'text_stops', 'hand_overs'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to parley_app
         using (tenant_id = current_setting(''parley.tenant'', true))
         with check (tenant_id = current_setting(''parley.tenant'', true))', name);
    execute format('create policy every_tenant on %I to parley_system using (true) with check (true)', name);
  end loop;
end $$;

-- As in 0029: a server or a tab of the release before knows no tools of agents, and what it saves leaves them as they are.
create function keep_tools() returns trigger language plpgsql as $$
begin
  new.draft := new.draft || jsonb_build_object('tools', old.draft -> 'tools');
  return new;
end
$$;
create trigger keep_tools before update of draft on agents
for each row when (old.draft ? 'tools' and not new.draft ? 'tools') execute function keep_tools();

create function keep_published_tools() returns trigger language plpgsql as $$
declare
  kept jsonb := (select draft -> 'tools' from agents where tenant_id = new.tenant_id and id = new.agent_id);
begin
  if kept is not null then new.config := new.config || jsonb_build_object('tools', kept); end if;
  return new;
end
$$;
create trigger keep_published_tools before insert on agent_versions
for each row when (not new.config ? 'tools') execute function keep_published_tools();
