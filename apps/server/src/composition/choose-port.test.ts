import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLoopbackHost } from '../config/loopback.ts';
import { choosePort, listenOn } from './choose-port.ts';

const taken = createServer();
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => void taken.close());

test('a default port that is taken gives way to the next free one', async () => {
  const chosen = await choosePort('127.0.0.1', port, false);
  expect(chosen).toBeGreaterThan(port);
  expect(chosen).toBeLessThan(port + 100);
});

test('a port that was asked for and is taken is refused with a sentence', async () => {
  await expect(choosePort('127.0.0.1', port, true)).rejects.toThrow(
    `Port ${port} is already in use. Choose another one with PORT.`,
  );
});

test('any port is one that no outgoing connection gets before the server listens on it', async () => {
  const chosen = await Promise.all(Array.from({ length: 50 }, () => choosePort('127.0.0.1', 0, true)));
  for (const one of chosen) expect(one).toBeLessThan(32_768);
  expect(new Set(chosen).size).toBeGreaterThan(40);
});

test('a port that another program took since it was chosen is refused with the same sentence', async () => {
  const late = createServer();
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      late.once('error', reject);
      late.listen(port, '127.0.0.1', resolve);
    });
  await expect(listenOn(port, listen)).rejects.toThrow(`Port ${port} is already in use.`);
});

test('only this machine counts as loopback', () => {
  for (const host of ['localhost', '::1', '127.0.0.1', '127.8.9.1']) expect(isLoopbackHost(host)).toBe(true);
  for (const host of ['0.0.0.0', '::', '192.168.0.1', '1127.0.0.1', '127.anything.example'])
    expect(isLoopbackHost(host)).toBe(false);
});
