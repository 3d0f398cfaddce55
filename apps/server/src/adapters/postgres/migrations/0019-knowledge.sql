-- Rows to search in what agents know (docs/knowledge.md). They are derived from the configurations, named by a digest of
-- the entries and their language, so equal knowledge of several versions is stored once; what is unused is removed.
create table knowledge_sets (
  tenant_id text not null references tenants (id),
  digest text not null,
  used_at timestamptz not null default now(),
  primary key (tenant_id, digest)
);
create index knowledge_sets_used on knowledge_sets (used_at);

-- Not a column of type regconfig: pg_upgrade refuses those.
create function knowledge_words(language text, title text, content text) returns tsvector
language sql immutable parallel safe as $$
  select case language
    when 'english' then setweight(to_tsvector('pg_catalog.english'::regconfig, title), 'A')
      || setweight(to_tsvector('pg_catalog.english'::regconfig, content), 'B')
    when 'spanish' then setweight(to_tsvector('pg_catalog.spanish'::regconfig, title), 'A')
      || setweight(to_tsvector('pg_catalog.spanish'::regconfig, content), 'B')
    when 'german' then setweight(to_tsvector('pg_catalog.german'::regconfig, title), 'A')
      || setweight(to_tsvector('pg_catalog.german'::regconfig, content), 'B')
    when 'french' then setweight(to_tsvector('pg_catalog.french'::regconfig, title), 'A')
      || setweight(to_tsvector('pg_catalog.french'::regconfig, content), 'B')
    else setweight(to_tsvector('pg_catalog.simple'::regconfig, title), 'A')
      || setweight(to_tsvector('pg_catalog.simple'::regconfig, content), 'B')
  end
$$;

create table knowledge_entries (
  tenant_id text not null,
  digest text not null,
  entry_id text not null,
  language text not null,
  title text not null,
  content text not null,
  words tsvector not null generated always as (knowledge_words(language, title, content)) stored,
  -- The entries of one set, two hundred at most, are read by this key: an index over the words of all organizations would
  -- be more work, and the planner does not use one.
  primary key (tenant_id, digest, entry_id),
  foreign key (tenant_id, digest) references knowledge_sets (tenant_id, digest) on delete cascade
);

-- What was asked on calls, and which entries answered it.
create table knowledge_questions (
  tenant_id text not null,
  id uuid not null,
  call_id uuid not null,
  agent_id text,
  question text not null,
  -- ids and titles as they were then; empty: none was found
  entries jsonb not null default '[]',
  asked_at timestamptz not null default now(),
  -- when somebody took it off the list of unanswered questions
  dismissed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, call_id) references calls (tenant_id, id) on delete cascade
);
create index knowledge_questions_call on knowledge_questions (tenant_id, call_id, asked_at);
create index knowledge_questions_unanswered on knowledge_questions (tenant_id, agent_id, asked_at)
  where entries = '[]' and dismissed_at is null;

grant select, insert, update on knowledge_sets, knowledge_entries to parley_app;
grant select, insert, update, delete on knowledge_sets, knowledge_entries to parley_system;
grant select, update on knowledge_questions to parley_app;
grant select, insert on knowledge_questions to parley_system;

do $$
declare
  name text;
begin
  foreach name in array array['knowledge_sets', 'knowledge_entries', 'knowledge_questions'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to parley_app
         using (tenant_id = current_setting(''parley.tenant'', true))
         with check (tenant_id = current_setting(''parley.tenant'', true))', name);
    execute format('create policy every_tenant on %I to parley_system using (true) with check (true)', name);
  end loop;
end $$;
