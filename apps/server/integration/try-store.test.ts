import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createSpendingStore } from '../src/adapters/postgres/costs/spending.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createOrganizationStore } from '../src/adapters/postgres/organization-store.ts';
import { createTryStore } from '../src/adapters/postgres/try-store.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import { startingSettings } from '../src/features/organization/starting-settings.ts';
import type { CallKey } from '../src/ports/transcript-store.ts';
import type { TryStore } from '../src/ports/tries.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let testDatabase: TestDatabase;
let database: Database;
let tries: TryStore;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  tries = createTryStore(database, { listen: async () => ({ close: async () => {} }) } as never);
  await createAgentStore(database).createTenant({ id: 'one', name: 'One' }, starterAgents);
});
afterAll(() => testDatabase.drop());

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

const newKey = () => ({ tenantId: 'one', callId: randomUUIDv7() });

function begin(
  key: CallKey,
  { at = new Date(), userId = key.callId, livePerPerson = 1, perDay = 1000, voiceSource = 'scripted' } = {},
) {
  return tries.begin(
    {
      ...{ ...key, agentId: 'kuzco', userId, at, channel: 'handset', direction: 'outbound' },
      ...{ instructions: 'Call.', from: '+15005550006', to: '+15005550199' },
      ...{ carrier: 'lab', carrierAccount: 'AC1', carrierSid: `CA${key.callId}`, voiceSource },
    },
    { livePerPerson, perDay, liveSince: new Date(0) },
  );
}

async function onHandset(at = new Date()): Promise<CallKey> {
  const key = newKey();
  expect(await begin(key, { at })).toMatchObject({ kind: 'begun' });
  return key;
}

test('AG23: an organization has so many tries in a day, one person so many at a time; the refusal names theirs', async () => {
  const first = newKey();
  expect(await begin(first, { userId: 'kit', at: secondsAgo(86_300) })).toMatchObject({ kind: 'begun' });
  expect(await begin(newKey(), { userId: 'kit' })).toMatchObject({
    kind: 'too_many',
    whose: 'person',
    open: [{ id: first.callId, agentId: 'kuzco', displayName: 'Kuzco', channel: 'handset' }],
  });
  expect(await begin(newKey(), { userId: 'jo', perDay: 1 })).toEqual({
    kind: 'too_many',
    whose: 'organization',
  });
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect(await begin(newKey(), { userId: 'jo', perDay: 1, at: tomorrow })).toMatchObject({ kind: 'begun' });
});

describe('a try with a model', () => {
  const withModel = { voiceSource: 'model' };
  const usage = { seconds: 1, requests: 1, inputTokens: 10, outputTokens: 10 };
  const endedAt = (micros: number) =>
    ({
      type: 'ended',
      ...{ at: new Date().toISOString(), reason: null, usage },
      cost: { micros, currency: 'USD' },
    }) as const;
  const limit = (day: number | null) =>
    database.forTenant('one', (tx) =>
      tx.execute(sql`
        insert into spending_limits (tenant_id, day_micros) values ('one', ${day}::bigint)
        on conflict (tenant_id) do update set day_micros = excluded.day_micros`),
    );

  test('CO4, CO11: does not pass the spending limit: it is counted, and refused once that is reached', async () => {
    const settings = startingSettings({ timeZone: 'UTC', country: null });
    await createOrganizationStore(database).ensure('one', { ...settings, currency: 'USD' });
    const spent = async () => (await createSpendingStore(database).get('one', new Date())).day.spentMicros;
    const first = newKey();
    expect(await begin(first, withModel)).toMatchObject({ kind: 'begun' });
    expect(await tries.finish(first, endedAt(70))).toBe(true);
    // Once, whoever ends it.
    expect(await tries.finish(first, endedAt(70))).toBe(false);
    expect(await spent()).toBe(70);
    await limit(100);
    const second = newKey();
    expect(await begin(second, withModel)).toMatchObject({ kind: 'begun' });
    await tries.finish(second, endedAt(30));
    expect(await spent()).toBe(100);
    expect(await begin(newKey(), withModel)).toEqual({ kind: 'spending_limit', period: 'day' });
    // The scripted agent costs nothing.
    expect(await begin(newKey())).toMatchObject({ kind: 'begun' });
    await limit(null);
    expect(await begin(newKey(), withModel)).toMatchObject({ kind: 'begun' });
  });

  test('CO8: what tries have cost is not expected of calls', async () => {
    const { rows } = await database.asSystem((tx) =>
      tx.execute(sql`select calls, micros::int, try_micros::int from spending_days where tenant_id = 'one'`),
    );
    expect(rows).toEqual([{ calls: 0, micros: 100, try_micros: 100 }]);
  });
});

describe('AG24: a try on several servers', () => {
  const usage = { seconds: 1, requests: 0, inputTokens: 0, outputTokens: 0 };
  const ended = { type: 'ended', at: new Date().toISOString(), reason: null, cost: null, usage } as const;

  test('keeps its last words and its cost when another one than its own hears of the end first', async () => {
    const key = await onHandset();
    await tries.startRecording({ ...key, session: 1 });
    expect(await tries.finish(key, ended)).toBe(false);
    const said = { type: 'said', at: ended.at, ordinal: 0, speaker: 'agent', text: 'Bye.' } as const;
    await tries.addEvent(key, { ...said, interrupted: false, final: true });
    await tries.addUsage(key, { ...usage, requests: 3, inputTokens: 10 });
    await tries.stopRecording({ ...key, session: 1 });
    expect(await tries.finish(key, ended)).toBe(true);
    expect(await tries.finish(key, ended)).toBe(false);
    const events = await tries.events('one', key.callId, 0);
    expect(events.map(({ type }) => type)).toEqual(['said', 'ended']);
    const { rows } = await database.asSystem((tx) =>
      tx.execute(sql`select sum(requests)::int as requests, sum(input_tokens)::int as tokens from try_usage`),
    );
    expect(rows).toEqual([{ requests: 3, tokens: 10 }]);
  });

  test('the end of a session that was lost leaves the one that resumed it recorded', async () => {
    const key = await onHandset();
    await tries.startRecording({ ...key, session: 1 });
    await tries.startRecording({ ...key, session: 2 });
    await tries.stopRecording({ ...key, session: 1 });
    expect(await tries.finish(key, ended)).toBe(false);
    expect(await tries.finish(key, ended, { gone: true })).toBe(true);
  });

  test('is lost where its call has ended and its server has died before it stored so, and not before', async () => {
    const key = await onHandset(secondsAgo(60));
    const lost = async () => (await tries.findLost(secondsAgo(20))).map(({ call }) => call.id);
    const end = (seconds: number) =>
      database.asSystem((tx) =>
        tx.execute(sql`
          update calls set status = 'completed', ended_at = ${secondsAgo(seconds).toISOString()}
          where id = ${key.callId}`),
      );
    await tries.startRecording({ ...key, session: 1 });
    expect(await lost()).not.toContain(key.callId);
    await end(5);
    expect(await lost()).not.toContain(key.callId);
    await end(30);
    expect(await lost()).toContain(key.callId);
    await tries.finish(key, ended, { gone: true });
    expect(await lost()).not.toContain(key.callId);
  });
});
