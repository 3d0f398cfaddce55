import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { databaseUnavailable } from '../../adapters/postgres/unavailable.ts';
import { SecretUnusable } from '../../ports/vault.ts';
import { createToolSecrets } from './tool-secrets.ts';

const away = databaseUnavailable(new Error('away'));
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Reads a secret from a vault that fails so often first. */
async function read(failures: readonly Error[]) {
  const clock = new ManualClock();
  let reads = 0;
  const vault = {
    use: async (_tenantId: string, _wanted: unknown, work: (secret: { value: string }) => unknown) => {
      reads += 1;
      const failure = failures[reads - 1];
      if (failure) throw failure;
      return work({ value: 's3cret' });
    },
  };
  const reading = createToolSecrets(vault as never, clock)
    .read('one', 'booking-key')
    .catch((err: unknown) => err);
  for (let waited = 0; waited <= 10_000; waited += 250) {
    await settle();
    clock.advance(250);
  }
  return { reading: await reading, reads };
}

test('TL2: a secret is read although the database is away for a moment', async () => {
  expect(await read([away, away])).toEqual({ reading: { ok: true, value: 's3cret' }, reads: 3 });
});

test('TL2: one that cannot be read for seconds may be read later', async () => {
  const { reading, reads } = await read(Array(100).fill(away));
  expect(reading).toMatchObject({ ok: false, passing: true });
  expect(reads).toBe(6);
});

test('TL2: a missing one is not waited for', async () => {
  const { reading, reads } = await read([new SecretUnusable('tools/booking-key', 'missing')]);
  expect(reading).toEqual({ ok: false, problem: expect.stringContaining('is missing') });
  expect(reads).toBe(1);
});

test('TL2: another failure is thrown at once', async () => {
  const fault = new Error('a fault of ours');
  expect(await read([fault])).toEqual({ reading: fault, reads: 1 });
});
