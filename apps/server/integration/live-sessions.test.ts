import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createCallAdmission } from '../src/adapters/postgres/call-admission.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { NoticeConnection } from '../src/adapters/postgres/notice-connection.ts';
import { createSessionCommands } from '../src/adapters/postgres/session-commands.ts';
import { createSessionDirectory } from '../src/adapters/postgres/session-directory.ts';
import { createStreamTokens } from '../src/adapters/postgres/stream-tokens.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import { type SessionCommands, serverIdPrefix } from '../src/ports/session-commands.ts';
import type { SessionDirectory, SessionKey } from '../src/ports/session-directory.ts';
import type { StreamTokens } from '../src/ports/stream-tokens.ts';
import type { CallKey } from '../src/ports/transcript-store.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { noLimits } from '../testing/no-limits.ts';

let testDatabase: TestDatabase;
let database: Database;
let tokens: StreamTokens;
let directory: SessionDirectory;
let commands: SessionCommands;

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const one = { serverId: 'one', leaseMs: 15_000 };
const two = { serverId: 'two', leaseMs: 15_000 };
const times = { expiresMs: 5_000, resultMs: 5_000 };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  tokens = createStreamTokens(database);
  directory = createSessionDirectory(database);
  commands = createSessionCommands(database, new NoticeConnection(database, silent));
  for (const id of ['one', 'other'])
    await createAgentStore(database).createTenant({ id, name: id }, starterAgents);
});
afterAll(() => testDatabase.drop());

async function newCall(tenantId = 'one'): Promise<CallKey> {
  const callId = randomUUIDv7();
  await createCallAdmission(database).reserve(
    {
      ...{
        tenantId,
        userId: 'kit',
        callId,
        agentId: 'kuzco',
        agentVersion: 1,
        fingerprint: callId,
        at: new Date(),
      },
      ...{ to: '+12025550123', from: '+15005550006', instructions: 'Say hello.', idempotencyKey: null },
      ...{ carrier: 'lab', carrierAccount: null, engine: 'relay' },
    },
    noLimits,
  );
  return { tenantId, callId };
}

const inAMinute = () => new Date(Date.now() + 60_000);
const issue = (call: CallKey, session: number) => tokens.issue({ ...call, session }, new Date(), inAMinute());
async function use(token: string, holder = one): Promise<SessionKey | null> {
  const opened = await tokens.use(token, new Date(), holder);
  return opened && { tenantId: opened.tenantId, callId: opened.callId, session: opened.session };
}

async function live(holder = one): Promise<SessionKey> {
  const key = await use(await issue(await newCall(), 1), holder);
  if (!key) throw new Error('The session did not begin.');
  return key;
}

async function resumed(call: CallKey, session: number, holder = one): Promise<SessionKey | null> {
  return use(await issue(call, session), holder);
}

/** The holder stops renewing its lease. */
const expire = (key: CallKey) =>
  database.asSystem((tx) =>
    tx.execute(
      sql`update live_sessions set lease_until = now() - interval '1 second' where call_id = ${key.callId}`,
    ),
  );

