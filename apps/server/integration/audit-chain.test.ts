import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendAudit } from '../src/adapters/postgres/audit/append.ts';
import { everyEntry } from '../src/adapters/postgres/audit/reading-rows.ts';
import { createAuditRetention } from '../src/adapters/postgres/audit/retention.ts';
import { createAuditSealing } from '../src/adapters/postgres/audit/sealing.ts';
import { createStoreReadings } from '../src/adapters/postgres/audit/store-readings.ts';
import { verifyAuditLog } from '../src/adapters/postgres/audit/verification.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createDeploymentKeys } from '../src/adapters/postgres/deployment-keys.ts';
import { audit, usage } from '../src/cli/run-audit.ts';
import type { AuditReading } from '../src/ports/audit-log.ts';
import { onlySecret } from '../src/ports/auth-secrets.ts';
import type { DeploymentKeys } from '../src/ports/deployment-keys.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { storeAsBefore } from '../testing/readings-before.ts';

const count = 10_000;
const key = Buffer.alloc(32, 7);
const keys: DeploymentKeys = { get: async () => key };
const nothing = () => {};
const logged: string[] = [];
const log = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: (_: object, text: string) => void logged.push(text),
};

let test_: TestDatabase;
let database: Database;
let owner: pg.Client;

const reading = (n: number): AuditReading => ({
  ...{ tenantId: 'one', actor: `user-${n % 5}`, actorKind: 'person', address: '203.0.113.7' },
  ...{ action: 'call.read', subject: `call-${n}`, data: { n }, at: n },
});

async function sealAll(): Promise<number> {
  const sealing = createAuditSealing(database, keys, log);
  let sealed = 0;
  for (let some = await sealing.sealSome(); some; some = await sealing.sealSome()) sealed += some;
  return sealed;
}

const verify = (tenantId: string | null = 'one') =>
  verifyAuditLog(database, { key, tenantId, expected: null });
const findings = async () => (await verify()).flatMap((chain) => chain.findings);

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  owner = new pg.Client(test_.owner);
  await owner.connect();
  const all = Array.from({ length: count }, (_, index) => reading(index + 1));
  for (let from = 0; from < count; from += 1_000)
    await storeAsBefore(database, all.slice(from, from + 1_000), count + 1);
  await sealAll();
});
afterAll(async () => {
  await owner.end();
  await test_.drop();
});

/** What the owner of the database does behind the back of the server, undone afterwards. */
async function tampered(statements: string, look: () => Promise<void>): Promise<void> {
  const tables = ['audit_log', 'audit_seals', 'audit_checkpoints', 'audit_unsealed'];
  for (const table of tables) await owner.query(`create table kept_${table} as table ${table}`);
  await owner.query('alter table audit_log disable trigger all');
  try {
    await owner.query(statements);
    await look();
  } finally {
    for (const table of tables) {
      await owner.query(`truncate ${table}`);
      const values = table === 'audit_log' ? 'overriding system value' : '';
      await owner.query(
        `insert into ${table} ${values} select * from kept_${table}; drop table kept_${table}`,
      );
    }
    await owner.query('alter table audit_log enable trigger all');
  }
}

