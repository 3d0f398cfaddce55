import { expect, test } from 'vitest';
import { Shutdown } from './shutdown.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

test('what was started stops in the opposite order, once', async () => {
  const shutdown = new Shutdown(silent);
  const stopped: string[] = [];
  for (const name of ['database', 'lab', 'server']) shutdown.add(name, () => void stopped.push(name));
  await Promise.all([shutdown.run(1000), shutdown.run(1000)]);
  expect(stopped).toEqual(['server', 'lab', 'database']);
});

test('a part that fails to stop does not keep the others running', async () => {
  const shutdown = new Shutdown(silent);
  const stopped: string[] = [];
  shutdown.add('database', () => void stopped.push('database'));
  shutdown.add('lab', () => {
    throw new Error('stuck');
  });
  await shutdown.run(1000);
  expect(stopped).toEqual(['database']);
});

test('a part that hangs is named when the deadline passes', async () => {
  const shutdown = new Shutdown(silent);
  shutdown.add('lab', () => new Promise<void>(() => {}));
  await expect(shutdown.run(10)).rejects.toThrow('lab');
});
