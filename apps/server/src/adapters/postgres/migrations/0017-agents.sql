-- Agents that people edit and publish (docs/agents.md). The columns that agents had before stay in step with the published
-- version, so that a server of the release before goes on beside this one.

alter table agents add column draft jsonb;
alter table agents add column draft_revision integer not null default 1;
alter table agents add column draft_saved_at timestamptz;
alter table agents add column draft_saved_by text;
alter table agents add column draft_saved_by_name text;
-- Whether the draft differs from the published version: the list shows it without reading either.
alter table agents add column draft_differs boolean not null default false;
-- null: never published
alter table agents add column published_version integer;
alter table agents add column published_at timestamptz;
alter table agents add column archived_at timestamptz;

create table agent_versions (
  tenant_id text not null,
  agent_id text not null,
  version integer not null check (version > 0),
  config jsonb not null,
  note text not null default '',
  published_by text,
  published_by_name text,
  published_at timestamptz not null default now(),
  primary key (tenant_id, agent_id, version),
  foreign key (tenant_id, agent_id) references agents (tenant_id, id)
);

-- A number of a carrier account. Labs of several servers have the same numbers, so the account is part of the key; it is
-- empty for numbers of the release before, until a server that is connected to their account starts.
create table phone_numbers (
  tenant_id text not null references tenants (id),
  number text not null,
  carrier text not null default '',
  carrier_account text not null default '',
  label text not null default '',
  agent_id text,
  -- Who gave it to its agent or took it away; null: a start of the server, which may do so again.
  set_by text,
  set_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, number, carrier, carrier_account),
  foreign key (tenant_id, agent_id) references agents (tenant_id, id)
);
-- An inbound call finds its agent by the number called and the account that reports the call.
create unique index phone_numbers_account on phone_numbers (number, carrier, carrier_account);
create index phone_numbers_agent on phone_numbers (tenant_id, agent_id) where agent_id is not null;

-- Which version spoke; null for calls that a server of the release before has taken.
alter table calls add column agent_version integer;

-- Two accounts may have the same number, each for an agent of its own.
drop index agents_phone_number;
create index agents_phone_number on agents (phone_number) where phone_number is not null;

grant select, insert on agent_versions to parley_app, parley_system;
-- A version never changes, except that a person who is erased is taken out of it.
grant update (config, note, published_by, published_by_name) on agent_versions to parley_app;
grant select, insert, update, delete on phone_numbers to parley_app, parley_system;

alter table agent_versions enable row level security;
alter table agent_versions force row level security;
create policy own_tenant on agent_versions to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on agent_versions to parley_system using (true) with check (true);

alter table phone_numbers enable row level security;
alter table phone_numbers force row level security;
create policy own_tenant on phone_numbers to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on phone_numbers to parley_system using (true) with check (true);

-- The provider of a voice that was stored by its name alone, by the form of the name.
create function provider_of_voice(voice text, engine text) returns text language sql immutable as $$
  select case
    when engine = 'realtime' then 'openai'
    when voice ~ '^(Google\.)?[a-z]{2,3}-[A-Z]{2}-' then 'google'
    when voice ~ '^Polly\.' or voice ~ '^[A-Z][a-z]+(-(Neural|Generative))?$' then 'amazon'
    else 'elevenlabs'
  end
$$;

