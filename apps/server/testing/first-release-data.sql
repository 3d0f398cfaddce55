-- Rows of every table as the first release (migrations 0001 to 0009) wrote them.
insert into tenants (id, name) values ('default', 'GS Dental'), ('other', 'Other');

insert into agents (tenant_id, id, display_name, persona, greeting, abilities, engine, phone_number, transfer_number) values
  ('default', 'gs-dental', 'GS Dental', 'The front desk.', 'Hello.', 'Appointments.', null, '+15005550006', '+15005551009'),
  ('default', 'kuzco', 'Kuzco', 'An assistant.', 'Hello.', 'Questions.', 'realtime', null, null),
  ('other', 'gs-dental', 'GS Dental', 'The front desk.', 'Hello.', 'Appointments.', 'relay', '+15005550007', null);

insert into calls (
  tenant_id, id, agent_id, carrier, carrier_account, direction, from_number, to_number, status, reason, instructions,
  placed_by, placed_by_name, carrier_sid, sending_at, end_requested_at, created_at, answered_at, ended_at, duration,
  answered_by, summary, summary_state, engine, turns, checked_at
)
select tenant, ('00000000-0000-4000-8000-' || case tenant when 'default' then '1' else '2' end || lpad(n::text, 11, '0'))::uuid,
  case when n % 7 = 0 then null else 'gs-dental' end,
  case when n % 2 = 0 then 'lab' else 'twilio' end,
  case when n % 3 = 0 then null else 'AC0000000000000000000000000000000' || n % 3 end,
  case when n % 4 = 0 then 'inbound' else 'outbound' end,
  case when n % 8 = 0 then null else '+15005550006' end,
  '+1500555' || lpad(n::text, 4, '0'),
  (array['queued', 'initiated', 'ringing', 'in-progress', 'completed', 'busy', 'no-answer', 'failed', 'canceled'])[1 + n % 9],
  case n % 9 when 5 then 'line_busy' when 7 then 'unconfirmed' end,
  'Say hello ' || n || E'.\nAnd "goodbye"; ü €.',
  'user_' || n % 3, case when n % 5 = 0 then null else 'Front Desk' end,
  case when n % 9 = 0 then null else 'CA' || case tenant when 'default' then 'a' else 'b' end || lpad(n::text, 31, '0') end,
  timestamptz '2026-10-01 10:00Z' + n * interval '1 minute',
  case when n % 11 = 0 then timestamptz '2026-10-01 10:00Z' + n * interval '1 minute' end,
  timestamptz '2026-10-01 10:00Z' + n * interval '1 minute',
  case when n % 9 in (3, 4) then timestamptz '2026-10-01 10:00:05Z' + n * interval '1 minute' end,
  case when n % 9 > 3 then timestamptz '2026-10-01 10:01Z' + n * interval '1 minute' end,
  case when n % 9 = 4 then n end, case when n % 13 = 0 then 'human' end,
  case when n % 9 = 4 then '**Confirmed** for Tuesday.' end,
  case n % 9 when 4 then 'ready' when 3 then 'pending' else 'none' end,
  case when n % 2 = 0 then 'relay' else 'realtime' end,
  case when n % 9 = 4 then '[{"first": 640, "total": 900}]'::jsonb else '[]'::jsonb end,
  timestamptz '2026-10-01 10:00Z' + n * interval '1 minute'
from generate_series(1, 90) n, unnest(array['default', 'other']) tenant;

insert into transcript_entries (tenant_id, call_id, ordinal, speaker, message, spoken_at, interrupted)
select tenant_id, id, ordinal, (array['agent', 'user', 'system'])[1 + ordinal % 3], 'Entry ' || ordinal || ' of ' || id,
  created_at + ordinal * interval '1 second', ordinal = 2
from calls, generate_series(0, 5) ordinal where answered_at is not null;

insert into call_events (tenant_id, call_id, kind, data, at)
select tenant_id, id, 'carrier', jsonb_build_object('status', status), created_at from calls;

insert into templates (tenant_id, id, agent_id, name, prompt, placeholders, created_by, created_by_name)
select tenant, ('00000000-0000-4000-9000-' || lpad((n * 10 + length(tenant))::text, 12, '0'))::uuid, 'gs-dental', 'Reminder ' || n,
  'Remind <Patient Name> of the appointment.', '{"Patient Name": ""}', 'user_1', 'Front Desk'
from generate_series(1, 5) n, unnest(array['default', 'other']) tenant;

insert into dial_attempts (tenant_id, id, call_id, user_id, idempotency_key, fingerprint, to_number, created_at)
select tenant_id, id, id, placed_by, 'key ' || id, 'fingerprint', to_number, created_at from calls where direction = 'outbound';

insert into do_not_call (tenant_id, number, source, call_id, unconfirmed) values
  ('default', '+15005559001', 'command line', null, false),
  ('default', '+15005559002', 'call 00000000-0000-4000-8000-100000000004', '00000000-0000-4000-8000-100000000004', true);

insert into audit_log (tenant_id, actor, action, subject, data) values
  (null, 'command line', 'access.granted', 'user', '{}'),
  ('default', 'user_1', 'call.placed', '00000000-0000-4000-8000-100000000099', '{"agentId": "kuzco", "to": "********0123"}'),
  ('default', 'user_1', 'call.deleted', '00000000-0000-4000-8000-100000000099', '{}');

insert into voice_passes (digest, tenant_id, call_id, expires_at, used_at, closed_at)
select 'digest ' || id, tenant_id, id, created_at + interval '1 minute', answered_at, ended_at from calls where answered_at is not null;

insert into identity."user" ("id", "name", "email", "emailVerified", "firstName", "lastName") values
  ('00000000-0000-4000-a000-000000000001', 'Front Desk', 'desk@example.com', true, 'Front', 'Desk');
insert into identity.membership (user_id, app_key, role) values ('00000000-0000-4000-a000-000000000001', 'parley', 'admin');
insert into identity."session" ("expiresAt", "token", "updatedAt", "userId") values
  ('2027-01-01', 'token', '2026-10-01', '00000000-0000-4000-a000-000000000001');
