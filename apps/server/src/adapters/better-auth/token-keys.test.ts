import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { expect, test } from 'vitest';
import { onlySecret } from '../../ports/auth-secrets.ts';
import { type StoredKey, tokenKeyStore } from './token-keys.ts';

const secret = 'a secret of forty characters for testing';
const privateKey = '{"kty":"OKP"}';
const soon = () => new Date(Date.now() + 60_000);

type Store = ReturnType<typeof tokenKeyStore>;
type Context = Parameters<NonNullable<Store['getJwks']>>[0];

function contextWith(rows: StoredKey[]): Context {
  const adapter = {
    findMany: async () => rows,
    create: async ({ data }: { data: Omit<StoredKey, 'id'> }) => {
      const row = { ...data, id: `key ${rows.length}` } as StoredKey;
      rows.push(row);
      return row;
    },
  };
  return { context: { adapter } } as unknown as Context;
}

async function keyOf(key: string): Promise<StoredKey> {
  const encrypted = await symmetricEncrypt({ key, data: privateKey });
  return {
    id: 'stored',
    publicKey: '{}',
    privateKey: JSON.stringify(encrypted),
    createdAt: new Date(),
    expiresAt: soon(),
  };
}

test('keys are exchanged with releases that leave their encryption to the library', async () => {
  const rows = [await keyOf(secret)];
  const store = tokenKeyStore(onlySecret(secret));
  expect(await store.getJwks?.(contextWith(rows))).toMatchObject([{ privateKey }]);

  const made = await store.createJwk?.(
    { publicKey: '{}', privateKey, createdAt: new Date(), expiresAt: soon() },
    contextWith(rows),
  );
  expect(made).toMatchObject({ privateKey });
  const stored = rows[1]?.privateKey ?? '';
  expect(stored).not.toContain('OKP');
  expect(await symmetricDecrypt({ key: secret, data: JSON.parse(stored) })).toBe(privateKey);
});

test('a key that no known secret opens signs nothing, and can still be verified with', async () => {
  const rows = [await keyOf('another secret of forty characters or so')];
  const [key] = (await tokenKeyStore(onlySecret(secret)).getJwks?.(contextWith(rows))) ?? [];
  expect(key).toMatchObject({ id: 'stored', privateKey: '', publicKey: '{}' });
  expect(Number(key?.expiresAt)).toBeLessThan(Date.now());
});
