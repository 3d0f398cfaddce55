import { type Lab, startLab } from '@parley/phone-lab';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDoNotCallList } from '../src/adapters/postgres/do-not-call/list.ts';
import { eq } from '../src/adapters/postgres/drizzle.ts';
import { auditLog } from '../src/adapters/postgres/schema.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDeployment, type Deployment, type Desk, startDesk } from '../testing/desk.ts';
import type { DeskAnswer } from '../testing/desk-client.ts';

/** How many requests are sent at the same time. */
const together = 100;

let lab: Lab;
let database: TestDatabase;
let deployment: Deployment;
let desks: Desk[];

beforeAll(async () => {
  lab = await startLab({ speed: 50, cps: 1000, callees: { default: 'handset' } });
});
afterAll(() => lab.stop());
beforeEach(async () => {
  database = await createTestDatabase();
  deployment = await createDeployment(database, lab);
  desks = [];
});
afterEach(async () => {
  for (const desk of desks) await desk.stop();
  await database.drop();
});

async function open(settings: NodeJS.ProcessEnv): Promise<Desk> {
  const desk = await startDesk(deployment, settings);
  desks.push(desk);
  return desk;
}

let lastNumber = 3000;
const newNumber = () => `+1202555${++lastNumber}`;
const count = (answers: readonly DeskAnswer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

describe('CL20: the limits', () => {
  test('of a user hold for concurrent requests to two servers, and after a restart', async () => {
    const settings = { CALLS_PER_MINUTE: '7' };
    const servers = [await open(settings), await open(settings)];
    const before = lab.calls().length;
    const answers = await Promise.all(
      Array.from({ length: together }, (_, n) => (servers[n % 2] as Desk).as().place(newNumber())),
    );
    expect([count(answers, 200), count(answers, 429)]).toEqual([7, together - 7]);
    expect(lab.calls().length - before).toBe(7);
    for (const { body, headers } of answers.filter(({ status }) => status === 429)) {
      const wait = Number(headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      expect(body.error).toBe(`Too many calls in one minute. Try again in ${wait} seconds.`);
    }
    for (const desk of desks.splice(0)) await desk.stop();
    const again = await open(settings);
    expect((await again.as().place(newNumber())).status).toBe(429);
    expect((await again.as({ id: 'user_jo' }).place(newNumber())).status).toBe(200);
  });

  test('of a tenant hold for concurrent requests, and after deletes and restarts', async () => {
    const settings = { CALLS_PER_DAY: '5' };
    const servers = [await open(settings), await open(settings)];
    const answers = await Promise.all(
      Array.from({ length: together }, (_, n) =>
        (servers[n % 2] as Desk).as({ id: `user_${n}` }).place(newNumber()),
      ),
    );
    expect([count(answers, 200), count(answers, 429)]).toEqual([5, together - 5]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({
      code: 'daily_limit_reached',
      error: 'The daily limit of calls is reached. Try again in 24 hours.',
    });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(86_000);

    const client = (servers[0] as Desk).as();
    for (const { _id } of await client.calls()) {
      await client.end(_id);
      await client.waitUntilEnded(_id);
      expect((await client.remove(_id)).status).toBe(200);
    }
    expect(await client.calls()).toEqual([]);
    for (const desk of desks.splice(0)) await desk.stop();
    const again = await open(settings);
    const before = lab.calls().length;
    expect((await again.as({ id: 'user_new' }).place(newNumber())).status).toBe(429);
    expect(lab.calls().length).toBe(before);
  });

  test('of countries hold for concurrent requests, however the number is written', async () => {
    const desk = await open({ ALLOWED_COUNTRIES: 'US' });
    const before = lab.calls().length;
    const spelled = ['+4915112345678', '+49 151 1234 5678', '+49-(151)-12345678', '+49.151.12345678'];
    const answers = await Promise.all(
      Array.from({ length: together }, (_, n) => desk.as().place(spelled[n % spelled.length] as string)),
    );
    for (const { status, body } of answers) expect([status, body.code]).toEqual([400, 'country_not_allowed']);
    expect(lab.calls().length).toBe(before);
  });

  test('of length is enforced by the carrier itself', async () => {
    const desk = await open({ MAX_CALL_MINUTES: '1' });
    const id = await desk.as().placeAccepted(newNumber());
    const sid = lab.calls()[0]?.sid ?? '';
    await expect.poll(() => lab.call(sid)?.status).toBe('ringing');
    lab.answer(sid);
    const call = await desk.as().waitUntilEnded(id);
    expect(call.status).toBe('completed');
    expect(call.duration).toBeGreaterThanOrEqual(60);
    // Nobody hangs up. A busy machine may end it late, by much at fifty times the speed.
    expect(call.duration).toBeLessThan(60 * 20);
  });
});

test('a number on the do-not-call list is refused on every path', async () => {
  const desk = await open({});
  const client = desk.as();
  const id = await client.placeAccepted('+12025554321');
  await client.end(id);
  const past = await client.waitUntilEnded(id);
  const stored = await database.open();
  await createDoNotCallList(stored).add('gs-dental', {
    number: '+12025554321',
    source: 'test',
    callId: null,
    unconfirmed: false,
  });

  const before = lab.calls().length;
  const attempts = [
    // Call Again: the same agent, number and instructions as the call before.
    await client.place(past.to ?? '', { agentId: past.agentId ?? '', message: past.instructions ?? '' }),
    await client.place('+1 (202) 555-4321'),
    await client.place('+1.202.555.4321'),
    await client.place('  +12025554321  '),
    await client.place('+12025554321', { agentId: 'kuzco' }),
    await client.place('+12025554321', { key: crypto.randomUUID() }),
    await desk.as({ id: 'user_jo' }).place('+12025554321'),
  ];
  for (const { status, body } of attempts) expect([status, body.code]).toEqual([409, 'do_not_call']);
  const storm = await Promise.all(Array.from({ length: together }, () => client.place('+12025554321')));
  expect(count(storm, 409)).toBe(together);
  expect(lab.calls().length).toBe(before);
});

test('the audit log says who placed, ended and deleted', async () => {
  const desk = await open({});
  const placer = desk.as({ id: 'user_placer' });
  const id = await placer.placeAccepted(newNumber());
  await desk.as({ id: 'user_ender' }).end(id);
  await placer.waitUntilEnded(id);
  await desk.as({ id: 'user_deleter' }).remove(id);
  // Who granted and revoked is shown with the command that does it.
  const trace = await (await database.open()).asSystem((tx) =>
    tx.select().from(auditLog).where(eq(auditLog.subject, id)).orderBy(auditLog.id),
  );
  expect(trace.map(({ actor, action }) => [actor, action])).toEqual([
    ['user_placer', 'call.placed'],
    ['user_ender', 'call.ended'],
    ['user_deleter', 'call.deleted'],
  ]);
});
