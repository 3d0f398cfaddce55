-- Inbound calls are counted by tenant, caller and time before one is taken.
create index calls_inbound on calls (tenant_id, created_at)
  where direction = 'inbound';

-- The call in which somebody asked not to be called again. Of a call that came in, the number may be forged: until a
-- person has confirmed it, the entry says so.
alter table do_not_call add column call_id uuid;
alter table do_not_call add column unconfirmed boolean not null default false;

-- Row-level security binds the owner too, so that entries made before this column would stay unseen here.
alter table calls no force row level security;
alter table do_not_call no force row level security;
update do_not_call entry set call_id = calls.id, unconfirmed = calls.direction = 'inbound'
  from calls where calls.tenant_id = entry.tenant_id and entry.source = 'call ' || calls.id;
alter table calls force row level security;
alter table do_not_call force row level security;
