import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Certificate, makeAuthority, makeCertificate } from '../../../testing/certificate.ts';
import { startTlsProxy, type TlsProxyOptions } from '../../../testing/tls-proxy.ts';
import { throughAddress } from '../../adapters/public-address/through-address.ts';
import { serveAddressCheck } from '../../http/address-check.ts';
import { handleErrors } from '../../http/error-answers.ts';
import { createAddressProof } from '../../lib/address-proof.ts';
import { checkAddress } from './check-address.ts';

const key = randomBytes(32);
const proof = createAddressProof(key);
let authority: Certificate;
let good: Certificate;
let server: string;
const closing: (() => Promise<unknown>)[] = [];

async function serve(withKey: Buffer | null): Promise<string> {
  const app = Fastify();
  handleErrors(app);
  if (withKey) serveAddressCheck(app, async () => createAddressProof(withKey));
  closing.push(() => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

beforeAll(async () => {
  authority = makeAuthority();
  good = makeCertificate({ names: ['127.0.0.1', 'localhost'], issuer: authority });
  server = await serve(key);
});
afterAll(() => Promise.all(closing.map((close) => close())));

/** As the carrier is another machine, unless the test says otherwise; the proxies of tests are allowed by name. */
function check(url: string, { onThisMachine = false, named = ['127.0.0.1', 'localhost'] } = {}) {
  return checkAddress(url, {
    proof,
    carrierOnThisMachine: onThisMachine,
    through: throughAddress({
      carrierOnThisMachine: onThisMachine,
      namedHosts: named,
      authorities: [authority.cert],
    }),
  });
}

async function checkThrough(options: Partial<TlsProxyOptions>) {
  await using proxy = await startTlsProxy({ certificate: good, behind: [server], ...options });
  return await check(proxy.url);
}

describe('an address that works', () => {
  test('through TLS: a webhook and a socket arrive unchanged', async () => {
    const { problem, checks } = await checkThrough({});
    expect(problem).toBeNull();
    expect(checks.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'address-https ok',
      'address-public ok',
      'address-certificate ok',
      'address-webhook ok',
      'address-socket ok',
    ]);
  });

  test('in plain text and private, where the carrier runs on this machine', async () => {
    expect((await check(server, { onThisMachine: true, named: [] })).problem).toBeNull();
  });

  test('with a certificate of an authority that NODE_EXTRA_CA_CERTS names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-authority-'));
    const file = join(folder, 'authority.pem');
    await writeFile(file, authority.cert);
    await using proxy = await startTlsProxy({ certificate: good, behind: [server] });
    const source = (path: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, path)).href);
    const program = `
      const { checkAddress } = await import(${source('check-address.ts')});
      const { throughAddress } = await import(${source('../../adapters/public-address/through-address.ts')});
      const { createAddressProof } = await import(${source('../../lib/address-proof.ts')});
      const through = throughAddress({ carrierOnThisMachine: false, namedHosts: ['127.0.0.1'] });
      const proof = createAddressProof(Buffer.from('${key.toString('base64')}', 'base64'));
      const report = await checkAddress('${proxy.url}', { proof, through, carrierOnThisMachine: false });
      process.stdout.write(report.problem?.code ?? 'none');`;
    const problemWith = async (env: NodeJS.ProcessEnv) => {
      const args = ['--input-type=module', '--eval', program];
      return (await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } })).stdout;
    };
    expect(await problemWith({ NODE_EXTRA_CA_CERTS: file })).toBe('none');
    expect(await problemWith({})).toBe('certificate_self_signed');
    await rm(folder, { recursive: true });
  });

  test('any server of the deployment may answer', async () => {
    const { problem } = await checkThrough({ behind: [server, await serve(key)] });
    expect(problem).toBeNull();
  });
});

