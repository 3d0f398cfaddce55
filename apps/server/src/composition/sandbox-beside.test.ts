import { expect, test } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import { startSandboxBeside } from './sandbox-beside.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function sandboxBeside(failures: number) {
  const clock = new ManualClock();
  const seen = { started: 0, setUp: 0, warned: [] as object[] };
  const stop = startSandboxBeside({
    start: async () => {
      seen.started += 1;
      return 'lab';
    },
    setUpNumbers: async () => {
      seen.setUp += 1;
      if (seen.setUp <= failures) throw new Error('the database is away');
    },
    clock,
    log: { warn: (fields: object) => void seen.warned.push(fields) },
  });
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settle();
  };
  return { seen, stop, pass };
}

// A rejection that nobody handles would fail this run, as it ended the process.
test('a database that is away while the sandbox starts beside a real account does not stop the server', async () => {
  const { seen, pass } = sandboxBeside(2);
  await settle();
  expect(seen).toMatchObject({ setUp: 1, warned: [{ err: expect.any(Error) }] });
  await pass(30_000);
  await pass(30_000);
  await pass(30_000);
  expect(seen).toMatchObject({ started: 1, setUp: 3, warned: { length: 2 } });
});

test('a server that stops does not try again', async () => {
  const { seen, stop, pass } = sandboxBeside(9);
  await settle();
  stop();
  await pass(60_000);
  expect(seen.setUp).toBe(1);
});
