import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterCallExamples } from './after-call-examples.ts';
import { type ExamplePerson, insertCall } from './example-person.ts';
import { toolExamples } from './tool-examples.ts';
import { webhookExamples } from './webhook-examples.ts';

/**
 * One record of each kind that is about a person, for every table of the registry that is searched. A new table joins by
 * adding its own; the suite fails on one without.
 */
export const examples: Record<string, (client: pg.ClientBase, person: ExamplePerson) => Promise<void>> = {
  ...afterCallExamples,
  ...toolExamples,
  ...webhookExamples,
  organizations: async (client, { tenantId, number, userId }) => {
    await client.query(
      `insert into organizations (tenant_id, name, time_zone, language, currency, opening_hours, prices, changed_by,
         changed_by_name)
       values ($1, 'One', 'UTC', 'en-US', 'USD', $2, '{}', $3, 'Kit Reed')
       on conflict (tenant_id) do update set opening_hours = excluded.opening_hours, changed_by = excluded.changed_by,
         changed_by_name = excluded.changed_by_name`,
      [tenantId, { holidays: [{ name: `Closed, call ${number}` }] }, userId],
    );
  },
  call_exports: async (client, { tenantId, number, userId }) => {
    await client.query(
      `insert into call_exports (tenant_id, id, format, wanted, link_until, requested_by)
       values ($1, $2, 'csv', jsonb_build_object('filters', jsonb_build_object('q', 'crown ' || $3::text)), now(), $4)`,
      [tenantId, randomUUID(), number, userId],
    );
  },
  sign_in_policies: async (client, { tenantId, userId }) => {
    await client.query(
      `insert into sign_in_policies (tenant_id, second_factor_required, idle_minutes, changed_by, changed_by_name)
       values ($1, false, 720, $2, 'Kit Reed')
       on conflict (tenant_id) do update set changed_by = excluded.changed_by, changed_by_name = excluded.changed_by_name`,
      [tenantId, userId],
    );
  },
  agents: async (client, { tenantId, number, userId }) => {
    await client.query(
      `insert into agents (tenant_id, id, display_name, persona, greeting, abilities, transfer_number, draft,
         draft_saved_by, draft_saved_by_name)
       values ($1, $2, 'Ada', 'Transfer to ' || $3, '', '', $3, jsonb_build_object('persona', 'Transfer to ' || $3),
         $4, 'Kit Reed')`,
      [tenantId, randomUUID(), number, userId],
    );
  },
  agent_versions: async (client, { tenantId, number, userId }) => {
    await client.query(
      `with agent as (
         insert into agents (tenant_id, id, display_name, persona, greeting, abilities, draft)
         values ($1, $2, 'Ada', '', '', '', '{}') returning id)
       insert into agent_versions (tenant_id, agent_id, version, config, published_by, published_by_name)
       select $1, id, 1, jsonb_build_object('persona', 'Transfer to ' || $3), $4, 'Kit Reed' from agent`,
      [tenantId, randomUUID(), number, userId],
    );
  },
  phone_numbers: async (client, { tenantId, userId }) => {
    await client.query(
      "insert into phone_numbers (tenant_id, number, carrier, carrier_account, set_by) values ($1, $2, 'lab', $2, $3)",
      [tenantId, randomUUID(), userId],
    );
  },
  connections: async (client, { tenantId, userId }) => {
    await client.query(
      `insert into connections (tenant_id, kind, state, settings, connected_by, connected_by_name)
       values ($1, 'model', 'replaced', '{"version": 1, "kind": "model"}', $2, 'Kit Reed')`,
      [tenantId, userId],
    );
  },
  calling: async (client, { tenantId, userId }) => {
    await client.query(
      `insert into calling (tenant_id, side, set_by, set_by_name) values ($1, 'sandbox', $2, 'Kit Reed')
       on conflict (tenant_id) do update set set_by = excluded.set_by, set_by_name = excluded.set_by_name`,
      [tenantId, userId],
    );
  },
  calls: async (client, person) => {
    await insertCall(client, person);
  },
  transcript_entries: async (client, person) => {
    const callId = await insertCall(client, person);
    await client.query(
      `insert into transcript_entries (tenant_id, call_id, ordinal, speaker, message, spoken_at)
       values ($1, $2, 1, 'user', 'My name is Robin.', now())`,
      [person.tenantId, callId],
    );
  },
  call_events: async (client, person) => {
    const callId = await insertCall(client, person);
    await client.query("insert into call_events (tenant_id, call_id, kind) values ($1, $2, 'requested')", [
      person.tenantId,
      callId,
    ]);
  },
  call_search: async (client, person) => {
    const callId = await insertCall(client, person);
    await client.query("insert into call_search (tenant_id, call_id, words) values ($1, $2, 'crown')", [
      person.tenantId,
      callId,
    ]);
  },
  session_commands: async (client, person) => {
    const callId = await insertCall(client, person);
    await client.query(
      `insert into session_commands (tenant_id, id, call_id, session, kind, arguments, requested_by, expires_at)
       values ($1, $2, $3, 1, 'transfer', $4, $5, now())`,
      [person.tenantId, randomUUID(), callId, { reason: 'Robin wants a person.' }, person.userId],
    );
  },
  tries: async (client, person) => {
    await insertTry(client, person);
  },
  try_events: async (client, person) => {
    const callId = await insertTry(client, person);
    await client.query(
      `insert into try_events (tenant_id, call_id, number, event)
       values ($1, $2, 1, '{"type": "said", "text": "Robin speaking."}')`,
      [person.tenantId, callId],
    );
  },
  knowledge_questions: async (client, person) => {
    const callId = await insertCall(client, person);
    await client.query(
      `insert into knowledge_questions (tenant_id, id, call_id, agent_id, question, entries)
       values ($1, $2, $3, 'ada', 'Is Robin at the desk today?', '[{"id": "e1", "title": "Robin"}]')`,
      [person.tenantId, randomUUID(), callId],
    );
  },
  dial_attempts: async (client, person) => {
    const callId = await insertCall(client, person);
    await client.query(
      `insert into dial_attempts (tenant_id, id, call_id, user_id, idempotency_key, fingerprint, to_number)
       values ($1, $2, $3, $4, $5, 'digest', $6)`,
      [person.tenantId, randomUUID(), callId, person.userId, randomUUID(), person.number],
    );
  },
  templates: async (client, { tenantId, userId }) => {
    await client.query(
      `with agent as (
         insert into agents (tenant_id, id, display_name, persona, greeting, abilities)
         values ($1, $2, 'Ada', '', '', '') returning id)
       insert into templates (tenant_id, id, agent_id, name, prompt, created_by, created_by_name)
       select $1, $3, id, 'Reminder', 'Remind them.', $4, 'Kit Reed' from agent`,
      [tenantId, randomUUID(), randomUUID(), userId],
    );
  },
  api_keys: async (client, { tenantId, userId }) => {
    await client.query(
      `insert into api_keys (tenant_id, id, digest, name, permissions, requests_per_minute, created_by, created_by_name)
       values ($1, $2, $3, 'Practice software', '{calls.read}', 600, $4, 'Kit Reed')`,
      [tenantId, randomUUID().replaceAll('-', '').slice(0, 12), randomBytes(32), userId],
    );
  },
  call_views: async (client, { tenantId, userId }) => {
    await client.query(
      `insert into call_views (tenant_id, user_id, id, name, filters)
       values ($1, $2, $3, 'Crowns', '{"version": 1, "values": {"q": "crown"}}')`,
      [tenantId, userId, randomUUID()],
    );
  },
  do_not_call: async (client, { tenantId, number }) => {
    await client.query("insert into do_not_call (tenant_id, number, source) values ($1, $2, 'test')", [
      tenantId,
      number,
    ]);
  },
  erasures: async (client, { tenantId, number, userId }) => {
    await client.query(
      `insert into erasures (tenant_id, id, digest, number, state, never_call, requested_by, requested_by_name)
       values ($1, $2, gen_random_uuid()::text, $3, 'running', true, $4, 'Kit Reed')`,
      [tenantId, randomUUID(), number, userId],
    );
  },
  retention: async (client, { tenantId, userId }) => {
    await client.query(
      `insert into retention (tenant_id, calls_days, changed_by, changed_by_name) values ($1, 365, $2, 'Kit Reed')
       on conflict (tenant_id) do update set changed_by = excluded.changed_by`,
      [tenantId, userId],
    );
  },
  call_costs: async (client, person) => {
    await client.query(
      `insert into call_costs (tenant_id, call_id, day, currency, carrier_state, model_state)
       values ($1, $2, '2026-03-02', 'USD', 'none', 'none')`,
      [person.tenantId, await insertCall(client, person)],
    );
  },
  call_usage: async (client, person) => {
    await client.query(
      `insert into call_usage (tenant_id, call_id, source, model) values ($1, $2, 'summary', 'a-model')`,
      [person.tenantId, await insertCall(client, person)],
    );
  },
  spending_limits: async (client, { tenantId, userId }) => {
    await client.query(
      `insert into spending_limits (tenant_id, changed_by, changed_by_name) values ($1, $2, 'Kit Reed')
       on conflict (tenant_id) do update set changed_by = excluded.changed_by`,
      [tenantId, userId],
    );
  },
  recordings: async (client, person) => {
    await client.query(
      `insert into recordings (tenant_id, call_id, carrier, carrier_sid, remove_at_carrier)
       values ($1, $2, 'lab', 'CA1', true)`,
      [person.tenantId, await insertCall(client, person)],
    );
  },
  recording_settings: async (client, { tenantId, userId }) => {
    await client.query(
      `insert into recording_settings (tenant_id, changed_by, changed_by_name) values ($1, $2, 'Kit Reed')
       on conflict (tenant_id) do update set changed_by = excluded.changed_by`,
      [tenantId, userId],
    );
  },
  audit_log: async (client, { tenantId, userId }) => {
    await client.query(
      "insert into audit_log (tenant_id, actor, action, subject) values ($1, $2, 'call.placed', 'x')",
      [tenantId, userId],
    );
  },
  audit_readings: async (client, { tenantId, userId }) => {
    await client.query(
      `insert into audit_readings (tenant_id, actor, actor_kind, action, oldest, newest, entry_count, entries)
       values ($1, $2, 'person', 'call.read', now(), now(), 1, '[[0, 0, "x", {}]]')`,
      [tenantId, userId],
    );
  },
  secrets: async (client, { tenantId, userId }) => {
    await client.query(
      `insert into secrets (tenant_id, name, purpose, key_id, sealed, set_by)
       values ($1, $2, 'tool', 'first', 'v1.sealed-text', $3)`,
      [tenantId, randomUUID(), userId],
    );
  },
};

/** Examples of everything for a person in a tenant; one more call for each kind that belongs to one. */
export async function insertExamples(client: pg.ClientBase, person: ExamplePerson): Promise<void> {
  await client.query("insert into tenants (id, name) values ($1, 'x') on conflict do nothing", [
    person.tenantId,
  ]);
  for (const insert of Object.values(examples)) await insert(client, person);
}

async function insertTry(client: pg.ClientBase, person: ExamplePerson): Promise<string> {
  const callId = await insertCall(client, person);
  await client.query(
    `insert into tries (tenant_id, call_id, agent_id, user_id, channel, config, revision)
     values ($1, $2, 'ada', $3, 'text', '{"schema": 1}', 1)`,
    [person.tenantId, callId, person.userId],
  );
  return callId;
}