-- The configuration of an agent of the release before. Its one greeting was said whole to callers, and without its
-- questions on outbound calls; both openings say the same as it did.
create function config_of_agent(a agents) returns jsonb language sql stable as $$
  with sentences as (
    select btrim(found[1], E' \t\n\r') as sentence, position
    from regexp_matches(a.greeting, '[^.!?]+[.!?]*', 'g') with ordinality as matches (found, position)
  ), parts as (
    select string_agg(sentence, ' ' order by position) as whole,
      string_agg(sentence, ' ' order by position) filter (where sentence not like '%?') as statements,
      coalesce(bool_or(sentence like '%?'), false) as asks
    from sentences where sentence ~ '[^[:space:][:punct:]]'
  ), opening as (
    select coalesce(statements, 'Hello, this is the AI assistant of ' || a.display_name || '.') as outbound,
      case when asks and statements is not null then whole
        else coalesce(statements, 'Hello, this is the AI assistant of ' || a.display_name || '.')
          || ' How can I help you?' end as inbound
    from parts
  )
  select jsonb_build_object(
    'schema', 1,
    'identity', jsonb_build_object(
      'displayName', a.display_name, 'persona', a.persona, 'abilities', a.abilities,
      'conduct', jsonb_build_object('repeatDetails', false, 'spellNames', false, 'stayOnSubject', false,
        'showSympathy', false, 'beBrief', false)),
    'speech', jsonb_build_object(
      'language', a.language,
      'voice', case when a.voice is not null then
        jsonb_build_object('provider', provider_of_voice(a.voice, a.engine), 'name', a.voice) end,
      'otherLanguages', '[]'::jsonb, 'speed', null, 'pronunciations', '[]'::jsonb, 'hints', '[]'::jsonb),
    'opening', jsonb_build_object('firstSpeaker', 'agent', 'outbound', outbound, 'inbound', inbound),
    'conversation', jsonb_build_object(
      'pace', 'normal', 'maxMinutes', null, 'silenceSeconds', null, 'keypad', true,
      'screening', jsonb_build_object('identity', '', 'purpose', ''),
      'voicemail', jsonb_build_object('action', 'hang-up', 'message', ''),
      'cannotHelp', '', 'afterHours', '',
      'transfers', case when a.transfer_number is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object(
        'name', 'Front desk', 'number', a.transfer_number, 'when', '', 'hours', 'always')) end,
      'phrases', '{}'::jsonb),
    'knowledge', jsonb_build_object('entries', '[]'::jsonb),
    'engine', jsonb_build_object('engine', a.engine, 'model', a.model, 'temperature', null))
  from opening
$$;

-- A server of the release before makes agents without a draft: they are published as they are.
create function publish_agent_without_draft() returns trigger language plpgsql as $$
begin
  new.draft := config_of_agent(new);
  new.draft_saved_at := now();
  new.published_version := 1;
  new.published_at := now();
  return new;
end
$$;
create trigger publish_agent_without_draft before insert on agents
for each row when (new.draft is null) execute function publish_agent_without_draft();

-- Whoever adds an agent that is published already adds its first version with it.
create function add_first_version() returns trigger language plpgsql as $$
begin
  insert into agent_versions (tenant_id, agent_id, version, config, published_at)
  values (new.tenant_id, new.id, 1, new.draft, new.published_at);
  return null;
end
$$;
create trigger add_first_version after insert on agents
for each row when (new.published_version = 1) execute function add_first_version();

-- A server of the release before knows numbers only as a column of agents. What it writes there is taken over, unless a
-- person has set the number; a server of this release says that it has done so itself.
create function follow_agent_number() returns trigger language plpgsql as $$
begin
  if current_setting('parley.numbers', true) = 'in step' then return null; end if;
  if tg_op = 'UPDATE' then
    update phone_numbers set agent_id = null
    where tenant_id = old.tenant_id and agent_id = old.id and number = old.phone_number and set_by is null;
  end if;
  if new.phone_number is null then return null; end if;
  update phone_numbers set agent_id = new.id
  where tenant_id = new.tenant_id and number = new.phone_number and set_by is null;
  insert into phone_numbers (tenant_id, number, agent_id)
  select new.tenant_id, new.phone_number, new.id
  where not exists (select from phone_numbers where number = new.phone_number)
  on conflict do nothing;
  return null;
end
$$;
create trigger follow_agent_number after insert or update of phone_number on agents
for each row execute function follow_agent_number();

-- Row-level security binds the owner of the tables too, who has to see all of them now.
create policy while_migrating on agents to current_user using (true) with check (true);
create policy while_migrating on agent_versions to current_user using (true) with check (true);
create policy while_migrating on phone_numbers to current_user using (true) with check (true);

update agents a set draft = config_of_agent(a), draft_saved_at = a.created_at, published_version = 1,
  published_at = a.created_at;
insert into agent_versions (tenant_id, agent_id, version, config, published_at)
select tenant_id, id, 1, draft, created_at from agents;
-- Start-up gave out the test numbers, and the main number of the account to the first agent; anything else was a person.
insert into phone_numbers (tenant_id, number, agent_id, set_by)
select tenant_id, phone_number, id,
  case when id = 'gs-dental' or phone_number ~ '^\+1500555\d{4}$' then null else 'earlier release' end
from agents where phone_number is not null;

drop policy while_migrating on agents;
drop policy while_migrating on agent_versions;
drop policy while_migrating on phone_numbers;

-- The first trigger above gives one to agents of the release before.
alter table agents alter column draft set not null;
