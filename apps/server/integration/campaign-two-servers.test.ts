import { expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { type CampaignRunner, openRunners } from '../testing/campaign-runner.ts';

let database: Database;
let runner: CampaignRunner;
openRunners((opened) => {
  ({ database, runner } = opened);
});

const people = Array.from({ length: 12 }, (_, n) => [`Person ${n}`, `+120255501${50 + n}`, 'Monday']);

async function started() {
  const { desk } = runner;
  const made = await desk.withRows(people);
  const policy = { ...made.policy, atOnce: 50, perMinute: 60 };
  const body = { revision: made.revision, name: made.name, policy };
  const { campaign } = await desk.endpoints.changeCampaign(desk.ask({ params: { id: made.id }, body }));
  return runner.start(campaign);
}

/** Time goes on until so many people were dialled. */
const untilDialled = (count: number) =>
  expect
    .poll(
      () => {
        runner.clock.advance(250);
        return runner.dialled.length;
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBeGreaterThanOrEqual(count);

/** The connection that holds the lock is gone, as that of a server that died. */
const breakLock = () =>
  database.asSystem((tx) =>
    tx.execute(sql`
      select pg_terminate_backend(pid) as broken from pg_locks join pg_database on oid = database
      where locktype = 'advisory' and objsubid = 2 and datname = current_database() and pid <> pg_backend_pid()`),
  );

test('CP19: the lock moves between two servers while a campaign runs: it goes on, and nobody is dialled twice', async () => {
  const campaign = await started();
  const first = runner.dispatcher;
  const second = runner.anotherDispatcher();
  first.start();
  await untilDialled(3);
  second.start();
  await untilDialled(5);
  // The first has lost the lock and does not know it yet: for a while both call.
  expect((await breakLock()).rows).toEqual([{ broken: true }]);
  await untilDialled(8);
  await first.stop();
  await untilDialled(people.length);
  await second.stop();
  const numbers = runner.dialled.map(({ number }) => number);
  expect(numbers.toSorted()).toEqual(people.map(([, number]) => number).toSorted());
  expect(new Set(runner.dialled.map(({ key }) => key)).size).toBe(people.length);
  const { recipients } = await runner.desk.recipients(campaign);
  expect(recipients.map(({ state, attempts }) => [state, attempts])).toEqual(
    people.map(() => ['in_call', 1]),
  );
});