describe('AU7: of 10,000 stored entries', () => {
  test('nothing is found where nobody has changed anything', async () => {
    expect(await verify()).toEqual([
      {
        ...{ tenantId: 'one', entries: count, waiting: 0, findings: [] },
        checkpoint: { seq: count, mac: expect.stringMatching(/^[0-9a-f]{32}$/) },
      },
    ]);
  });

  test.each([
    ["update audit_log set actor = 'nobody' where subject = 'call-4711'", ['changed']],
    ["update audit_log set at = at + interval '1 microsecond' where subject = 'call-1'", ['changed']],
    [`update audit_log set data = '{"n": 1}' where subject = 'call-10000'`, ['changed']],
    ["update audit_log set tenant_id = 'two' where subject = 'call-5'", ['changed']],
    [
      "delete from audit_log where subject in ('call-1', 'call-500', 'call-10000')",
      ['missing', 'missing', 'missing'],
    ],
    [
      "insert into audit_log (tenant_id, actor, action, subject) values ('one', 'x', 'call.read', 'added')",
      ['inserted'],
    ],
    [
      `update audit_log a set subject = b.subject from audit_log b
       where a.subject in ('call-7', 'call-8') and b.subject in ('call-7', 'call-8') and a.id <> b.id`,
      ['changed', 'changed'],
    ],
    ['delete from audit_seals where first_seq = 1001', ['seals missing', 'inserted']],
    [
      `delete from audit_log where id in (select unnest(entry_ids) from audit_seals where first_seq = 9001);
       delete from audit_seals where first_seq = 9001`,
      ['seals missing'],
    ],
    ['update audit_checkpoints set head_seq = 9000', ['checkpoint changed', 'seals added']],
    ['delete from audit_checkpoints', ['checkpoint missing']],
    [
      'update audit_seals set macs = set_byte(macs, 800, get_byte(macs, 800) # 1) where first_seq = 2001',
      ['seal changed'],
    ],
  ])('%s is found', async (statements, expected) => {
    await tampered(statements, async () => {
      const found = (await findings()).map(({ kind }) => kind);
      expect([...new Set(found)]).toEqual([...new Set(expected)]);
      if (!expected.includes('inserted')) expect(found).toHaveLength(expected.length);
    });
    expect(await findings()).toEqual([]);
  });

  test('an organization whose whole log is gone is missed by the deployment', async () => {
    const all =
      'delete from audit_log where tenant_id = $$one$$; delete from audit_seals where tenant_id = $$one$$;';
    await tampered(`${all} delete from audit_checkpoints where tenant_id = $$one$$`, async () => {
      const [deployment] = await verify(null);
      expect(deployment?.findings).toEqual([{ kind: 'chain missing', tenantId: 'one' }]);
    });
  });

  test('sealing goes on from the checkpoint, and does not cover a cut end', async () => {
    const cutEnd = `delete from audit_log where id in (select unnest(entry_ids) from audit_seals where first_seq = 9001);
       delete from audit_seals where first_seq = 9001`;
    await tampered(cutEnd, async () => {
      await storeAsBefore(database, [reading(count + 1)], count + 1);
      await owner.query('insert into audit_unsealed select max(id) from audit_log');
      expect(await sealAll()).toBe(1);
      expect(await findings()).toEqual([{ kind: 'seals missing', fromSeq: 9001, toSeq: count }]);
    });
  });

  test('nothing is sealed behind a checkpoint that was changed, and the log of the server says so', async () => {
    await tampered('update audit_checkpoints set head_seq = 9000', async () => {
      await owner.query('insert into audit_unsealed select max(id) from audit_log');
      expect(await createAuditSealing(database, keys, log).sealSome()).toBe(0);
      expect(logged.at(-1)).toContain('checkpoint of their chain was changed');
      expect((await owner.query('select from audit_unsealed')).rowCount).toBe(1);
    });
  });
});

