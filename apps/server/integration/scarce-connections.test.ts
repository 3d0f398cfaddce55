import { startLab } from '@parley/phone-lab';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doctor } from '../src/cli/run-doctor.ts';
import { testSecret } from '../testing/cluster.ts';
import { carrierSettings, createDeployment, type Desk, startDesk } from '../testing/desk.ts';
import { type OutsidePostgres, startOutsidePostgres } from '../testing/outside-postgres.ts';

let postgres: OutsidePostgres;
let lab: Awaited<ReturnType<typeof startLab>>;
let desk: Desk;
const neighbours: pg.Client[] = [];

beforeAll(async () => {
  postgres = await startOutsidePostgres(30);
  lab = await startLab({ cps: 1000, callees: { default: 'handset' } });
  desk = await startDesk(await createDeployment({ url: postgres.adminUrl, secret: testSecret }, lab));
});
afterAll(async () => {
  await Promise.all(neighbours.map((client) => client.end()));
  await desk.stop();
  await lab.stop();
  await postgres.stop();
});

/** Other clients take every free connection, and each that becomes free. */
async function takeConnections(): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: postgres.adminUrl, application_name: 'a neighbour' });
    client.on('error', () => {});
    try {
      await client.connect();
    } catch {
      return;
    }
    neighbours.push(client);
  }
}

test('a server says at its start, and the doctor afterwards, that there are too few connections', async () => {
  const warnings = desk.log.filter((line) => line.includes('PostgreSQL allows too few connections'));
  expect(warnings.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, allowed: 27, needed: 38 }]);
  const { exitCode, output } = await doctor([], {
    ...{ DATABASE_URL: postgres.adminUrl, AUTH_SECRET: testSecret, PUBLIC_URL: desk.url },
    ...carrierSettings(lab),
  });
  expect(exitCode).toBe(1);
  expect(output).toMatch(/FAULT {2}connections .*allows 27 connections.*\n +→ Raise max_connections/);
});

test('calls that are answered while no connection is left do not end as agent_failed', async () => {
  const client = desk.as();
  const numbers = Array.from({ length: 9 }, (_, n) => `+1202555010${n}`);
  const ids = await Promise.all(numbers.map((number) => client.placeAccepted(number)));
  for (const id of ids) await client.waitForStatus(id, 'ringing');
  await takeConnections();
  // Until the pools have closed their idle connections and the others have taken them.
  const watcher = neighbours[0];
  const mine = async () => {
    await takeConnections();
    const text = "select count(*)::int as count from pg_stat_activity where application_name = 'parley app'";
    return (await watcher?.query<{ count: number }>(text))?.rows[0]?.count;
  };
  await expect.poll(mine, { interval: 500 }).toBe(0);
  await takeConnections();

  const sids = numbers.map((number) => lab.calls().find(({ to }) => to === number)?.sid ?? '');
  for (const sid of sids) lab.answer(sid);
  for (const sid of sids) await lab.waitFor((entry) => entry.kind === 'said' && entry.callSid === sid);
  for (const sid of sids) lab.hangUp(sid);
  for (const sid of sids) await lab.ended(sid);
  await Promise.all(neighbours.splice(0).map((client) => client.end()));
  for (const id of ids)
    expect(await client.waitUntilEnded(id)).toMatchObject({ status: 'completed', reason: null });
});
