import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HostileService, openHostileService } from '../../../testing/tool-transports/hostile-service.ts';
import { toolTransportContract } from '../../../testing/tool-transports/tool-transport-contract.ts';
import type { ToolSecrets } from '../../ports/tool-secrets.ts';
import { createHttpTools, type HttpTool } from './http-tools.ts';

const tool: HttpTool = {
  method: 'POST',
  address: 'https://practice.example.com/times',
  headers: [{ name: 'Authorization', value: { kind: 'secret', prefix: 'Bearer ', secret: 'booking-key' } }],
  constants: [{ name: 'practice', value: 7 }],
  variables: [{ name: 'first_time', path: 'slots.0.start' }],
  changes: true,
};
const secrets = { read: async () => ({ ok: true, value: 's3cret-value' }) as const };

toolTransportContract('HTTP', () => ({
  transport: createHttpTools({ secrets, toolHosts: [] }),
  toolAt: (address) => ({ ...tool, address }),
  answer: (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"slots":[{"start":"Monday 10:00"}]}'),
  isRun: () => true,
  unreadable: 'answered',
}));

describe('a request of an HTTP tool', () => {
  let service: HostileService;
  beforeAll(async () => {
    service = await openHostileService(({ headers }, response) => {
      const answer = { slots: [{ start: '10:00', free: true }], you: headers.authorization };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  afterAll(() => service.close());

  async function run(
    more: Partial<HttpTool>,
    input: Record<string, unknown>,
    read: ToolSecrets['read'] = secrets.read,
  ) {
    const from = service.seen.length;
    const outcome = await createHttpTools({ secrets: { read }, toolHosts: [] }).run({
      ...{ tenantId: 'one', known: { room: 'B 2' }, idempotencyKey: 'call:1', sandbox: true },
      ...{ signal: new AbortController().signal, limitMs: 5_000, input },
      tool: { ...tool, address: `http://127.0.0.1:${service.port}/times`, ...more },
    });
    return { outcome, request: service.seen[from] };
  }
  const address = (rest: string) => `http://127.0.0.1:${service.port}${rest}`;

  test('TL1: what the address does not use is the body, with constants that no input overwrites', async () => {
    const { request } = await run(
      { address: address('/times/{day}') },
      { day: 'Monday', who: 'Ada', practice: 8 },
    );
    expect(request).toMatchObject({ method: 'POST', url: '/times/Monday' });
    expect(JSON.parse(request?.body ?? '')).toEqual({ who: 'Ada', practice: 7 });
    expect(request?.headers['content-type']).toBe('application/json');
  });

  test('TL1: without a body it goes behind the question mark', async () => {
    const input = { day: 'Mon & Tue', who: ['Ada', 'Ben'], near: { km: 2 }, none: null };
    const { request } = await run({ method: 'GET', address: address('/times?v=1'), changes: false }, input);
    expect(request?.body).toBe('');
    expect([...new URL(`http://x${request?.url}`).searchParams]).toEqual([
      ['v', '1'],
      ['day', 'Mon & Tue'],
      ['who', 'Ada'],
      ['who', 'Ben'],
      ['near', '{"km":2}'],
      ['practice', '7'],
    ]);
  });

  test('TL3: a tool that changes something carries its key, one that does not carries none', async () => {
    expect((await run({}, {})).request?.headers['idempotency-key']).toBe('call:1');
    expect((await run({ changes: false }, {})).request?.headers['idempotency-key']).toBeUndefined();
  });

  test('what earlier tools have answered fills the address, and is not sent otherwise', async () => {
    const { request } = await run({ address: address('/rooms/{room}') }, {});
    expect(request).toMatchObject({ url: '/rooms/B%202', body: '{"practice":7}' });
  });

  test('TL2: a secret arrives, and is masked where the service repeats it', async () => {
    const { outcome, request } = await run({ variables: [{ name: 'you', path: 'you' }] }, {});
    expect(request?.headers.authorization).toBe('Bearer s3cret-value');
    expect(JSON.stringify(outcome)).not.toContain('s3cret-value');
    expect(outcome).toMatchObject({ kind: 'answered', body: expect.stringContaining('••••••••') });
  });

  test('TL2: a secret is read for each request', async () => {
    const values = ['first-value', 'second-value\n'];
    const read = async () => ({ ok: true, value: values.shift() ?? '' }) as const;
    expect((await run({}, {}, read)).request?.headers.authorization).toBe('Bearer first-value');
    expect((await run({}, {}, read)).request?.headers.authorization).toBe('Bearer second-value');
  });

  test('TL2: without its secret, or with one that no header can hold, nothing is sent', async () => {
    const missing = await run({}, {}, async () => ({ ok: false, problem: 'The secret is missing.' }));
    expect(missing).toEqual({
      outcome: { kind: 'refused', why: 'The secret is missing.' },
      request: undefined,
    });
    const bad = await run({}, {}, async () => ({ ok: true, value: 'a\r\nx: y' }) as const);
    expect(bad.outcome).toMatchObject({ kind: 'refused' });
    expect(JSON.stringify(bad)).not.toContain('x: y');
  });

  test('TL5: a secret that cannot be read for a moment is told as not sent, so it is not unknown what was done', async () => {
    const passing = async () => ({ ok: false, passing: true, problem: 'The database is away.' }) as const;
    expect(await run({}, {}, passing)).toEqual({
      outcome: { kind: 'not_sent', why: 'The database is away.' },
      request: undefined,
    });
  });

  test('a time limit that is no whole number of milliseconds is none the less one', async () => {
    const outcome = await createHttpTools({ secrets, toolHosts: [] }).run({
      ...{ tenantId: 'one', known: {}, idempotencyKey: 'call:1', sandbox: true, input: {} },
      ...{ signal: new AbortController().signal, limitMs: 40_000 / 15 },
      tool: { ...tool, address: address('/times') },
    });
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
  });

  test('parts of the answer become variables', async () => {
    const variables = [
      { name: 'first_time', path: 'slots.0.start' },
      { name: 'free', path: 'slots.0.free' },
      { name: 'gone', path: 'slots.1.start' },
      { name: 'whole', path: 'slots' },
      { name: 'inherited', path: 'constructor.name' },
    ];
    const { outcome } = await run({ variables }, {});
    expect(outcome).toMatchObject({ variables: { first_time: '10:00', free: 'true' } });
    expect(outcome.kind === 'answered' && Object.keys(outcome.variables)).toHaveLength(2);
  });

  test('TL4: a host that whoever runs the server has named may be private', async () => {
    const transport = createHttpTools({
      secrets,
      toolHosts: ['praxis.test'],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const outcome = await transport.run({
      ...{ tenantId: 'one', known: {}, idempotencyKey: 'call:1', sandbox: false, input: {} },
      ...{ signal: new AbortController().signal, limitMs: 5_000 },
      tool: { ...tool, address: `http://praxis.test:${service.port}/times` },
    });
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
  });
});