describe('CL25: a token opens exactly the next session', () => {
  test('the first one once, whichever server tries, and all at once', async () => {
    const call = await newCall();
    const passes = [await issue(call, 1), await issue(call, 1), await issue(call, 1)];
    const tries = await Promise.all([...passes, ...passes].map((token, n) => use(token, n % 2 ? one : two)));
    expect(tries.filter((key) => key !== null)).toEqual([{ ...call, session: 1 }]);
    expect(await tokens.sessions(call)).toHaveLength(1);
  });

  test('the second one when the first has ended or was lost, and once', async () => {
    for (const how of ['ended', 'lost'] as const) {
      const first = await live();
      const passes = [await issue(first, 2), await issue(first, 2)];
      expect(await use(passes[0] ?? '')).toBeNull();
      await tokens.finish(first, new Date(), how);
      const tries = await Promise.all([...passes, ...passes].map((token) => use(token, two)));
      expect(tries.filter((key) => key !== null)).toEqual([{ ...first, session: 2 }]);
      expect((await tokens.sessions(first)).map(({ session, lost }) => [session, lost])).toEqual([
        [1, how === 'lost'],
        [2, false],
      ]);
    }
  });

  test('never one that was passed over, or that has been', async () => {
    const first = await live();
    expect(await resumed(first, 3)).toBeNull();
    await tokens.finish(first, new Date(), 'lost');
    expect(await resumed(first, 3)).toBeNull();
    expect(await resumed(first, 1)).toBeNull();
    expect(await resumed(first, 2)).not.toBeNull();
    expect(await resumed(first, 1)).toBeNull();
  });

  test('a token of the release before, which knows no numbers, opens the first one', async () => {
    const call = await newCall();
    const token = await issue(call, 1);
    await database.asSystem((tx) =>
      tx.execute(sql`update voice_passes set session = default where call_id = ${call.callId}`),
    );
    expect(await use(token)).toEqual({ ...call, session: 1 });
  });

  test('the end of an earlier session, reported late, leaves the later one open and held', async () => {
    const first = await live();
    await tokens.finish(first, new Date(), 'lost');
    const second = await resumed(first, 2, two);
    await tokens.finish(first, new Date(), 'ended');
    expect(await tokens.openSession(first)).toEqual(second);
    expect(await directory.find(first)).toEqual({ ...second, serverId: 'two' });
    expect((await tokens.sessions(first))[0]).toMatchObject({ lost: true });
  });

  test('VS11: it knows when the carrier asked for it, where the server that issued its token has stored that', async () => {
    const call = await newCall();
    const askedAt = new Date(Date.now() - 700);
    const token = await tokens.issue({ ...call, session: 1 }, askedAt, inAMinute());
    expect(await tokens.use(token, new Date(), one)).toEqual({ ...call, session: 1, askedAt });
    expect(await tokens.sessions(call)).toMatchObject([{ askedAt }]);
    await database.asSystem((tx) =>
      tx.execute(sql`update voice_passes set asked_at = null where call_id = ${call.callId}`),
    );
    const [begun] = await tokens.sessions(call);
    expect(begun?.askedAt).toEqual(begun?.beganAt);
  });

  test('VS11: a server whose clock is ahead has not asked after the session began', async () => {
    const call = await newCall();
    await use(await tokens.issue({ ...call, session: 1 }, inAMinute(), inAMinute()));
    const [begun] = await tokens.sessions(call);
    expect(begun?.askedAt).toEqual(begun?.beganAt);
  });

  test('CL35: the server that holds an open session finds it by its token, and no other does', async () => {
    const call = await newCall();
    const token = await issue(call, 1);
    expect(await tokens.heldBy(token, one)).toBeNull();
    await use(token);
    expect(await tokens.heldBy(token, one)).toMatchObject({ ...call, session: 1 });
    expect(await tokens.heldBy(token, two)).toBeNull();
    await tokens.finish({ ...call, session: 1 }, new Date(), 'ended');
    expect(await tokens.heldBy(token, one)).toBeNull();
  });

  test('VS37: what a call keeps of its organization is that of its first session', async () => {
    const organization = {
      version: 1,
      name: 'Elm',
      timeZone: 'Europe/Berlin',
      open: [{ from: 1, until: 2 }],
    };
    const call = await newCall();
    const begin = async (session: number, name: string) =>
      tokens.use(await issue(call, session), new Date(), one, { ...organization, version: 1, name });
    const first = await begin(1, 'Elm');
    await tokens.finish(first as SessionKey, new Date(), 'lost');
    await begin(2, 'Oak');
    expect((await tokens.sessions(call)).map((session) => session.organization)).toEqual([
      organization,
      null,
    ]);
  });
});

