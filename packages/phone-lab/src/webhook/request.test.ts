import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, startApp, type TestApp } from '../../testing/app.ts';
import type { Lab } from '../lab.ts';
import { connectionSettings } from './overrides.ts';
import { sendWebhook } from './request.ts';

const authToken = 'a-token';
let app: TestApp;
let failures: Answer[] = [];

beforeAll(async () => {
  app = await startApp(() => ({ authToken }) as Lab, {
    '/ok': 'fine',
    '/flaky': () => failures.shift() ?? { body: 'at last' },
    '/slow': () => ({ hang: true }),
    '/moved': () => ({ status: 302, headers: { Location: '/ok?from=moved' } }),
    '/round': () => ({ status: 302, headers: { Location: '/round' } }),
  });
});
afterAll(() => app.close());

const post = (path: string) =>
  sendWebhook({ url: app.url + path, method: 'POST', params: { A: 'b c' }, authToken });

describe('a webhook', () => {
  it('is signed and sent without the fragment', async () => {
    const result = await post('/ok?x=1#rc=0');
    expect(result.response).toMatchObject({ status: 200, body: Buffer.from('fine') });
    const hit = await app.hit('/ok');
    expect(hit.signed).toBe(true);
    expect(hit.params).toEqual({ A: 'b c' });
    expect([...hit.query]).toEqual([['x', '1']]);
  });

  it('sends parameters of a GET in the query and signs the whole URL', async () => {
    await sendWebhook({ url: `${app.url}/ok?x=1`, method: 'GET', params: { A: 'b c' }, authToken });
    const hit = await app.hit('/ok', (one) => one.method === 'GET');
    expect(hit.signed).toBe(true);
    expect([...hit.query]).toEqual([
      ['x', '1'],
      ['A', 'b c'],
    ]);
  });

  it('is not retried on a server error unless the URL says so', async () => {
    failures = [{ status: 503 }];
    expect((await post('/flaky')).errorCode).toBe(11200);
    failures = [{ status: 503 }, { status: 404 }];
    const result = await post('/flaky#rc=3&rp=4xx,5xx');
    expect(result.errorCode).toBeNull();
    expect(result.attempts.map((one) => one.status)).toEqual([503, 404, 200]);
    const tokens = app
      .on('/flaky')
      .slice(-3)
      .map((hit) => hit.headers['i-twilio-idempotency-token']);
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).toBeTruthy();
  });

  it('gives up after the read time-out', async () => {
    const result = await post('/slow#rt=100&rc=0');
    expect(result).toMatchObject({ response: null, errorCode: 11200 });
  });

  it('retries a refused connection once', async () => {
    const result = await sendWebhook({ url: 'http://127.0.0.1:1/x', method: 'POST', params: {}, authToken });
    expect(result.errorCode).toBe(11205);
    expect(result.attempts).toHaveLength(2);
  });

  it('follows a redirect as a GET without parameters', async () => {
    const result = await post('/moved');
    expect(String(result.response?.body)).toBe('fine');
    const hit = await app.hit('/ok', (one) => one.query.get('from') === 'moved');
    expect(hit).toMatchObject({ method: 'GET', params: {}, signed: true });
  });

  it('to an https:// address of this machine that speaks no TLS goes there in plain text, signed as written; the second time at once', async () => {
    let inVain = 0;
    app.onGarbage(() => {
      inVain += 1;
    });
    const url = `${app.url.replace('http:', 'https:')}/ok?x=tls`;
    const result = await sendWebhook({ url, method: 'POST', params: { A: 'b c' }, authToken });
    expect(result.response).toMatchObject({ status: 200, url });
    const hit = await app.hit('/ok', (one) => one.query.get('x') === 'tls');
    expect(inVain).toBe(1);
    expect((await sendWebhook({ url, method: 'POST', params: {}, authToken })).errorCode).toBeNull();
    expect(inVain).toBe(1);
    const signature = String(hit.headers['x-twilio-signature']);
    expect(twilio.validateRequest(authToken, signature, url, hit.params)).toBe(true);
  });

  it("sent over plain HTTP for an https:// URL passes the SDK's signature check behind a trusted proxy", async () => {
    const url = `${app.url.replace('http:', 'https:')}/ok?x=proxy`;
    await sendWebhook({ url, method: 'POST', params: { A: 'b c' }, authToken });
    const { headers, params } = await app.hit('/ok', (one) => one.query.get('x') === 'proxy');
    // What Express makes of it with `trust proxy`: the protocol is what the proxy says.
    const request = {
      protocol: headers['x-forwarded-proto'] ?? 'http',
      header: (name: string) => headers[name.toLowerCase()],
      headers,
      originalUrl: '/ok?x=proxy',
      body: params,
    };
    expect(twilio.validateExpressRequest(request as never, authToken)).toBe(true);
    expect(headers.host).toBe(new URL(url).host);
  });

  it('to an http:// address has no proxy headers', async () => {
    await post('/ok?x=direct');
    const hit = await app.hit('/ok', (one) => one.query.get('x') === 'direct');
    expect(hit.headers['x-forwarded-proto']).toBeUndefined();
  });

  it('stops after ten redirects', async () => {
    expect((await post('/round')).errorCode).toBe(11215);
  });
});

describe('connection overrides', () => {
  it('have the documented defaults', () => {
    const settings = connectionSettings('http://a.test/');
    expect(settings).toEqual({
      connectMs: 5000,
      readMs: 15_000,
      totalMs: 15_000,
      retries: 1,
      retryOn: new Set(['ct']),
    });
  });

  it('stay within their bounds', () => {
    const settings = connectionSettings('http://a.test/#ct=1&rt=99999&tt=12000&rc=9&rp=all');
    expect(settings).toMatchObject({ connectMs: 100, readMs: 15_000, totalMs: 12_000, retries: 5 });
    expect([...settings.retryOn]).toEqual(['4xx', '5xx', 'ct', 'rt']);
  });
});
