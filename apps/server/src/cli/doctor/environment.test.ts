import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ConnectionKind, goLiveChecks, type Problem, problemOf } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, ModelServer } from '../../../testing/ai-sdk/model-server.ts';
import { secret, storedConnection } from '../../../testing/connections.ts';
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import { RealtimeService } from '../../../testing/realtime/realtime-service.ts';
import { environmentTests } from '../../composition/environment-tests.ts';
import type { ResolvedConfig } from '../../composition/resolve-carrier.ts';
import type { ResolvedCarrier } from '../../config/carrier.ts';
import { readConfig } from '../../config/config.ts';
import { type AnyConnectionDeps, anyConnectionEndpoints } from '../../features/connections/any-endpoints.ts';
import { failureOf, shownOf } from '../../features/connections/present-connections.ts';
import { wallClock } from '../../ports/clock.ts';
import type { StoredConnection } from '../../ports/connections.ts';
import { connectedFindings } from './connections.ts';
import { environmentFinding } from './environment.ts';
import { findingOf } from './finding.ts';

let model: ModelServer;
let answer: Answer | null;
let speech: RealtimeService;
let mail: MailServer;
let folder: string;
beforeAll(async () => {
  const willing = (tools: boolean): Answer =>
    tools ? [{ call: 'hang_up', input: { reason: 'goodbye' } }] : [{ say: 'Yes.' }];
  model = await ModelServer.start(({ tools }) => answer ?? willing(tools !== undefined), 'the-key');
  speech = await RealtimeService.start();
  mail = await startMailServer({ login: { user: 'desk', password: 'p@ss' } });
  folder = await mkdtemp(join(tmpdir(), 'parley-doctor-files-'));
});
afterAll(async () => {
  await model.stop();
  await speech.stop();
  await mail.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  answer = null;
});

const configOf = (env: NodeJS.ProcessEnv) => readConfig(env) as ResolvedConfig;

/** What the card says when somebody presses Test. */
async function onPage(config: ResolvedConfig, kind: ConnectionKind) {
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const { testDefault } = anyConnectionEndpoints({
    defaults: environmentTests(config, { clock: wallClock, log: silent, checkAddress: async () => null }),
    limit: { take: () => {} },
    changed: async () => ({ connections: {} }),
  } as unknown as AnyConnectionDeps);
  const request = { caller: { tenantId: 't1' }, params: { kind } };
  return testDefault(request as unknown as Parameters<typeof testDefault>[0]);
}

const llm = () => ({ LLM_BASE_URL: model.url, LLM_MODEL: 'small', OPENAI_API_KEY: 'the-key' });
const realtime = () => ({ REALTIME_URL: speech.url, OPENAI_API_KEY: speech.key, LLM_PROVIDER: 'scripted' });
const smtp = (password: string, scheme = 'smtp', tail = '?tls=off') => ({
  SMTP_URL: `${scheme}://desk:${password}@127.0.0.1:${mail.port}${tail}`,
  MAIL_FROM: 'desk@example.com',
});