describe('CL26: leases', () => {
  test('a session is held from its first moment to its end', async () => {
    const key = await live();
    expect(await directory.find(key)).toEqual({ ...key, serverId: 'one' });
    await tokens.finish(key, new Date(), 'ended');
    expect(await directory.find(key)).toBeNull();
    expect(await tokens.openSession(key)).toBeNull();
  });

  test('a server that dies leaves no lease for longer than 15 seconds', async () => {
    const key = await live();
    const { rows } = await database.asSystem((tx) =>
      tx.execute<{ seconds: number }>(
        sql`select extract(epoch from lease_until - now())::float8 as seconds from live_sessions where call_id = ${key.callId}`,
      ),
    );
    expect(rows[0]?.seconds).toBeLessThanOrEqual(15);
    expect(rows[0]?.seconds).toBeGreaterThan(5);
    await expire(key);
    expect(await directory.find(key)).toBeNull();
  });

  test('all sessions of a server are renewed in one statement, late ones too', async () => {
    const keys = [await live(), await live(), await live()];
    await Promise.all(keys.map(expire));
    const kept = await directory.renew(one, keys);
    expect(kept.map(({ callId }) => callId).toSorted()).toEqual(keys.map(({ callId }) => callId).toSorted());
    for (const key of keys) expect(await directory.find(key)).toMatchObject({ serverId: 'one' });
  });

  test('a server is told which of its sessions another one has taken over, or somebody has closed', async () => {
    const [kept, taken, closed] = [await live(), await live(), await live()];
    await expire(taken);
    await tokens.finish(taken, new Date(), 'lost');
    await resumed(taken, 2, two);
    await tokens.finish(closed, new Date(), 'lost');
    expect(await directory.renew(one, [kept, taken, closed])).toEqual([kept]);
    expect(await directory.renew(two, [{ ...taken, session: 2 }])).toHaveLength(1);
  });
});

