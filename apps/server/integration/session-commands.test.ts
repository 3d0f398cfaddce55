import { type Lab, startLab } from '@parley/phone-lab';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { callTimes } from '../src/features/calls/call-times.ts';
import { type CommandCall, createCommandCall } from '../src/features/calls/command-call.ts';
import type { CallPorts } from '../src/features/calls/compose.ts';
import type { Caller } from '../src/ports/caller.ts';
import type { SessionCommands } from '../src/ports/session-commands.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDeployment, type Deployment, type Desk, startDesk } from '../testing/desk.ts';
import { SteadyClock } from '../testing/steady-clock.ts';
import { setTransferTarget } from '../testing/transfer-target.ts';
import { transcriptOf } from '../testing/voice-desk.ts';

/** Slow enough that nobody says goodbye to somebody silent while commands are under way. */
const speed = 3;
const transferNumber = '+12025550190';
/** A command does not expire because the machine is busy. */
const times = { ...callTimes, commandExpires: 20_000, commandResult: 20_000 };

/** Commands are not found by looking for them at intervals: each has to be announced to the server that holds its call. */
function onNoticeAlone(commands: SessionCommands): SessionCommands {
  let isNoticed = false;
  return {
    ...commands,
    listen: (serverId, onCommand) =>
      commands.listen(serverId, () => {
        isNoticed = true;
        onCommand();
      }),
    take: async (serverId) => {
      if (!isNoticed) return [];
      isNoticed = false;
      return commands.take(serverId);
    },
  };
}

let database: TestDatabase;
let lab: Lab;
let deployment: Deployment;
/** One for all, which a busy machine does not upset. */
const clock = new SteadyClock();
const servers: { desk: Desk; command: CommandCall }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  lab = await startLab({ speed, cps: 1000, clock: clock.atSpeed(speed) });
  lab.callees.define('stays', {
    script: [{ wait: 'agent' }, { say: 'Let me think.' }, { silence: 900_000 }],
    patienceMs: 'endless',
  });
  deployment = await createDeployment(database, lab);
  for (let n = 0; n < 3; n += 1) {
    let ports: CallPorts | undefined;
    const desk = await startDesk(
      deployment,
      {},
      {
        clock,
        voiceSpeed: speed,
        around: (own) => {
          ports = own;
          return { ...own, commands: onNoticeAlone(own.commands) };
        },
      },
    );
    if (!ports) throw new Error('The server has no ports.');
    servers.push({ desk, command: createCommandCall({ ...ports, times }) });
  }
  await setTransferTarget(database.owner, transferNumber);
});
afterAll(async () => {
  await Promise.all(servers.map(({ desk }) => desk.stop()));
  await lab.stop();
  await database.drop();
});

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client(database.owner);
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

const kit = { tenantId: 'gs-dental', userId: 'user_kit' } as Caller;
const eve = { tenantId: 'elsewhere', userId: 'user_eve' } as Caller;

let lastNumber = 1000;
/** A live call whose session is on this server, because the carrier calls it back there. */
async function liveOn({ desk }: { desk: Desk }): Promise<{ id: string; number: string }> {
  const number = `+1202555${++lastNumber}`;
  lab.callees.setNumber(number, 'stays');
  const id = await desk.as().placeAccepted(number, { message: 'Ask whether they will come on Monday.' });
  await expect.poll(async () => transcriptOf(await desk.as().call(id))).toContain('user: Let me think.');
  return { id, number };
}

test('CL27: a command from any of three servers is carried out by the one that holds the call, on its notice', async () => {
  const calls = await Promise.all(
    servers.flatMap((holder) => servers.map(async (asked) => ({ asked, ...(await liveOn(holder)) }))),
  );
  const outcomes = await Promise.all(calls.map(({ id, asked }) => asked.command(kit, id, { kind: 'end' })));
  expect(outcomes).toEqual(calls.map(() => ({ state: 'done', detail: '' })));
  for (const { id, asked } of calls) {
    const client = asked.desk.as();
    await client.waitUntilEnded(id, { because: 'ended_by_user' });
    await expect
      .poll(async () => transcriptOf(await client.call(id)).at(-1))
      .toBe('system: Ended from the desk.');
  }
  const ids = calls.map(({ id }) => `'${id}'`).join();
  const stored = await query(`select state from session_commands where call_id in (${ids})`);
  expect(stored).toEqual(calls.map(() => ({ state: 'done' })));
});