describe('each fault is a sentence and a remedy', () => {
  const expectProblem = async (
    report: Awaited<ReturnType<typeof check>>,
    code: string,
    id: string,
    sentence: RegExp,
  ) => {
    expect(report.problem?.code).toBe(code);
    const at = report.checks.findIndex((one) => one.id === id);
    expect(report.checks[at]).toMatchObject({
      state: 'fault',
      blocks: true,
      message: expect.stringMatching(sentence),
      remedy: expect.stringMatching(/^[A-Z].*\.$/),
    });
    for (const before of report.checks.slice(0, at)) expect(before.state).toBe('ok');
    for (const after of report.checks.slice(at + 1)) expect(after.state).toBe('to-do');
  };

  test('a self-signed certificate', async () => {
    const report = await checkThrough({ certificate: makeCertificate({ names: ['127.0.0.1'] }) });
    await expectProblem(
      report,
      'certificate_self_signed',
      'address-certificate',
      /not signed by an authority that .* knows/,
    );
  });

  test('a certificate that has expired', async () => {
    const certificate = makeCertificate({ names: ['127.0.0.1'], days: [-30, -1], issuer: authority });
    await expectProblem(
      await checkThrough({ certificate }),
      'certificate_expired',
      'address-certificate',
      /has expired/,
    );
  });

  test('a certificate that is not valid yet', async () => {
    const certificate = makeCertificate({ names: ['127.0.0.1'], days: [1, 30], issuer: authority });
    await expectProblem(
      await checkThrough({ certificate }),
      'certificate_not_yet_valid',
      'address-certificate',
      /not valid yet/,
    );
  });

  test('a certificate for another name', async () => {
    const certificate = makeCertificate({ names: ['desk.example.com'], issuer: authority });
    await expectProblem(
      await checkThrough({ certificate }),
      'certificate_name',
      'address-certificate',
      /for another name than 127\.0\.0\.1/,
    );
  });

  test('http, where the carrier is elsewhere', async () => {
    const report = await check('http://desk.example.com');
    await expectProblem(report, 'address_http', 'address-https', /must begin with https/);
  });

  test.each(['https://127.0.0.1:9', 'https://localhost:9', 'https://10.0.0.8', 'https://[::1]:9'])(
    'an address of a private network: %s',
    async (url) => {
      const report = await check(url, { named: [] });
      await expectProblem(report, 'address_private', 'address-public', /private network/);
    },
  );

  test('nothing answers', async () => {
    const report = await check('https://127.0.0.1:9');
    await expectProblem(report, 'address_no_answer', 'address-public', /Nothing answers at 127\.0\.0\.1:9/);
  });

  test('a name that nobody has', async () => {
    const report = await check('https://no-such-name.invalid');
    await expectProblem(report, 'address_unknown', 'address-public', /There is no no-such-name\.invalid/);
  });

  test('something else answers', async () => {
    const stranger = await listen((_request, response) => response.end('<h1>Welcome</h1>'));
    const report = await checkThrough({ behind: [stranger] });
    await expectProblem(report, 'address_not_parley', 'address-webhook', /Something else answers/);
  });

  test('another deployment answers', async () => {
    const report = await checkThrough({ behind: [await serve(randomBytes(32))] });
    await expectProblem(report, 'address_not_parley', 'address-webhook', /Something else answers/);
  });

  test('one of two servers is of an earlier release', async () => {
    const earlier = Fastify();
    earlier.setNotFoundHandler((_request, reply) =>
      reply.code(404).send({ success: false, error: 'There is nothing here.', code: 'not_found' }),
    );
    closing.push(() => earlier.close());
    const report = await checkThrough({
      behind: [server, await earlier.listen({ host: '127.0.0.1', port: 0 })],
    });
    await expectProblem(report, 'address_other_release', 'address-webhook', /earlier release/);
  });

  test('a proxy that writes the query another way', async () => {
    const report = await checkThrough({ rewrite: (target) => target.replace('%2f', '%2F') });
    await expectProblem(report, 'address_changes_requests', 'address-webhook', /changes them on the way/);
  });

  test('a proxy without sockets', async () => {
    const report = await checkThrough({ withoutSockets: true });
    await expectProblem(report, 'socket_refused', 'address-socket', /No web socket can be opened/);
  });

  test('a redirect is not followed', async () => {
    const moved = await listen((_request, response) =>
      response.writeHead(308, { location: `${server}/webhooks/check` }).end(),
    );
    const report = await checkThrough({ behind: [moved] });
    await expectProblem(report, 'address_not_parley', 'address-webhook', /Something else answers/);
  });
});

describe('who does not know the key', () => {
  test.each([
    undefined,
    'nonce.proof',
    `${proof.ask().nonce}.`,
    createAddressProof(randomBytes(32)).ask().header,
    `${proof.ask().header}.more`,
  ])('is refused: %j', async (header) => {
    const headers: Record<string, string> = header === undefined ? {} : { 'x-parley-check': header };
    const answer = await fetch(`${server}/webhooks/check`, { method: 'POST', headers });
    expect(answer.status).toBe(403);
    const socket = new WebSocket(`${server.replace('http', 'ws')}/voice/check`, { headers });
    const status = await new Promise((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('open', () => resolve('opened'));
    });
    expect(status).toBe(403);
  });
});

async function listen(handler: RequestListener): Promise<string> {
  const stranger = createServer(handler);
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        stranger.close(resolve);
        stranger.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
}