describe('AU10: several servers', () => {
  test('write and seal at the same time; every entry has one place', async () => {
    const others = await Promise.all([test_.open(), test_.open()]);
    const sealings = [database, ...others].map((one) => createAuditSealing(one, keys, log));
    const before = (await verify('two'))[0]?.entries ?? 0;
    let isWriting = true;
    const sealed = sealings.map(async (sealing) => {
      let sum = 0;
      while (isWriting) sum += (await sealing.sealSome()) ?? 0;
      return sum;
    });
    await Promise.all(
      Array.from({ length: 90 }, (_, n) =>
        [database, ...others][n % 3]?.forTenant('two', async (tx) => {
          for (const action of ['call.placed', 'call.ended'] as const)
            await appendAudit(tx, { tenantId: 'two', actor: 'kit', action, subject: `call-${n}` });
        }),
      ),
    );
    isWriting = false;
    await Promise.all(sealed);
    await sealAll();
    const [chain] = await verify('two');
    expect(chain).toMatchObject({ entries: before + 180, waiting: 0, findings: [] });
    expect(chain?.checkpoint?.seq).toBe(before + 180);
  });

  test('entries of many organizations are sealed together, with as few statements as those of one', async () => {
    await sealAll();
    const many = Array.from({ length: 40 }, (_, n) => ({ ...reading(n), tenantId: `many-${n % 20}` }));
    const statements: string[] = [];
    const watched = {
      ...database,
      asSystem: <T>(work: Parameters<typeof database.asSystem<T>>[0]) =>
        database.asSystem<T>((tx) => {
          const client = (tx as unknown as { $client: pg.Client }).$client;
          const query = client.query.bind(client);
          client.query = ((...args: Parameters<typeof query>) => {
            statements.push(String(args[0]));
            return query(...args);
          }) as typeof client.query;
          return work(tx).finally(() => {
            client.query = query;
          });
        }),
    };
    const sealing = createAuditSealing(watched, keys, log);
    const statementsOf = async (readings: AuditReading[]) => {
      await createStoreReadings(database)(readings, 100);
      statements.length = 0;
      const sealed = await sealing.sealSome();
      return { sealed, statements: statements.length };
    };
    // Their first entries begin the chains, which is noted.
    await statementsOf(many);
    await sealAll();
    const one = await statementsOf([{ ...reading(1), tenantId: 'many-0' }]);
    expect(one.sealed).toBe(1);
    expect(await statementsOf(many)).toEqual({ sealed: 40, statements: one.statements });
    for (const chain of await verify(null)) expect(chain).toMatchObject({ waiting: 0, findings: [] });
  });

  test('one that is killed while it seals has sealed nothing', async () => {
    await database.forTenant('three', (tx) =>
      appendAudit(tx, { tenantId: 'three', actor: 'kit', action: 'call.ended', subject: 'a' }),
    );
    const failing: DeploymentKeys = { get: async () => key };
    const broken = createAuditSealing(
      {
        ...database,
        asSystem: (work) =>
          database.asSystem(async (tx) => {
            await work(tx);
            throw new Error('killed');
          }),
      },
      failing,
      log,
    );
    await expect(broken.sealSome()).rejects.toThrow('killed');
    expect((await verify('three'))[0]).toMatchObject({ entries: 1, waiting: 1, findings: [] });
    await sealAll();
    expect((await verify('three'))[0]).toMatchObject({ entries: 1, waiting: 0, findings: [] });
  });
});

test('AU8: retention removes whole parts behind a signed checkpoint, and the rest is verified', async () => {
  const retention = createAuditRetention(database, keys, log);
  const { rows } = await owner.query<{ at: Date }>("select at from audit_log where subject = 'call-6500'");
  const before = rows[0]?.at ?? new Date();
  expect(await retention.countBefore('one', before)).toBeGreaterThan(6_400);
  let removed = 0;
  for (let some = await retention.cut('one', before); some > 0; some = await retention.cut('one', before))
    removed += some;
  expect(removed).toBe(6_000);
  await sealAll();
  // The cut itself is an entry for each time.
  expect((await verify())[0]).toMatchObject({ findings: [], waiting: 0 });
  const left = await owner.query("select from audit_log where tenant_id = 'one' and action = 'call.read'");
  expect(left.rowCount).toBe(count - 6_000);
  await tampered("delete from audit_log where subject = 'call-6001'", async () => {
    expect((await findings()).map(({ kind }) => kind)).toEqual(['missing']);
  });
  await tampered('update audit_checkpoints set cut_before = now()', async () => {
    expect((await findings()).map(({ kind }) => kind)).toEqual(['checkpoint changed']);
  });
});

