import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createDeploymentKeys } from '../src/adapters/postgres/deployment-keys.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { knownSecrets } from '../src/adapters/postgres/known-secrets.ts';
import { forgetReplacedSecret, resealSecrets } from '../src/adapters/postgres/reseal.ts';
import { createVault } from '../src/adapters/postgres/vault.ts';
import { type AuthSecrets, onlySecret } from '../src/ports/auth-secrets.ts';
import type { Log } from '../src/ports/log.ts';
import { SecretUnusable, vaultLimits } from '../src/ports/vault.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { run } from '../testing/old-deployment.ts';
import { vaultContract } from '../testing/vault-contract.ts';

let test_: TestDatabase;
let database: Database;
const logged: string[] = [];
const write = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
const log: Log = { debug: write, info: write, warn: write, error: write };

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
});
afterAll(() => test_.drop());

let lastTenant = 0;
async function newTenant(): Promise<string> {
  const id = `org_${++lastTenant}`;
  await database.asSystem((tx) => tx.execute(sql`insert into tenants (id, name) values (${id}, ${id})`));
  return id;
}

const first = onlySecret('a secret of forty characters for testing');
const open = (secrets: AuthSecrets = first, now: () => number = Date.now) =>
  createVault({ database, secrets, log, now });

vaultContract(async () => {
  let passed = 0;
  return {
    vault: open(first, () => Date.now() + passed),
    tenants: [await newTenant(), await newTenant()],
    advance: (ms) => {
      passed += ms;
    },
  };
});

const wanted = { name: 'booking key', purpose: 'tool' } as const;
const secret = { ...wanted, value: 'a value that nobody may see', actor: 'user_kit' };
const read = async (tenant: string, secrets: AuthSecrets = first) =>
  (await open(secrets).use(tenant, wanted, ({ value }) => value)) as string;

describe('V4: the sealed value', () => {
  test('is in no table, log line or error in clear', async () => {
    const tenant = await newTenant();
    await open().put(tenant, secret);
    await open().replace(tenant, { ...secret, value: `${secret.value} either` });
    await read(tenant);
    const tables = await run(test_.owner, async (client) =>
      Promise.all(
        ['secrets', 'audit_log'].map(async (table) => (await client.query(`select * from ${table}`)).rows),
      ),
    );
    expect(JSON.stringify(tables)).toContain('booking key');
    expect(JSON.stringify(tables)).not.toContain('nobody may see');
    expect(logged.join('\n')).not.toContain('nobody may see');
  });

  test('opens in no other tenant, under no other name and for no other purpose', async () => {
    const [one, two] = [await newTenant(), await newTenant()];
    await open().put(one, secret);
    await open().put(one, { ...secret, name: 'other key', value: 'another value' });
    // As somebody who may write into the table, but does not know AUTH_SECRET.
    await run(test_.owner, async (client) => {
      await client.query(
        `insert into secrets (tenant_id, name, purpose, key_id, sealed, set_by)
         select $2, name, purpose, key_id, sealed, set_by from secrets where tenant_id = $1 and name = 'booking key'`,
        [one, two],
      );
      await client.query(
        `update secrets set sealed = (select sealed from secrets where tenant_id = $1 and name = 'booking key')
         where tenant_id = $1 and name = 'other key'`,
        [one],
      );
    });
    await expect(read(two)).rejects.toMatchObject({ why: 'unreadable' });
    const other = { name: 'other key', purpose: 'tool' } as const;
    await expect(open().use(one, other, () => 0)).rejects.toThrow('Enter it again');
    await run(test_.owner, (client) =>
      client.query(
        `update secrets set purpose = 'model' where tenant_id = '${one}' and name = 'booking key'`,
      ),
    );
    await expect(open().use(one, { ...wanted, purpose: 'model' }, () => 0)).rejects.toThrow(SecretUnusable);
    expect(logged.at(-1)).toMatch(/^a secret in the vault cannot be read .*"secret":"booking key"/);
  });

  test('cannot be read by the role that acts for a tenant, not even sealed', async () => {
    const tenant = await newTenant();
    await open().put(tenant, secret);
    for (const column of ['sealed', 'earlier_sealed', '*']) {
      const reading = database.forTenant(tenant, (tx) =>
        tx.execute(sql.raw(`select ${column} from secrets`)),
      );
      await expect(reading).rejects.toMatchObject({ cause: { code: '42501' } });
    }
    const keys = database.forTenant(tenant, (tx) => tx.execute(sql`select name from deployment_keys`));
    await expect(keys).rejects.toMatchObject({ cause: { code: '42501' } });
  });
});

test('V5: an organization has room for a limited number of secrets', async () => {
  const tenant = await newTenant();
  await run(test_.owner, (client) =>
    client.query(
      `insert into secrets (tenant_id, name, purpose, key_id, sealed, set_by)
       select '${tenant}', 'key ' || n, 'tool', 'first', '', 'test' from generate_series(2, ${vaultLimits.secretsMax}) n`,
    ),
  );
  const puts = [1, 2, 3].map((n) => open().put(tenant, { ...secret, name: `more ${n}` }));
  expect((await Promise.all(puts)).toSorted()).toEqual(
    [null, 'too many secrets', 'too many secrets'].toSorted(),
  );
  await run(test_.owner, (client) => client.query(`delete from secrets where tenant_id = '${tenant}'`));
});

