import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lab, startLab } from '@parley/phone-lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createAgentEditor } from '../src/adapters/postgres/agents/agent-editor.ts';
import { createNumberStore } from '../src/adapters/postgres/agents/number-store.ts';
import { createDoNotCallList } from '../src/adapters/postgres/do-not-call/list.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { usage as dncUsage, doNotCall } from '../src/cli/run-dnc.ts';
import { phoneSetup, usage as setupUsage } from '../src/cli/run-phone-setup.ts';
import { registerNumbers } from '../src/features/agents/register-numbers.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { carrierSettings } from '../testing/desk.ts';
import { machineEnvironment } from '../testing/server-process.ts';

let database: TestDatabase;
let dataDir: string;
let settings: NodeJS.ProcessEnv;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'parley-commands-'));
  settings = { DATABASE_URL: database.url, AUTH_SECRET: database.secret, DATA_DIR: dataDir };
  const agents = createAgentStore(await database.open());
  await agents.createTenant({ id: 'gs-dental', name: 'GS Dental' }, starterAgents);
  await agents.createTenant({ id: 'org_other', name: 'Other' }, starterAgents);
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('npm run dnc', () => {
  const dnc = (...args: string[]) => doNotCall(args, settings);

  test('adds, lists and removes; a number may be typed as people write it', async () => {
    expect(await dnc('list')).toEqual({ exitCode: 0, output: 'The list is empty.' });
    expect(await dnc('add', '+1', '(202)', '555-0123')).toEqual({
      exitCode: 0,
      output: '+12025550123 is not called any more.',
    });
    expect(await dnc('add', '+12025550123')).toEqual({
      exitCode: 0,
      output: '+12025550123 was on the list already.',
    });
    expect((await dnc('list')).output).toMatch(/^\+12025550123 +\d{4}-\d\d-\d\d {2}command line$/);
    expect((await dnc('list', '--tenant', 'org_other')).output).toBe('The list is empty.');
    expect(await dnc('remove', '+12025550123')).toEqual({
      exitCode: 0,
      output: '+12025550123 may be called again.',
    });
    expect(await dnc('remove', '+12025550123')).toEqual({
      exitCode: 1,
      output: '+12025550123 is not on the list.',
    });
  });

  test('lists, confirms and removes what an inbound caller asked for', async () => {
    const list = createDoNotCallList(await database.open());
    const asked = (number: string) => {
      const callId = crypto.randomUUID();
      return list.add('gs-dental', { number, source: `call ${callId}`, callId, unconfirmed: true });
    };
    await dnc('add', '+12025550130');
    await asked('+12025550131');
    await asked('+12025550132');
    expect((await dnc('list')).output).toMatch(/^\+12025550131 .*call \S+ {2}unconfirmed$/m);
    const { output } = await dnc('unconfirmed');
    expect(output.split('\n').map((line) => line.slice(0, 12))).toEqual(['+12025550131', '+12025550132']);
    expect(await dnc('confirm', '+12025550131')).toEqual({
      exitCode: 0,
      output: '+12025550131 is confirmed.',
    });
    expect(await dnc('confirm', '+12025550131')).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('already'),
    });
    expect(await dnc('confirm', '+12025550139')).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('not on the list'),
    });
    expect(await dnc('remove', '+12025550132')).toMatchObject({ exitCode: 0 });
    expect((await dnc('unconfirmed')).output).toBe('Every entry is confirmed.');
    // A confirmed entry stays confirmed when a caller asks again; an operator confirms what a caller asked for.
    expect(await asked('+12025550131')).toBe(false);
    await asked('+12025550132');
    await dnc('add', '+12025550132');
    expect((await dnc('unconfirmed')).output).toBe('Every entry is confirmed.');
    for (const number of ['+12025550130', '+12025550131', '+12025550132']) await dnc('remove', number);
  });

  test.each([
    [[]],
    [['add']],
    [['confirm']],
    [['unconfirmed', '+12025550123']],
    [['list', 'more']],
    [['forget', '+12025550123']],
    [['list', '--tenant']],
  ])('says how it is used: %j', async (args) => {
    expect(await doNotCall(args, {})).toEqual({ exitCode: 2, output: dncUsage });
  });

  test('refuses an invalid number', async () => {
    expect(await dnc('add', '12345')).toMatchObject({
      exitCode: 2,
      output: expect.stringContaining('international'),
    });
  });

  test('reports faulty settings, and a database that cannot be reached, in a sentence', async () => {
    expect(await doNotCall(['list'], { ...settings, PORT: 'x' })).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('PORT'),
    });
    const nowhere = { ...settings, DATABASE_URL: 'postgres://user:pw@127.0.0.1:1/nothing' };
    expect(await doNotCall(['list'], nowhere)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('cannot be reached'),
    });
  });

  test('runs as a process', async () => {
    const { promise, resolve } = Promise.withResolvers<{ code: unknown; out: string }>();
    const env = { ...machineEnvironment(), ...settings };
    const file = join(import.meta.dirname, '../src/cli/dnc.ts');
    execFile(process.execPath, [file, 'list'], { env }, (error, out) =>
      resolve({ code: error?.code ?? 0, out }),
    );
    expect(await promise).toEqual({ code: 0, out: 'The list is empty.\n' });
  });
});