test.each([
  ["delete from audit_log where subject = 'call-6700'", 'missing'],
  ["delete from audit_log where tenant_id = 'one'", 'missing'],
  ["update audit_log set at = at - interval '9 years' where tenant_id = 'one'", 'changed'],
  ["delete from audit_seals where tenant_id = 'one' and first_seq < 8000", 'seals missing'],
])('AU8: retention does not hide what somebody tampered with: %s', async (statements, kind) => {
  const retention = createAuditRetention(database, keys, log);
  await tampered(statements, async () => {
    expect(await retention.cut('one', new Date(Date.now() + 60_000))).toBe(0);
    expect(logged.splice(0)).toContain(
      'old entries of the audit log are kept: some of them were changed or removed',
    );
    expect((await findings()).map((finding) => finding.kind)).toContain(kind);
  });
});

test('AU5: a reading that waited long for the database is not taken for dated back, and says how long', async () => {
  const store = createStoreReadings(database);
  const late = { ...reading(1), tenantId: 'late', at: 0, data: { count: 2 } };
  await database.forTenant('late', (tx) =>
    appendAudit(tx, { tenantId: 'late', actor: 'kit', action: 'call.ended', subject: 'a' }),
  );
  await store([late, { ...late, at: 15 * 60_000 }], 20 * 60_000);
  await sealAll();
  expect((await verify('late'))[0]).toMatchObject({ entries: 3, waiting: 0, findings: [] });
  const { rows } = await owner.query(`
    select data, now() - at < interval '1 minute' as new from (${everyEntry}) l
    where tenant_id = 'late' and is_read order by at`);
  expect(rows).toEqual([
    { data: { count: 2 }, new: false },
    { data: { count: 2, waitedSeconds: 1_200 }, new: true },
  ]);
});

test('AU7: an entry that somebody adds with an old time is found, although it is sealed like others', async () => {
  const insert = `insert into audit_log (tenant_id, actor, action, subject, at)
    values ('late', 'kit', 'call.ended', 'old', now() - interval '20 minutes')`;
  await database.writeForTenant('late', [{ text: insert, values: [] }]);
  await sealAll();
  expect((await verify('late'))[0]?.findings.map(({ kind }) => kind)).toEqual(['backdated']);
});

describe('npm run audit', () => {
  const run = (...args: string[]) =>
    audit(args, { DATABASE_URL: test_.url, AUTH_SECRET: test_.secret, NODE_ENV: 'test' });

  test('explains itself', async () => {
    for (const args of [
      [],
      ['check'],
      ['verify', '--tenant'],
      ['verify', '--checkpoint', `1:${'0'.repeat(32)}`],
    ])
      expect(await run(...args)).toEqual({ exitCode: 2, output: usage });
  });

  test('AU11: verifies with the key of the deployment, says what it found, and exits with 1', async () => {
    const own = createDeploymentKeys(database, onlySecret(test_.secret), log);
    const sealing = createAuditSealing(database, own, log);
    await owner.query('truncate audit_log, audit_readings, audit_seals, audit_checkpoints, audit_unsealed');
    await createStoreReadings(database)([reading(1), reading(2)], 3);
    while (await sealing.sealSome()) {}
    const fine = await run('verify', '--tenant', 'one');
    expect(fine).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/^one: 2 entries, intact\.\n {2}Checkpoint: 2:/),
    });
    const [, checkpoint = ''] = /Checkpoint: (\S+)/.exec(fine.output) ?? [];
    await owner.query("update audit_readings set actor = 'x' where actor = 'user-2'");
    const changed = await run('verify');
    expect(changed.exitCode).toBe(1);
    expect(changed.output).toMatch(/Entry \d+ \(number 2 of the chain\) was changed or moved\./);
    expect(await run('verify', '--tenant', 'one', '--checkpoint', checkpoint)).toMatchObject({ exitCode: 1 });
    expect(await run('verify', '--tenant', 'one', '--checkpoint', `2:${'0'.repeat(32)}`)).toMatchObject({
      ...{ exitCode: 1, output: expect.stringContaining('not what was written down') },
    });
  });
});
