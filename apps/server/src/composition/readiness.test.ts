import { expect, test } from 'vitest';
import { createReadiness } from './readiness.ts';

function world() {
  let now = 0;
  let isFull = false;
  let isStopping = false;
  let probes = 0;
  const ready = createReadiness(
    async () => {
      probes += 1;
      if (isFull) throw new Error('No space left on device');
    },
    () => isStopping,
    () => now,
  );
  return {
    ready,
    probes: () => probes,
    pass: (ms: number) => {
      now += ms;
    },
    fill: (full: boolean) => {
      isFull = full;
    },
    stop: () => {
      isStopping = true;
    },
  };
}

test('a server whose database cannot store anything is not ready, and is again when it can', async () => {
  const { ready, pass, fill } = world();
  expect(await ready()).toBe(true);
  fill(true);
  pass(5_000);
  expect(await ready()).toBe(false);
  fill(false);
  pass(1_000);
  expect(await ready()).toBe(true);
});

test('whoever asks all the time does not keep the database busy', async () => {
  const { ready, probes, pass } = world();
  await Promise.all(Array.from({ length: 100 }, ready));
  pass(4_999);
  await ready();
  expect(probes()).toBe(1);
});

test('a server that stops is not ready, whatever was known before', async () => {
  const { ready, stop } = world();
  expect(await ready()).toBe(true);
  stop();
  expect(await ready()).toBe(false);
});
