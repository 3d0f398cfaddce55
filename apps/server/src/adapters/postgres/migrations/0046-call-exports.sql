-- Exports of calls (docs/export.md): what was asked for, how far the file is, and what came of it. The file itself is nowhere:
-- it goes to the browser while it is read.
create table call_exports (
  tenant_id text not null references tenants (id),
  id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'cancelled', 'failed')),
  -- why it has failed, as a word of a fixed list
  problem text,
  format text not null check (format in ('csv', 'jsonl')),
  -- filters, columns and fields; gone once the export has ended, because filters have words and numbers in them
  wanted jsonb,
  -- of the link; gone once it was used
  token_digest text,
  link_until timestamptz not null,
  rows_written integer not null default 0,
  total integer,
  requested_by text not null,
  created_at timestamptz not null default now(),
  -- when the server that writes the file last said so
  seen_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create unique index call_exports_link on call_exports (token_digest) where token_digest is not null;
create index call_exports_open on call_exports (tenant_id, requested_by) where state in ('waiting', 'running');
create index call_exports_old on call_exports (created_at);

grant select, insert, update on call_exports to parley_app;
-- The link names no organization: it is looked up across all of them.
grant select, update, delete on call_exports to parley_system;

alter table call_exports enable row level security;
alter table call_exports force row level security;
create policy own_tenant on call_exports to parley_app
  using (tenant_id = current_setting('parley.tenant', true))
  with check (tenant_id = current_setting('parley.tenant', true));
create policy every_tenant on call_exports to parley_system using (true) with check (true);
