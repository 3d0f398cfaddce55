import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  privateHosts,
  publicAddress,
  resolvedPrivate,
} from '../../../testing/tool-transports/private-addresses.ts';
import type { ResolveHost } from '../../lib/host-guard.ts';
import { createHttpTools } from './http-tools.ts';

const secrets = { read: async () => ({ ok: false, problem: 'none' }) as const };

function runAt(
  address: string,
  resolve: ResolveHost = () => Promise.reject(new Error('asked a name server')),
) {
  return createHttpTools({ secrets, toolHosts: [], resolve }).run({
    tenantId: 'one',
    tool: { method: 'GET', address, headers: [], constants: [], variables: [], changes: false },
    ...{ input: {}, known: {}, idempotencyKey: 'call:1', sandbox: false },
    ...{ signal: new AbortController().signal, limitMs: 2_000 },
  });
}

const resolvedTo =
  (...addresses: string[]): ResolveHost =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('TL4: where a tool may not lead', () => {
  test.each([
    ['another scheme', 'ftp://example.com/'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/plain,hello'],
    ['a socket', 'unix:/var/run/docker.sock'],
    ['an old protocol', 'gopher://127.0.0.1:6379/_INFO'],
    ['a name and password', 'https://me:secret@example.com/'],
    ['a host behind a name', 'https://example.com@127.0.0.1/'],
    ['a host behind a backslash', 'https://example.com\\@127.0.0.1/'],
    ['a host behind a fragment', 'https://127.0.0.1#@example.com/'],
    ['a tab in the host', 'https://exa\tmple.com/'],
    ['a line in the address', 'https://example.com/\r\nHost: internal'],
    ['no encryption', 'http://example.com/'],
    ['a placeholder as host', 'https://{host}/'],
    ['a placeholder as port', 'https://example.com:{port}/'],
    ['a placeholder as scheme', '{scheme}://example.com/'],
    ['metadata of a cloud', 'https://169.254.169.254/latest/meta-data/'],
    ['metadata of another', 'https://100.100.100.200/'],
    ['metadata over IPv6', 'https://[fd00:ec2::254]/'],
    ['this machine', 'https://localhost/'],
    ['an address with a zone', 'https://[fe80::1%25eth0]/'],
    ['no host', 'https:///path'],
    ['nothing', ''],
  ])('%s: %s', async (_what, address) => {
    const outcome = await runAt(address);
    expect(outcome.kind).toBe('refused');
    expect(outcome.kind === 'refused' && outcome.why).toMatch(/^[A-Z].*\.$/);
  });

  test('any private address, however it is written', async () => {
    await fc.assert(
      fc.asyncProperty(
        privateHosts,
        fc.constantFrom('https', 'http', 'HTTPS'),
        fc.constantFrom('', ':443', ':8080', ':22'),
        fc.constantFrom('', '/', '/a?b=c', '?b'),
        async (host, scheme, port, path) => {
          const outcome = await runAt(`${scheme}://${host}${port}${path}`);
          expect(outcome.kind).toBe('refused');
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('a name of which any address is private, with however many public ones', async () => {
    await fc.assert(
      fc.asyncProperty(
        resolvedPrivate,
        fc.array(publicAddress, { maxLength: 3 }),
        fc.nat({ max: 3 }),
        async (bad, good, place) => {
          const outcome = await runAt(
            'https://rebound.example.com/',
            resolvedTo(...good.toSpliced(place, 0, bad)),
          );
          expect(outcome).toEqual({ kind: 'refused', why: 'The address leads into a private network.' });
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a name that changes its address between two requests is judged with each of them', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254'], ['10.0.0.1']];
    for (const addresses of answers)
      expect(await runAt('https://rebound.example.com/', resolvedTo(...addresses))).toMatchObject({
        kind: 'refused',
      });
  });

  test('a name that nobody has: nothing was sent', async () => {
    const outcome = await runAt('https://nowhere.example.com/', () => Promise.reject(new Error('ENOTFOUND')));
    expect(outcome).toEqual({ kind: 'not_sent', why: 'No machine has this name.' });
  });
});