describe('CL27: commands', () => {
  const taken = async (serverId: string, key: CallKey) =>
    (await commands.take(serverId)).filter(({ callId }) => callId === key.callId);

  test('are taken oldest first, whatever order they are stored in', async () => {
    const key = await live(two);
    const later = await commands.send(key, { kind: 'end' }, 'kit', times);
    const earlier = await commands.send(key, { kind: 'transfer', reason: 'They asked.' }, 'kit', times);
    await database.asSystem((tx) =>
      tx.execute(
        sql`update session_commands set created_at = created_at - interval '1 minute' where id = ${earlier}`,
      ),
    );
    expect((await taken('two', key)).map(({ id }) => id)).toEqual([earlier, later]);
  });

  test('reach the server that holds the call, and are taken once', async () => {
    const key = await live(two);
    const notified: string[] = [];
    const listening = [
      await commands.listen('one', () => notified.push('one')),
      await commands.listen('two', () => notified.push('two')),
    ];
    const id = await commands.send(key, { kind: 'transfer', reason: 'They asked.' }, 'kit', times);
    await expect.poll(() => notified).toEqual(['two']);
    expect(await taken('one', key)).toEqual([]);
    const tries = await Promise.all([taken('two', key), taken('two', key), taken('two', key)]);
    expect(tries.flat()).toEqual([{ ...key, id, command: { kind: 'transfer', reason: 'They asked.' } }]);
    expect(await commands.outcome('one', id ?? '')).toBeNull();
    await commands.finish(tries.flat()[0] as never, { state: 'done', detail: 'so' });
    expect(await commands.outcome('one', id ?? '')).toEqual({ state: 'done', detail: 'so' });
    await Promise.all(listening.map((each) => each.close()));
  });

  test('that a server of the release before does not know fail at once, and do not reach it', async () => {
    const [before, now] = [await live(one), await live({ ...two, serverId: `${serverIdPrefix}two` })];
    const greeting = { kind: 'greeting-ended', end: 'beep' } as const;
    const refused = await commands.send(before, greeting, 'carrier', times);
    expect(await commands.outcome('one', refused ?? '')).toMatchObject({ state: 'failed' });
    const end = await commands.send(before, { kind: 'end' }, 'kit', times);
    expect((await taken('one', before)).map(({ id }) => id)).toEqual([end]);
    const known = await commands.send(now, greeting, 'carrier', times);
    expect((await taken(`${serverIdPrefix}two`, now)).map(({ id }) => id)).toEqual([known]);
  });

  test('for a call without a live session are refused at once', async () => {
    const ended = await live();
    await tokens.finish(ended, new Date(), 'ended');
    const dead = await live();
    await expire(dead);
    for (const key of [ended, dead, await newCall(), { tenantId: 'one', callId: 'nonsense' }])
      expect(await commands.send(key, { kind: 'end' }, 'kit', times)).toBeNull();
  });

  test('of another tenant reach nobody, and tell nothing', async () => {
    const key = await live();
    const id = await commands.send(key, { kind: 'end' }, 'kit', times);
    expect(await commands.send({ ...key, tenantId: 'other' }, { kind: 'end' }, 'eve', times)).toBeNull();
    expect(await taken('one', key)).toHaveLength(1);
    await commands.settleOverdue({ ...times, resultMs: 0 });
    // As for a command that nobody has ever sent.
    const unknown = await commands.outcome('other', randomUUIDv7());
    expect(await commands.outcome('other', id ?? '')).toEqual(unknown);
    expect(await commands.outcome('one', id ?? '')).toMatchObject({ state: 'failed' });
  });

  test.each<[string, (key: SessionKey) => Promise<unknown>]>([
    ['the session ends first', (key) => tokens.finish(key, new Date(), 'ended')],
    ['its server dies', expire],
  ])('expire where %s, and are not carried out afterwards', async (_case, happens) => {
    const key = await live();
    const id = await commands.send(key, { kind: 'end' }, 'kit', times);
    await happens(key);
    await commands.settleOverdue(times);
    expect(await commands.outcome('one', id ?? '')).toMatchObject({ state: 'expired' });
    await directory.renew(one, [key]);
    expect(await taken('one', key)).toEqual([]);
  });

  test('expire where nobody takes them in time, and fail where the server that took them dies', async () => {
    const key = await live();
    const late = await commands.send(key, { kind: 'end' }, 'kit', { ...times, expiresMs: 0 });
    expect(await taken('one', key)).toEqual([]);
    await commands.settleOverdue(times);
    expect(await commands.outcome('one', late ?? '')).toMatchObject({ state: 'expired' });

    const id = await commands.send(key, { kind: 'end' }, 'kit', times);
    const [held] = await taken('one', key);
    await commands.settleOverdue(times);
    expect(await commands.outcome('one', id ?? '')).toBeNull();
    await commands.settleOverdue({ ...times, resultMs: 0 });
    expect(await commands.outcome('one', id ?? '')).toMatchObject({ state: 'failed' });
    await commands.finish(held as never, { state: 'done', detail: '' });
    expect(await commands.outcome('one', id ?? '')).toMatchObject({ state: 'failed' });
  });

  test('are not carried over to the session that resumes a lost one', async () => {
    const key = await live();
    const id = await commands.send(key, { kind: 'end' }, 'kit', times);
    await tokens.finish(key, new Date(), 'lost');
    await resumed(key, 2, two);
    expect(await taken('two', key)).toEqual([]);
    await commands.settleOverdue(times);
    expect(await commands.outcome('one', id ?? '')).toMatchObject({ state: 'expired' });
  });
});

test('CL27: the rows go with the call, and forbid to wait for ever for the result of a command', async () => {
  const key = await live();
  const id = await commands.send(key, { kind: 'end' }, 'kit', times);
  await database.asSystem((tx) => tx.execute(sql`delete from calls where id = ${key.callId}`));
  const { rows } = await database.asSystem((tx) =>
    tx.execute(sql`
      select 1 from live_sessions where call_id = ${key.callId}
      union all select 1 from session_commands where call_id = ${key.callId}`),
  );
  expect(rows).toEqual([]);
  expect(await commands.outcome(key.tenantId, id ?? '')).toMatchObject({ state: 'expired' });
});