test('setting, replacing and removing a secret is in the audit log', async () => {
  const tenant = await newTenant();
  await open().put(tenant, secret);
  await open().replace(tenant, { ...secret, value: 'second' });
  await open().remove(tenant, secret.name, 'user_jo');
  const { rows } = await database.asSystem((tx) =>
    tx.execute(
      sql`select actor, action, subject, data from audit_log where tenant_id = ${tenant} order by id`,
    ),
  );
  const entry = { actor: 'user_kit', subject: 'booking key', data: {} };
  expect(rows).toEqual([
    { ...entry, action: 'secret.set' },
    { ...entry, action: 'secret.replaced' },
    { ...entry, action: 'secret.removed', actor: 'user_jo' },
  ]);
});

describe('SR5: after AUTH_SECRET has changed', () => {
  const next = { id: 'ab12cd34', value: 'the next secret, of forty characters too' };
  const moved = () =>
    knownSecrets({ current: next, next: null, replaced: { secret: first.current, at: new Date() } });
  const nextAlone = onlySecret(next.value, next.id);

  test('everything is sealed anew, once, and then opens with the new secret alone', async () => {
    const tenant = await newTenant();
    await open().put(tenant, { ...secret, value: 'one' });
    await open().replace(tenant, { ...secret, value: 'two' });
    const keys = () => createDeploymentKeys(database, first, log).get('number-digests');
    const key = await keys();
    expect(await read(tenant, moved())).toBe('two');

    const both = await Promise.all([1, 2].map(() => resealSecrets(database, moved(), log)));
    expect(both.reduce((sum, { resealed }) => sum + resealed, 0)).toBeGreaterThan(1);
    expect((await resealSecrets(database, moved(), log)).resealed).toBe(0);
    expect(await open(nextAlone).use(tenant, wanted, (value) => value)).toEqual({
      value: 'two',
      earlier: 'one',
    });
    await expect(read(tenant, first)).rejects.toMatchObject({ why: 'unreadable' });
    // A person whose number was erased is still recognised: the key is the same.
    expect(await createDeploymentKeys(database, nextAlone, log).get('number-digests')).toEqual(key);
  });

  test('a server that still signs with the old one leaves alone what is sealed with the next', async () => {
    const tenant = await newTenant();
    await open(nextAlone).put(tenant, secret);
    const both = knownSecrets({ current: first.current, next, replaced: null });
    await resealSecrets(database, both, log);
    expect(await read(tenant, both)).toBe(secret.value);
    expect(await read(tenant, nextAlone)).toBe(secret.value);
  });

  test('V6: what cannot be read is reported by name, and stops nothing', async () => {
    const tenant = await newTenant();
    await open(onlySecret('a secret that was lost, of forty chars..', 'lost')).put(tenant, secret);
    expect((await resealSecrets(database, moved(), log)).unreadable).toBeGreaterThan(0);
    expect(logged.join('\n')).toMatch(
      /cannot be decrypted with any AUTH_SECRET of this server.*booking key.*"keyId":"lost"/,
    );
    await expect(read(tenant, moved())).rejects.toThrow('Enter it again');
    expect(await open(nextAlone).replace(tenant, { ...secret, value: 'entered again' })).toBeNull();
    expect(await read(tenant, nextAlone)).toBe('entered again');
  });

  test('the replaced secret is forgotten after eight days, once nothing is sealed with it', async () => {
    const stored = () =>
      run(test_.owner, async (client) => {
        const { rows } = await client.query('select previous_id, previous_sealed from identity.auth_secret');
        return rows[0];
      });
    const set = (days: number) =>
      run(test_.owner, (client) =>
        client.query(
          `update identity.auth_secret set previous_id = 'first', previous_sealed = 'v1.x', moved_at = now() - interval '${days} days'`,
        ),
      );
    const tenant = await newTenant();
    const before = await resealSecrets(database, moved(), log);
    await open().put(tenant, secret);
    await set(9);
    await forgetReplacedSecret(database, before, log);
    expect(await stored()).toMatchObject({ previous_id: 'first' });
    const after = await resealSecrets(database, moved(), log);
    await set(7);
    await forgetReplacedSecret(database, after, log);
    expect(await stored()).toMatchObject({ previous_id: 'first' });
    await set(9);
    await forgetReplacedSecret(database, after, log);
    expect(await stored()).toEqual({ previous_id: null, previous_sealed: null });
  });
});

test('servers that ask for a key of the deployment at the same time get the same one', async () => {
  const keys = await Promise.all(
    [1, 2, 3].map(() => createDeploymentKeys(database, first, log).get('audit-chain')),
  );
  expect(keys[0]).toHaveLength(32);
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  const lost = createDeploymentKeys(database, onlySecret('x'.repeat(40), 'other'), log);
  await expect(lost.get('audit-chain')).rejects.toMatchObject({ why: 'unreadable' });
});
