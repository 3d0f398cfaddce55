import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.stop());

function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    request(lab.url + path, { headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('the guard', () => {
  it.each([
    ['a foreign host', { Host: 'evil.test' }],
    ['a rebound name with our port', { Host: 'evil.test:{port}' }],
    ['the wrong port', { Host: '127.0.0.1:1' }],
    ['a foreign origin', { Origin: 'https://evil.test' }],
    ['another program on this machine', { Origin: 'http://127.0.0.1:1' }],
    ['a sandboxed page', { Origin: 'null' }],
    ['a picture on a foreign page', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }],
  ] as [string, Record<string, string>][])('refuses %s', async (_, headers) => {
    const filled = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, value.replace('{port}', String(lab.port))]),
    );
    for (const path of ['/', '/lab/calls', `/2010-04-01/Accounts/${lab.accountSid}/Calls.json`]) {
      expect((await get(path, filled)).status).toBe(403);
    }
  });

  it('accepts the loopback names of this machine', async () => {
    expect((await get('/')).status).toBe(200);
    expect((await get('/', { Host: `localhost:${lab.port}` })).status).toBe(200);
    expect((await get('/lab/info', { Origin: lab.url })).status).toBe(200);
    const link = { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'navigate' };
    expect((await get('/', link)).status).toBe(200);
  });

  it('listens on loopback only', () => {
    expect(lab.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});

describe('the page', () => {
  it('says that it is not Twilio and runs no inline script', async () => {
    const page = await get('/');
    expect(page.body).toContain('It is not Twilio');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.body).not.toMatch(/<script(?![^>]*src=)/);
    expect(page.body).not.toMatch(/\sstyle=|\son\w+=/);
    for (const path of ['/page.js', '/page.css']) expect((await get(path)).status).toBe(200);
  });

  it('contains no secret', async () => {
    for (const path of ['/', '/lab/info', '/lab/ledger'])
      expect((await get(path)).body).not.toContain(lab.authToken);
  });
});

describe('the lab API', () => {
  it('takes JSON only', async () => {
    const form = { method: 'POST', body: new URLSearchParams({ to: '+15005550006' }) };
    expect((await fetch(`${lab.url}/lab/dial`, form)).status).toBe(415);
    const broken = { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } };
    expect((await fetch(`${lab.url}/lab/dial`, broken)).status).toBe(400);
    expect((await fetch(`${lab.url}/lab/nothing`)).status).toBe(404);
  });
});
