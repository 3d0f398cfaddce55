import { exportJWK, generateKeyPair, type JSONWebKeySet } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { createVerificationKeys } from './verification-keys.ts';

let stored: JSONWebKeySet;
let reads: number;
let now: number;

async function addKey(kid: string): Promise<void> {
  const { publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  stored.keys.push({ ...(await exportJWK(publicKey)), kid, alg: 'EdDSA' });
}

beforeEach(async () => {
  stored = { keys: [] };
  reads = 0;
  now = 0;
  await addKey('first');
});

function ring() {
  const keys = createVerificationKeys(
    async () => {
      reads += 1;
      return structuredClone(stored);
    },
    () => now,
  );
  return (kid: string) => keys({ alg: 'EdDSA', kid }, { payload: '', signature: '' });
}

describe('the key ring', () => {
  test('reads once for any number of tokens', async () => {
    const find = ring();
    await Promise.all([find('first'), find('first'), find('first')]);
    await find('first');
    expect(reads).toBe(1);
  });

  test('finds the key that another server has made since', async () => {
    const find = ring();
    await find('first');
    await addKey('second');
    now += 1000;
    await expect(find('second')).resolves.toBeDefined();
    expect(reads).toBe(2);
  });

  test('does not read the database for every invented key id', async () => {
    const find = ring();
    await find('first');
    for (let n = 0; n < 50; n += 1) await expect(find(`made up ${n}`)).rejects.toThrow();
    expect(reads).toBe(1);
    now += 1000;
    await Promise.allSettled(Array.from({ length: 50 }, (_, n) => find(`made up ${n}`)));
    expect(reads).toBe(2);
  });

  test('reads again after the database was unavailable', async () => {
    let broken = true;
    const keys = createVerificationKeys(async () => {
      if (broken) throw new Error('no connection');
      return stored;
    });
    const find = () => keys({ alg: 'EdDSA', kid: 'first' }, { payload: '', signature: '' });
    await expect(find()).rejects.toThrow('no connection');
    broken = false;
    await expect(find()).resolves.toBeDefined();
  });
});