describe('the command and the card of the page say the same', () => {
  test.each<
    [string, 'model' | 'speech' | 'mail' | 'storage', () => NodeJS.ProcessEnv, Problem['code'] | null, RegExp]
  >([
    ['a model that works', 'model', llm, null, /^small speaks on calls\.$/],
    ['a wrong key', 'model', () => ({ ...llm(), OPENAI_API_KEY: 'wrong' }), 'key_refused', /OPENAI_API_KEY/],
    [
      'a model server that is away',
      'model',
      () => ({ ...llm(), LLM_BASE_URL: 'http://127.0.0.1:1/v1' }),
      'model_unreachable',
      /LLM_BASE_URL/,
    ],
    ['a speech service that works', 'speech', realtime, null, /speaks on calls\.$/],
    [
      'a speech service that refuses the key',
      'speech',
      () => ({ ...realtime(), OPENAI_API_KEY: 'wrong' }),
      'key_refused',
      /OPENAI_API_KEY/,
    ],
    [
      'a speech service that is away',
      'speech',
      () => ({ ...realtime(), REALTIME_URL: 'ws://127.0.0.1:1/v1/realtime' }),
      'speech_unreachable',
      /REALTIME_URL/,
    ],
    ['a mail server that works', 'mail', () => smtp('p%40ss'), null, /^127\.0\.0\.1 sends mail\.$/],
    ['a wrong mail password', 'mail', () => smtp('not-this'), 'mail_login', /SMTP_URL/],
    [
      'a mail server without TLS',
      'mail',
      () => smtp('p%40ss', 'smtps', ''),
      'mail_tls',
      /smtps:\/\/ for port 465/,
    ],
    ['a folder', 'storage', () => ({ FILES_URL: pathToFileURL(folder).href }), null, /^Files are stored/],
    [
      'a folder that is not there',
      'storage',
      () => ({ FILES_URL: 'file:///srv/no-such-folder' }),
      'storage_refused',
      /FILES_URL/,
    ],
  ])('%s', async (_what, kind, env, code, words) => {
    const config = configOf(env());
    const { problem } = await onPage(config, kind);
    const finding = await environmentFinding(config, kind);
    expect(problem?.code ?? null).toBe(code);
    if (problem) expect(finding).toMatchObject({ message: problem.sentence });
    expect(finding?.remedy === null).toBe(problem === null);
    expect(finding?.remedy ?? finding?.message).toMatch(words);
    expect(JSON.stringify(finding)).not.toMatch(/the-key|not-this|p@ss/);
    expect(mail.received).toEqual([]);
  });

  test('a model that cannot use tools is not ready, however quickly it answers', async () => {
    answer = [{ say: 'Goodbye.' }];
    const config = configOf(llm());
    expect(await onPage(config, 'model')).toMatchObject({
      problem: { code: 'model_no_tools' },
      model: { firstWordMs: expect.any(Number), tools: false },
    });
    expect(await environmentFinding(config, 'model')).toMatchObject({ remedy: expect.any(String) });
  });

  test('what is not set has no line and nothing to try', async () => {
    const config = configOf({});
    for (const kind of ['model', 'speech', 'mail', 'storage'] as const)
      expect(await environmentFinding(config, kind)).toBeNull();
    for (const kind of ['mail', 'not a kind', '__proto__'])
      await expect(onPage(config, kind as ConnectionKind)).rejects.toMatchObject({
        code: 'connection_not_found',
      });
  });
});

describe('the command and Go live say the same of what is connected', () => {
  const accountSid = `AC${'1'.repeat(32)}`;
  const phone = storedConnection(
    {
      ...{ version: 1, kind: 'phone', accountSid, accountName: 'Practice', apiKeySid: null, baseUrl: null },
      mainNumber: '+12025550100',
    },
    { secrets: new Map([['auth-token', secret('token')]]) },
  );
  const voice = storedConnection({
    ...{ version: 1, kind: 'model', provider: 'anthropic', model: 'claude', baseUrl: null },
    onThisMachine: false,
  });
  const since = new Date('2026-10-02T10:42:00Z');

  test.each<[string, Partial<StoredConnection>]>([
    ['works', {}],
    ['is suspended, or has no credit', { failing: { code: 'no_credit', since } }],
    ['has a secret that cannot be read', { unreadable: true }],
  ])('what %s', (_what, change) => {
    const [account, speaker] = [
      { ...phone, ...change },
      { ...voice, ...change },
    ];
    const known = (stored: StoredConnection) => ({
      ...{ shown: shownOf(stored), problem: failureOf(stored)?.problem ?? null, stored },
    });
    const page = goLiveChecks({
      ...{ phone: known(account), numbers: [], voice: { ...known(speaker), kind: 'model' as const } },
      ...{
        address: { shown: null, problem: null },
        lookedAt: {},
        neverCalled: 0,
        people: null,
      },
    });
    const lines = page.filter(({ id }) => id === 'phone' || id === 'model').map(findingOf);
    expect(connectedFindings({ carrier: { kind: 'none' } }, [account, speaker])).toEqual(lines);
  });

  test('CN8: an account that the settings have too is said to be the deployment’s', () => {
    const carrier = { kind: 'real', account: { accountSid } } as ResolvedCarrier;
    const { sentence, remedy } = problemOf('account_taken', { account: accountSid });
    expect(connectedFindings({ carrier }, [phone])).toMatchObject([{ message: sentence, remedy }]);
    expect(connectedFindings({ carrier: { kind: 'none' } }, [phone])).toMatchObject([{ remedy: null }]);
  });
});
