import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMetricsPort } from './metrics-port.ts';

let server: Awaited<ReturnType<typeof openMetricsPort>>;
let port: number;
beforeAll(async () => {
  server = await openMetricsPort(0, async () => 'parley_up 1\n');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<[number, string]> {
  return new Promise((done, failed) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => done([answer.statusCode ?? 0, text]));
    });
    sent.on('error', failed).end();
  });
}

test('MT5: it listens at loopback only, and tells the metrics without a key', async () => {
  expect((server.address() as AddressInfo).address).toBe('127.0.0.1');
  expect(await ask('/metrics')).toEqual([200, 'parley_up 1\n']);
});

test.each([
  ['/metrics', { host: 'evil.example.com' }, 'GET', 403],
  ['/metrics', { origin: 'https://evil.example.com' }, 'GET', 403],
  ['/metrics', { 'x-forwarded-for': '203.0.113.9' }, 'GET', 403],
  ['/', {}, 'GET', 404],
  ['/metrics', {}, 'POST', 405],
] as const)('MT5: %s with %o by %s is answered with %i', async (path, headers, method, status) => {
  expect((await ask(path, { ...headers }, method))[0]).toBe(status);
});