describe('npm run phone:setup', () => {
  let lab: Lab;
  const numbers = ['+15005550006', '+15005550007', '+15005550008'];
  const here = 'https://desk.example.com';
  const run = (...args: string[]) =>
    phoneSetup(args, { ...settings, ...carrierSettings(lab), PUBLIC_URL: here });

  beforeAll(async () => {
    lab = await startLab({ numbers });
    await registerNumbers(createNumberStore(await database.open()), {
      tenantId: 'gs-dental',
      account: { name: 'lab', account: lab.accountSid },
      main: '+15005550006',
      others: ['+15005550007'],
    });
  });
  afterAll(() => lab.stop());

  test('points the numbers of agents here, leaves others alone, and says so', async () => {
    expect(await run()).toEqual({
      exitCode: 0,
      output: [
        `+15005550006  now reaches ${here}`,
        `+15005550007  now reaches ${here}`,
        '+15005550008  not changed, it goes to nowhere (--all sets it up)',
      ].join('\n'),
    });
    expect((await run()).output).toContain(`+15005550006  reaches ${here}`);
  });

  test('points all of them here on request', async () => {
    expect(await run('--all')).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('+15005550008  now reaches'),
    });
    expect((await run()).output).toContain('+15005550008  reaches this Parley, though no agent answers it');
  });

  describe('AG13: one number for one agent', () => {
    const seven = '+15005550007';
    const heldBy = async (tenantId: string) => {
      const account = { name: 'lab', account: lab.accountSid };
      const numbers = await createNumberStore(await database.open()).list(tenantId, [account]);
      return numbers.find(({ number }) => number === seven)?.agentId;
    };

    test('is given where nobody has it, and taken only when it is said', async () => {
      expect(await run('+1', '(500)', '555-0007', 'gs-dental')).toEqual({
        exitCode: 1,
        output: `${seven}  not changed: Kuzco answers it (--take takes it)`,
      });
      expect(await run(seven, 'nobody')).toMatchObject({
        exitCode: 1,
        output: expect.stringContaining('no agent nobody'),
      });
      expect(await heldBy('gs-dental')).toBe('kuzco');
      expect(await run('--take', seven, 'gs-dental')).toEqual({
        exitCode: 0,
        output: `${seven}  now reaches gs-dental at ${here}`,
      });
      expect(await heldBy('gs-dental')).toBe('gs-dental');
    });

    test('a refusal leaves the number with whom it was, also where it would come from another organization or from nobody', async () => {
      const free = '+15005550008';
      const opened = await database.open();
      const editor = createAgentEditor(opened);
      await editor.archive('org_other', 'gs-dental', { userId: 'user_kit', displayName: null }, new Date());
      const everything = async () => {
        const numbers = await opened.asSystem((tx) =>
          tx.execute(sql`select id, tenant_id, number, agent_id, set_by from phone_numbers order by id`),
        );
        const audit = await opened.asSystem((tx) => tx.execute(sql`select count(*) from audit_log`));
        return [numbers.rows, audit.rows];
      };
      const before = await everything();
      const inOther = ['--tenant', 'org_other'];
      // At another address, so that the carrier has to be told.
      const moved = () => ({ ...settings, ...carrierSettings(lab), PUBLIC_URL: 'https://new.example.com' });
      for (const number of [seven, free]) {
        const refusals = [
          [['nobody', '--take', ...inOther], 'not changed: there is no agent nobody'],
          [['gs-dental', '--take', ...inOther], 'not changed: the agent gs-dental is archived'],
          [
            ['kuzco', '--take', '--tenant', 'org_nowhere'],
            'not changed: there is no organization org_nowhere',
          ],
        ] as const;
        for (const [args, why] of refusals) {
          expect(await phoneSetup([number, ...args], moved())).toEqual({
            exitCode: 1,
            output: `${number}  ${why}`,
          });
          expect(await everything()).toEqual(before);
        }
        // The two lists are answered; what points the number is not.
        lab.faults.set({ restError: { skip: 2, status: 503 } });
        expect(await phoneSetup([number, 'kuzco', '--take', ...inOther], moved())).toMatchObject({
          exitCode: 1,
          output: expect.stringContaining('cannot be reached'),
        });
        lab.faults.clear();
        expect(await everything()).toEqual(before);
      }
      expect(await run(free, 'nobody', ...inOther)).toMatchObject({ exitCode: 1 });
      expect(await run(free, 'gs-dental', ...inOther)).toMatchObject({ exitCode: 1 });
      expect(await everything()).toEqual(before);
    });

    test('is moved to another organization only when it is said', async () => {
      expect(await run(seven, 'kuzco', '--tenant', 'org_other')).toMatchObject({
        exitCode: 1,
        output: expect.stringContaining('another organization has it'),
      });
      expect(await run(seven, 'kuzco', '--take', '--tenant', 'org_nowhere')).toMatchObject({ exitCode: 1 });
      expect(await heldBy('gs-dental')).toBe('gs-dental');
      expect(await run(seven, 'kuzco', '--take', '--tenant', 'org_other')).toMatchObject({ exitCode: 0 });
      expect([await heldBy('gs-dental'), await heldBy('org_other')]).toEqual([undefined, 'kuzco']);
    });

    test('must belong to the account', async () => {
      expect(await run('+12025550199', 'kuzco')).toMatchObject({
        exitCode: 1,
        output: '+12025550199  does not belong to this carrier account',
      });
    });
  });

  test('a number that the account does not own is a fault', async () => {
    const other = {
      ...settings,
      ...carrierSettings(lab),
      PUBLIC_URL: here,
      TWILIO_PHONE_NUMBER: '+12025550199',
    };
    expect(await phoneSetup([], other)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('+12025550199  does not belong to this carrier account'),
    });
  });

  test('reports a wrong secret, and a carrier that cannot be reached, in a sentence', async () => {
    const wrong = { ...settings, ...carrierSettings(lab), PUBLIC_URL: here, TWILIO_AUTH_TOKEN: 'wrong' };
    expect(await phoneSetup(['--all'], wrong)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('did not accept the account'),
    });
    const gone = { ...wrong, TWILIO_API_BASE_URL: 'http://127.0.0.1:1' };
    expect(await phoneSetup(['--all'], gone)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('cannot be reached'),
    });
  });

  test('AG13: in the sandbox of Parley itself a number is given to an agent and released, as on the screen', async () => {
    const sandbox = (...args: string[]) => phoneSetup(args, settings);
    const six = '+15005550006';
    const account = { name: 'lab', account: lab.accountSid };
    const holder = async () =>
      (await createNumberStore(await database.open()).list('gs-dental', [account])).find(
        ({ number }) => number === six,
      )?.agentId;
    expect(await sandbox(six, 'kuzco')).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('GS Dental answers it'),
    });
    expect(await sandbox('--take', six, 'kuzco')).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining(`${six}  now reaches kuzco`),
    });
    expect(await holder()).toBe('kuzco');
    expect(await sandbox('+12025550199', 'kuzco')).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('is no number of the sandbox'),
    });
    expect(await sandbox('--release', six)).toEqual({
      exitCode: 0,
      output: `${six}  is not answered any more`,
    });
    expect(await holder()).toBeNull();
    expect(await run('--release', '+12025550199')).toMatchObject({ exitCode: 1 });
    expect(await sandbox('--release', six, '--take')).toEqual({ exitCode: 2, output: setupUsage });
  });

  test('in the sandbox there is nothing to do', async () => {
    expect(await phoneSetup([], settings)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('sandbox carrier'),
    });
  });

  test('says how it is used', async () => {
    expect(await phoneSetup(['--help'], settings)).toEqual({ exitCode: 2, output: setupUsage });
  });
});
