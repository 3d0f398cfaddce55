-- What came of a call (docs/outcomes.md), as it was read from it: the values with their proofs, and the fields asked for.
alter table calls add column outcome jsonb;
-- reached, partly or not: as read or as corrected, so that lists read no JSON
alter table calls add column outcome_result text;
alter table calls add column outcome_state text not null default 'none';
-- the run that was asked for last
alter table calls add column outcome_run integer not null default 0;
-- No keys: a template, a contact may go, and the call stays.
alter table calls add column template_id uuid;
alter table calls add column contact_id uuid;
-- what it calls back
alter table calls add column follow_up_id uuid;
-- With the mode 'deleted': until it is gone for good it can be brought back. Every read asks for 'live', that of the
-- release before too.
alter table calls add column deleted_at timestamptz;
alter table calls drop constraint calls_mode_check;
-- Valid from the next call on; those that are there are checked by a later migration, without blocking the table.
alter table calls add constraint calls_mode_check check (mode in ('live', 'try', 'deleted')) not valid;
-- null: those of the agent
alter table templates add column outcome_fields jsonb;

-- What people say instead of what was read. Reading again does not touch it.
create table outcome_corrections (
  tenant_id text not null,
  call_id uuid not null,
  -- the id of a field, or 'result'
  field_id text not null,
  -- JSON null: not known
  value jsonb not null,
  revision integer not null default 1,
  corrected_by text,
  corrected_by_name text,
  corrected_at timestamptz not null default now(),
  primary key (tenant_id, call_id, field_id),
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade
);

-- What somebody has to do (docs/follow-ups.md).
create table follow_ups (
  tenant_id text not null references tenants (id),
  -- of version 7, so it is the order of making
  id uuid not null,
  -- what made it: nothing makes two
  source_key text not null,
  reason text not null,
  state text not null default 'open' check (state in ('open', 'snoozed', 'done')),
  urgent boolean not null default false,
  -- pain, emergency, angry, person_today
  urgent_why text,
  number text,
  contact_id uuid,
  call_id uuid,
  -- the transcript entry that it came from
  entry integer,
  -- the latest call that was placed from it
  last_call_id uuid,
  what text not null,
  note text not null default '',
  -- of a system's: the id of the connection
  subject_id text,
  due_at timestamptz not null,
  snoozed_until timestamptz,
  owner text,
  owner_name text,
  created_by text,
  created_by_name text,
  closed_by text,
  closed_by_name text,
  closed_how text check (closed_how in ('person', 'call', 'system')),
  -- counts the changes; a change names the one that it is based on
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, source_key),
  -- It outlives its call.
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete set null (call_id),
  check ((state = 'snoozed') = (snoozed_until is not null)),
  check ((state = 'done') = (closed_at is not null))
);
create index follow_ups_open on follow_ups (tenant_id, urgent desc, due_at, id) where state = 'open';
create index follow_ups_owner on follow_ups (tenant_id, owner, urgent desc, due_at, id) where state = 'open';
create index follow_ups_snoozed on follow_ups (snoozed_until) where state = 'snoozed';
create index follow_ups_done on follow_ups (tenant_id, closed_at desc, id desc) where state = 'done';
create index follow_ups_call on follow_ups (tenant_id, call_id);
create index follow_ups_number on follow_ups (tenant_id, number, id desc);
create index follow_ups_subject on follow_ups (tenant_id, subject_id) where subject_id is not null;

-- Who works with follow-ups: owners to choose from, and who gets urgent ones by e-mail.
create table desk_people (
  tenant_id text not null references tenants (id),
  user_id text not null,
  display_name text not null,
  email text,
  mail_urgent boolean not null default false,
  seen_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);

create table follow_up_mails (
  tenant_id text not null,
  follow_up_id uuid not null,
  user_id text not null,
  state text not null check (state in ('sending', 'sent', 'failed')),
  at timestamptz not null default now(),
  primary key (tenant_id, follow_up_id, user_id),
  foreign key (tenant_id, follow_up_id) references follow_ups (tenant_id, id) on delete cascade
);

