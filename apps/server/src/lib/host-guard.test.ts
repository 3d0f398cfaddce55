import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { guardedFetch } from './guarded-fetch.ts';
import { createHostGuard, HostRefused, type HostRules } from './host-guard.ts';

const strict: HostRules = { loopback: false, hosts: [] };
const inSandbox: HostRules = { loopback: true, hosts: [] };
const resolvingTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('an address that somebody enters (rule 10)', () => {
  test.each([
    ['https://api.example.com/v1', null],
    ['https://api.example.com:8443/v1', null],
    ['wss://api.example.com/v1', null],
    ['http://api.example.com/v1', 'not_https'],
    ['ws://api.example.com/v1', 'not_https'],
    ['ftp://api.example.com/', 'invalid'],
    ['file:///etc/passwd', 'invalid'],
    ['api.example.com', 'invalid'],
    ['https://me:secret@api.example.com/', 'login'],
    ['https://me@api.example.com/', 'login'],
  ])('%s: %s', (url, refusal) => {
    expect(createHostGuard(strict).refusalOf(url)).toBe(refusal);
  });

  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://127.0.0.1./',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.100.100.200/',
    'https://①②⑦.0.0.1/',
  ])('%s is refused in whatever way it is written', (url) => {
    expect(createHostGuard(strict).refusalOf(url)).toBe('private');
  });

  test('in the sandbox this machine may be named, and nothing else that is private', () => {
    const guard = createHostGuard(inSandbox);
    for (const url of [
      'http://localhost:8080/',
      'http://127.0.0.1:1234/',
      'http://[::1]:1234/',
      'wss://localhost/',
    ])
      expect(guard.refusalOf(url), url).toBeNull();
    for (const url of ['http://10.0.0.1/', 'https://169.254.169.254/', 'https://0.0.0.0/'])
      expect(guard.refusalOf(url), url).toBe('private');
    expect(guard.refusalOf('http://api.example.com/')).toBe('not_https');
  });

  test('a host that whoever runs the deployment has named may be private and without TLS', async () => {
    const hosts = ['Praxis.local', '192.168.1.20:8080'];
    const guard = createHostGuard({ loopback: false, hosts }, resolvingTo('192.168.1.20'));
    expect(guard.refusalOf('http://praxis.local:9000/')).toBeNull();
    expect(guard.refusalOf('http://192.168.1.20:8080/')).toBeNull();
    expect(guard.refusalOf('http://192.168.1.20:8081/')).toBe('private');
    await expect(guard.addressesOf('praxis.local.', 9000)).resolves.toHaveLength(1);
    await expect(guard.addressesOf('other.local', 443)).rejects.toMatchObject({ refusal: 'private' });
  });

  test('a named host that comes to point at the metadata of the machine is refused all the same', async () => {
    const hosts = ['praxis.local'];
    for (const address of ['169.254.169.254', 'fd00:ec2::254', '::ffff:169.254.169.254']) {
      const guard = createHostGuard({ loopback: true, hosts }, resolvingTo(address));
      await expect(guard.addressesOf('praxis.local', 80), address).rejects.toThrow(HostRefused);
    }
  });

  test('a name of which one address is private is refused, wherever in the list it stands', async () => {
    const guard = createHostGuard(strict, resolvingTo('93.184.216.34', '2606:4700::1', '10.0.0.1'));
    await expect(guard.addressesOf('mixed.example.com', 443)).rejects.toMatchObject({ refusal: 'private' });
  });

  test('a name that resolves to this machine is refused also where this machine is allowed', async () => {
    const guard = createHostGuard(inSandbox, resolvingTo('127.0.0.1'));
    await expect(guard.addressesOf('rebound.example.com', 443)).rejects.toMatchObject({ refusal: 'private' });
    await expect(guard.addressesOf('localhost', 443)).resolves.toHaveLength(1);
  });

  test('a name that nobody has is said to be that', async () => {
    const guard = createHostGuard(strict, () => Promise.reject(new Error('ENOTFOUND')));
    await expect(guard.addressesOf('nowhere.example.com', 443)).rejects.toMatchObject({
      refusal: 'unresolved',
    });
  });
});

describe('connecting', () => {
  const servers: Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  async function serve(listener: RequestListener): Promise<number> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  test('the connection goes to the address that was judged: a name is resolved once', async () => {
    const port = await serve((request, response) => void response.end(`for ${request.headers.host}`));
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    let asked = 0;
    const guard = createHostGuard({ loopback: false, hosts: ['praxis.test'] }, () => {
      const found = answers[asked] ?? [];
      asked += 1;
      return resolvingTo(...found)();
    });
    const fetch = guardedFetch(guard);
    const response = await fetch(`http://praxis.test:${port}/`);
    expect(await response.text()).toBe(`for praxis.test:${port}`);
    expect(asked).toBe(1);
    await expect(fetch(`http://praxis.test:${port}/`)).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { refusal: 'private' },
    });
  });

  test('nothing is sent to an address that is refused', async () => {
    let requests = 0;
    const port = await serve((_request, response) => {
      requests += 1;
      response.end();
    });
    const fetch = guardedFetch(createHostGuard(strict, resolvingTo('127.0.0.1')));
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'localhost', 'rebound.example.com'])
      await expect(fetch(`https://${host}:${port}/`), host).rejects.toThrow('fetch failed');
    expect(requests).toBe(0);
  });

  test('a redirect is not followed', async () => {
    let followed = false;
    const target = await serve((_request, response) => {
      followed = true;
      response.end();
    });
    const port = await serve((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${target}/` }).end();
    });
    const response = await guardedFetch(createHostGuard(inSandbox))(`http://127.0.0.1:${port}/`);
    expect(response.status).toBe(302);
    expect(followed).toBe(false);
  });

  test('method, headers and body arrive, the answer is streamed, an abort ends it', async () => {
    const seen: string[] = [];
    const port = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push(`${request.method} ${request.headers['x-key']} ${body}`);
      response.write('first ');
    });
    const abort = new AbortController();
    const response = await guardedFetch(createHostGuard(inSandbox))(`http://127.0.0.1:${port}/`, {
      ...{ method: 'POST', headers: { 'x-key': 'k' }, body: 'text', signal: abort.signal },
    });
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first ');
    expect(seen).toEqual(['POST k text']);
    abort.abort();
    await expect(reader?.read()).rejects.toThrow();
  });
});