test('CL27: a transfer is announced and made, wherever it is asked for', async () => {
  const [holder, asked] = servers as [(typeof servers)[0], (typeof servers)[0]];
  const { id, number } = await liveOn(holder);
  const reason = 'They have a question about the bill.';
  expect(await asked.command(kit, id, { kind: 'transfer', reason })).toEqual({ state: 'done', detail: '' });
  await expect
    .poll(() => lab.calls().some(({ to, status }) => to === transferNumber && status === 'in-progress'), {
      timeout: 60_000,
    })
    .toBe(true);
  const sid = lab.calls().find(({ to }) => to === number)?.sid ?? '';
  const heard = lab
    .ledger(sid)
    .flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text] : []));
  expect(heard.join(' ')).toContain('One moment, I am connecting you.');
  // Once the session is over, its commands have nobody to go to.
  await expect
    .poll(() => asked.command(kit, id, { kind: 'transfer', reason }))
    .toMatchObject({ state: 'expired' });
  lab.hangUp(sid);
  const ended = await holder.desk.as().waitUntilEnded(id, { because: 'transferred' });
  expect(ended.reason).toBe('transferred');
});

test('CL27: the call of another tenant does not exist, and an ended call has nobody to command', async () => {
  const [holder, asked] = servers as [(typeof servers)[0], (typeof servers)[0]];
  const { id } = await liveOn(holder);
  const before = await query(`select count(*) from session_commands where call_id = '${id}'`);
  await expect(asked.command(eve, id, { kind: 'end' })).rejects.toMatchObject({ code: 'call_not_found' });
  await expect(asked.command(kit, 'nonsense', { kind: 'end' })).rejects.toMatchObject({
    code: 'call_not_found',
  });
  expect(await query(`select count(*) from session_commands where call_id = '${id}'`)).toEqual(before);
  await asked.desk.as().end(id);
  await holder.desk.as().waitUntilEnded(id, { because: 'ended_by_user' });
  await expect.poll(() => asked.command(kit, id, { kind: 'end' })).toMatchObject({ state: 'expired' });
});

test('CL27: a server that gets no notices carries out commands all the same', async () => {
  const [asked] = servers as [(typeof servers)[0]];
  const deaf = await startDesk(
    deployment,
    {},
    {
      ...{ clock, voiceSpeed: speed },
      around: (own) => ({
        ...own,
        commands: { ...own.commands, listen: async () => ({ close: async () => {} }) },
      }),
    },
  );
  onTestFinished(() => deaf.stop());
  const { id } = await liveOn({ desk: deaf });
  expect(await asked.command(kit, id, { kind: 'end' })).toEqual({ state: 'done', detail: '' });
  await asked.desk.as().waitUntilEnded(id, { because: 'ended_by_user' });
});

test('End Call on another server stops the conversation there at once, and nothing is carried out twice', async () => {
  const [holder, asked] = servers as [(typeof servers)[0], (typeof servers)[0]];
  const { id } = await liveOn(holder);
  await Promise.all([asked.desk.as().end(id), asked.desk.as().end(id), holder.desk.as().end(id)]);
  const ended = await asked.desk.as().waitUntilEnded(id, { because: 'ended_by_user' });
  await expect
    .poll(async () =>
      transcriptOf(await asked.desk.as().call(id)).filter((line) => line.includes('from the desk')),
    )
    .toEqual(['system: Ended from the desk.']);
  expect(ended.status).toBe('completed');
  await expect
    .poll(
      () =>
        query(`select state from session_commands where call_id = '${id}' and state in ('pending', 'taken')`),
      {
        timeout: 20_000,
      },
    )
    .toEqual([]);
});