-- The people behind the numbers (docs/contacts.md).
create table contacts (
  tenant_id text not null references tenants (id),
  id uuid not null,
  number text not null,
  name text not null,
  -- folded: contacts are ordered and compared by it
  name_key text not null,
  language text,
  time_zone text,
  consent jsonb not null default '{"version": 1, "given": []}',
  notes text not null default '',
  agent_notes text not null default '',
  source text not null check (source in ('hand', 'import', 'call')),
  import_id uuid,
  revision integer not null default 1,
  created_by text,
  created_by_name text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, number, name_key)
);
create index contacts_name on contacts (tenant_id, name_key collate "C", id);
create index contacts_import on contacts (tenant_id, import_id) where import_id is not null;

-- The words by which contacts are found. By bytes, so that the beginning of a word is found by the index. Written with their
-- contact; a trigger removes them with it. A foreign key would be checked for each of them, by a plan that was made while
-- the table was empty: an import would take longer with every row.
create table contact_words (
  tenant_id text not null,
  word text collate "C" not null,
  contact_id uuid not null,
  primary key (tenant_id, word, contact_id)
);
create index contact_words_contact on contact_words (tenant_id, contact_id);

create table contact_imports (
  tenant_id text not null references tenants (id),
  id uuid not null,
  state text not null default 'uploading' check (state in ('uploading', 'running', 'done', 'failed', 'undone')),
  file_name text not null,
  parts integer not null,
  -- which column of the file is which, and what separates them
  columns jsonb,
  delimiter text,
  country text,
  -- as whoever sent the file counted
  rows_expected integer,
  rows_read integer not null default 0,
  added integer not null default 0,
  present integer not null default 0,
  refused integer not null default 0,
  error_counts jsonb not null default '{}',
  -- where the next row begins, stored with the rows before it
  position jsonb not null default '{"part": 0, "offset": 0, "row": 0}',
  started_by text,
  started_by_name text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index contact_imports_created on contact_imports (created_at);

create table contact_import_parts (
  tenant_id text not null,
  import_id uuid not null,
  part integer not null,
  content text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, import_id, part),
  foreign key (tenant_id, import_id) references contact_imports (tenant_id, id) on delete cascade
);
create index contact_import_parts_created on contact_import_parts (created_at);

create table contact_import_errors (
  tenant_id text not null,
  import_id uuid not null,
  row integer not null,
  code text not null,
  value text not null,
  primary key (tenant_id, import_id, row),
  foreign key (tenant_id, import_id) references contact_imports (tenant_id, id) on delete cascade
);

grant select, insert, update, delete on outcome_corrections, follow_ups, desk_people, contacts to parley_app;
grant select, delete on follow_up_mails to parley_app;
grant select, insert, delete on contact_words to parley_app;
grant select, insert, update on contact_imports to parley_app;
grant select, insert, update, delete on contact_import_parts to parley_app;
grant select, insert, update, delete on contact_import_errors to parley_app;
grant select on outcome_corrections, desk_people to parley_system;
grant select, insert, update on follow_ups to parley_system;
grant select, insert, update, delete on follow_up_mails to parley_system;
grant select, insert, update, delete on contacts to parley_system;
grant select, insert, delete on contact_words to parley_system;
grant select, update, delete on contact_imports to parley_system;
grant select, delete on contact_import_parts to parley_system;
grant select, insert on contact_import_errors to parley_system;

do $$
declare
  name text;
