import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';

let proxy: Server;
let desk: OpenDesk;

/** A server on loopback, like a recording or caching proxy in front of the real carrier. */
beforeAll(async () => {
  proxy = createServer((_, answer) => {
    answer.writeHead(404, { 'content-type': 'application/json' }).end('{"code":20404,"status":404}');
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  desk = await openDesk(
    {},
    {
      TWILIO_API_BASE_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      TWILIO_PHONE_NUMBER: '+12025550100',
      PUBLIC_URL: 'https://desk.example.com',
      ...{ LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'model' },
      SANDBOX: 'off',
    },
  );
});
afterAll(async () => {
  await desk?.stop();
  proxy.close().closeAllConnections();
});

describe('a carrier on loopback that is no phone-lab is not taken for the sandbox', () => {
  test('the API does not report a sandbox', async () => {
    const config = await (await fetch(`${desk.url}/config.json`)).json();
    expect(config).toMatchObject({ sandbox: null, speaker: 'model' });
  });

  test('calls are real, and the checks of real calls apply', async () => {
    expect(await desk.client.request('GET', '/api/calling')).toMatchObject({
      body: { calling: { side: 'real' } },
    });
    expect(await desk.client.place('+4915112345678')).toMatchObject({
      status: 400,
      body: { code: 'country_not_allowed' },
    });
    expect(await desk.client.calls()).toEqual([]);
  });
});
