import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WriteProbe, writtenUntil } from './write-probe.ts';

const writes = [
  { askedAt: 100, doneAt: 110 },
  { askedAt: 210, doneAt: 1_500 },
  { askedAt: 1_600, doneAt: 1_610 },
];

test.each([
  [105, Number.NEGATIVE_INFINITY],
  [110, 100],
  [1_400, 100],
  [1_500, 210],
  [9_000, 1_600],
])('at %i everything up to %i can have been stored', (at, until) => {
  expect(writtenUntil(writes, at)).toBe(until);
});

test('only an answer that the server can write counts', async () => {
  let ready = false;
  let asked = 0;
  const server = createServer((_, answer) => {
    asked += 1;
    answer.writeHead(ready ? 200 : 503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  {
    await using probe = new WriteProbe(`http://127.0.0.1:${port}`);
    await expect.poll(() => asked).toBeGreaterThan(1);
    expect(probe.writes).toEqual([]);
    ready = true;
    await expect.poll(() => probe.writes.length).toBeGreaterThan(0);
  }
  await new Promise((resolve) => server.close(resolve));
});