begin
  foreach name in array array['outcome_corrections', 'follow_ups', 'desk_people', 'follow_up_mails', 'contacts',
    'contact_words', 'contact_imports', 'contact_import_parts', 'contact_import_errors'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to parley_app
         using (tenant_id = current_setting(''parley.tenant'', true))
         with check (tenant_id = current_setting(''parley.tenant'', true))', name);
    execute format('create policy every_tenant on %I to parley_system using (true) with check (true)', name);
  end loop;
end $$;

-- A server or a tab of the release before knows no outcome fields: what it saves leaves them as they are.
create function keep_outcome_fields() returns trigger language plpgsql as $$
begin
  new.draft := new.draft || jsonb_build_object('outcomes', old.draft -> 'outcomes');
  return new;
end
$$;
create trigger keep_outcome_fields before update of draft on agents
for each row when (old.draft ? 'outcomes' and not new.draft ? 'outcomes') execute function keep_outcome_fields();

create function keep_published_outcome_fields() returns trigger language plpgsql as $$
declare
  fields jsonb := (select draft -> 'outcomes' from agents where tenant_id = new.tenant_id and id = new.agent_id);
begin
  if fields is not null then new.config := new.config || jsonb_build_object('outcomes', fields); end if;
  return new;
end
$$;
create trigger keep_published_outcome_fields before insert on agent_versions
for each row when (not new.config ? 'outcomes') execute function keep_published_outcome_fields();

-- Servers keep the names of numbers in memory, and open pages show them.
create function announce_contacts() returns trigger language plpgsql as $$
declare
  touched record;
  each_number text;
begin
  for touched in select tenant_id, array_agg(distinct number) as numbers from changed group by tenant_id loop
    if cardinality(touched.numbers) > 20 then
      perform pg_notify('parley_live',
        json_build_object('tenantId', touched.tenant_id, 'kind', 'contact', 'number', null)::text);
    else
      foreach each_number in array touched.numbers loop
        perform pg_notify('parley_live',
          json_build_object('tenantId', touched.tenant_id, 'kind', 'contact', 'number', each_number)::text);
      end loop;
    end if;
  end loop;
  return null;
end
$$;
create trigger announce_added_contacts after insert on contacts
referencing new table as changed for each statement execute function announce_contacts();
create trigger announce_changed_contacts after update on contacts
referencing new table as changed for each statement execute function announce_contacts();
-- A number that a contact no longer has.
create trigger announce_earlier_contacts after update on contacts
referencing old table as changed for each statement execute function announce_contacts();
create trigger announce_removed_contacts after delete on contacts
referencing old table as changed for each statement execute function announce_contacts();

create function remove_contact_words() returns trigger language plpgsql as $$
begin
  delete from contact_words using gone
  where contact_words.tenant_id = gone.tenant_id and contact_words.contact_id = gone.id;
  return null;
end
$$;
create trigger remove_contact_words after delete on contacts
referencing old table as gone for each statement execute function remove_contact_words();

-- The types that a consumer handles; null: all of them. Servers are not woken by the others.
alter table outbox_consumers add column types text[];
-- As before, and the notice names the type.
create or replace function add_call_to_outbox() returns trigger language plpgsql as $$
declare
  call_id uuid := coalesce(new.id, old.id);
  types text[] := '{}';
  had_ended boolean;
  has_ended boolean;
  reopened boolean;
begin
  if coalesce(new.mode, old.mode) = 'try' then return null; end if;
  if tg_op = 'INSERT' then
    types := array[case new.direction when 'inbound' then 'call.received' else 'call.placed' end];
  elsif tg_op = 'DELETE' then
    types := array['call.deleted'];
  else
    had_ended := old.status in ('completed', 'busy', 'no-answer', 'failed', 'canceled');
    has_ended := new.status in ('completed', 'busy', 'no-answer', 'failed', 'canceled');
    reopened := had_ended and (
      new.status <> old.status or (old.reason = 'unconfirmed' and new.reason is distinct from old.reason));
    if reopened then types := types || 'call.reopened'::text; end if;
    if new.status = 'ringing' and old.status <> 'ringing' then types := types || 'call.ringing'::text; end if;
    if new.answered_at is not null and old.answered_at is null then types := types || 'call.answered'::text; end if;
    if has_ended and (reopened or not had_ended) then types := types || 'call.ended'::text; end if;
    if new.summary_state = 'ready' and old.summary_state <> 'ready' then
      types := types || 'call.summarized'::text;
    end if;
  end if;
  if types = '{}' then return null; end if;
  insert into outbox (tenant_id, subject, type, data)
  select coalesce(new.tenant_id, old.tenant_id), 'call/' || call_id, type,
    jsonb_build_object('version', 1, 'callId', call_id)
      || case type when 'call.ended' then jsonb_build_object('status', new.status) else '{}' end
  from unnest(types) with ordinality as added (type, position) order by position;
  perform pg_notify('parley_outbox', type) from unnest(types) as type;
  return null;
end
$$;
