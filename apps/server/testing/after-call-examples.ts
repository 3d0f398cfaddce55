import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { ExamplePerson } from './example-person.ts';
import { insertCall } from './example-person.ts';

type Insert = (client: pg.ClientBase, person: ExamplePerson) => Promise<void>;

/** Records of outcomes, follow-ups and contacts that are about a person. */
export const afterCallExamples: Record<string, Insert> = {
  outcome_corrections: async (client, person) => {
    const callId = await insertCall(client, person);
    await client.query(
      `insert into outcome_corrections (tenant_id, call_id, field_id, value, corrected_by, corrected_by_name)
       values ($1, $2, 'name', '"Robin"', $3, 'Kit Reed')`,
      [person.tenantId, callId, person.userId],
    );
  },
  follow_ups: async (client, person) => {
    await insertFollowUp(client, person);
  },
  follow_up_mails: async (client, person) => {
    const id = await insertFollowUp(client, person);
    await client.query(
      "insert into follow_up_mails (tenant_id, follow_up_id, user_id, state) values ($1, $2, $3, 'sent')",
      [person.tenantId, id, person.userId],
    );
  },
  desk_people: async (client, { tenantId, userId }) => {
    await client.query(
      `insert into desk_people (tenant_id, user_id, display_name, email) values ($1, $2, 'Kit Reed', 'kit@example.com')
       on conflict do nothing`,
      [tenantId, userId],
    );
  },
  seen_people: async (client, { tenantId, userId }) => {
    await client.query(
      `insert into seen_people (tenant_id, user_id, display_name, email, role, seen_at)
       values ($1, $2, 'Kit Reed', 'kit@example.com', 'operator', now()) on conflict do nothing`,
      [tenantId, userId],
    );
  },
  contacts: async (client, person) => {
    await insertContact(client, person);
  },
  contact_words: async (client, person) => {
    const id = await insertContact(client, person);
    await client.query("insert into contact_words (tenant_id, word, contact_id) values ($1, 'robin', $2)", [
      person.tenantId,
      id,
    ]);
  },
  contact_imports: async (client, { tenantId, number, userId }) => {
    await client.query(
      `insert into contact_imports (tenant_id, id, file_name, parts, started_by, started_by_name)
       values ($1, $2, $3, 1, $4, 'Kit Reed')`,
      [tenantId, randomUUID(), `${number}.csv`, userId],
    );
  },
  campaigns: async (client, person) => {
    await insertCampaign(client, person, person.userId);
  },
  recipients: async (client, person) => {
    const campaignId = await insertCampaign(client, person, null);
    await client.query(
      `insert into recipients (tenant_id, campaign_id, row, state, number, name, name_key, zones, zone_source, notes, cells)
       values ($1, $2, 2, 'pending', $3, 'Robin', 'robin', '{America/New_York}', 'number', 'Robin is in until five.',
         jsonb_build_array('Robin', $3::text))`,
      [person.tenantId, campaignId, person.number],
    );
  },
  campaign_events: async (client, person) => {
    const campaignId = await insertCampaign(client, person, null);
    await client.query(
      `insert into campaign_events (tenant_id, campaign_id, at, kind, actor, actor_name)
       values ($1, $2, now(), 'started', $3, 'Kit Reed')`,
      [person.tenantId, campaignId, person.userId],
    );
  },
  consent_rules: async (client, { tenantId, userId }) => {
    await client.query(
      `insert into consent_rules (tenant_id, grounds, changed_by, changed_by_name) values ($1, '{}', $2, 'Kit Reed')
       on conflict (tenant_id) do update set changed_by = excluded.changed_by, changed_by_name = excluded.changed_by_name`,
      [tenantId, userId],
    );
  },
  registry_files: async (client, { tenantId, number, userId }) => {
    await client.query(
      `insert into registry_files (tenant_id, id, file_name, dated, imported_by, imported_by_name)
       values ($1, $2, $3, '2026-11-01', $4, 'Kit Reed')`,
      [tenantId, randomUUID(), `${number}.csv`, userId],
    );
  },
  contact_import_errors: async (client, { tenantId, number }) => {
    await client.query(
      `with import as (
         insert into contact_imports (tenant_id, id, file_name, parts) values ($1, $2, 'people.csv', 1) returning id)
       insert into contact_import_errors (tenant_id, import_id, row, code, value)
       select $1, id, 2, 'repeated_row', $3 || ' Robin' from import`,
      [tenantId, randomUUID(), number],
    );
  },
};

async function insertFollowUp(
  client: pg.ClientBase,
  { tenantId, number, userId }: ExamplePerson,
): Promise<string> {
  const id = randomUUID();
  await client.query(
    `insert into follow_ups (tenant_id, id, source_key, reason, number, what, note, due_at, owner, owner_name,
       created_by, created_by_name)
     values ($1, $2, $3, 'callback', $4, 'Call Robin back.', 'Robin is in until five.', now(), $5, 'Kit Reed', $5, 'Kit Reed')`,
    [tenantId, id, `hand/${id}`, number, userId],
  );
  return id;
}

async function insertContact(
  client: pg.ClientBase,
  { tenantId, number, userId }: ExamplePerson,
): Promise<string> {
  const id = randomUUID();
  await client.query(
    `insert into contacts (tenant_id, id, number, name, name_key, notes, source, created_by, created_by_name)
     values ($1, $2, $3, 'Robin ' || $4, 'robin ' || $4, 'Robin pays by invoice.', 'hand', $5, 'Kit Reed')`,
    [tenantId, id, number, id.slice(0, 8), userId],
  );
  return id;
}

async function insertCampaign(
  client: pg.ClientBase,
  { tenantId, number }: ExamplePerson,
  userId: string | null,
): Promise<string> {
  const id = randomUUID();
  await client.query(
    `insert into campaigns (tenant_id, id, name, purpose, agent_id, template_id, prompt, defaults, policy, created_by,
       created_by_name)
     values ($1, $2, $3, 'reminder', 'ada', $2, 'Remind them.', '{}', '{"version": 1}', $4, $5)`,
    [tenantId, id, `All but ${number}`, userId, userId && 'Kit Reed'],
  );
  return id;
}
