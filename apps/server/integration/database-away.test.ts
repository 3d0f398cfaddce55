import { apiRoutes, exampleAddress, examples, type Route, type RouteName } from '@parley/contract';
import { startLab } from '@parley/phone-lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebhookName } from '../src/adapters/twilio/paths.ts';
import { testSecret } from '../testing/cluster.ts';
import { createDeployment, type Desk, startDesk } from '../testing/desk.ts';
import { type OutsidePostgres, startOutsidePostgres } from '../testing/outside-postgres.ts';
import { sendWebhook } from '../testing/signed-webhook.ts';
import { webhookPaths } from '../testing/twilio-account.ts';

let postgres: OutsidePostgres;
let lab: Awaited<ReturnType<typeof startLab>>;
/** One server with Clerk, and one with the built-in sign-in. */
let desk: Desk;
let ownIdentity: Desk;
let tokenOfOwn: string;

const password = 'a long enough password';

beforeAll(async () => {
  postgres = await startOutsidePostgres();
  lab = await startLab({ speed: 50 });
  const deployment = await createDeployment({ url: postgres.adminUrl, secret: testSecret }, lab);
  desk = await startDesk(deployment);
  ownIdentity = await startDesk(deployment, {
    CLERK_PUBLISHABLE_KEY: undefined,
    CLERK_JWT_KEY: undefined,
    WEB_ORIGINS: undefined,
  });
  const signedUp = await auth('POST', 'sign-up/email', {
    ...{ firstName: 'Kit', lastName: 'Reed', email: 'kit@example.com', password },
  });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const { token } = (await (await auth('GET', 'token', undefined, cookie)).json()) as { token: string };
  tokenOfOwn = token;
  await postgres.stop();
});
afterAll(async () => {
  await desk.stop();
  await ownIdentity.stop();
  await lab.stop();
});

function auth(method: string, path: string, body?: object, cookie = ''): Promise<Response> {
  return fetch(`${ownIdentity.url}/api/auth/${path}`, {
    method,
    headers: { 'content-type': 'application/json', origin: ownIdentity.url, cookie },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Nothing in them needs the database. */
const standing: readonly RouteName[] = ['health', 'config', 'events', 'readMetrics'];
/** What is entered is tried before the database is asked for anything; these are refused, and so is mail without any. */
const tried: readonly RouteName[] = [
  ...(['checkPhone', 'connectPhone', 'checkSpeech', 'connectSpeech', 'setUrgentMail'] as const),
  ...(['readOpenApi', 'createMcpServer'] as const),
];
/** Where another service signs people in, these are refused without asking the database. */
const managedElsewhere: readonly RouteName[] = [
  ...(['updateSignInPolicy', 'setSignUp', 'createInvitation', 'withdrawInvitation', 'setRole'] as const),
  ...(['removePerson', 'signOutPerson', 'createResetLink', 'deleteAccount'] as const),
];

const asking = (Object.entries(apiRoutes) as [RouteName, Route][]).filter(
  ([name]) => !standing.includes(name),
);

async function expectAway(answer: Response): Promise<void> {
  const body = await answer.json();
  expect([answer.status, body]).toEqual([
    503,
    {
      code: 'database_unavailable',
      error: 'The database is not available right now. Please try again.',
    },
  ]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

describe('while the database is unavailable', () => {
  test.each(asking)('%s is not answered with 500', async (name, route) => {
    const body = examples[name].body as object | undefined;
    const path = exampleAddress(
      route.path.replace(':agentId', 'gs-dental'),
      examples[name],
      '019a8b5e-6c00-7000-8000-00000000000a',
    );
    const ask = async (url: string, token: string) =>
      fetch(url + path, {
        method: route.method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        ...(body && { body: JSON.stringify(body) }),
      });
    if (tried.includes(name)) {
      const { status } = await ask(desk.url, await desk.as().token());
      return expect([200, 400, 409, 422, 503]).toContain(status);
    }
    // What the environment does not set is known without it.
    if (name === 'testDefault')
      return expect((await ask(desk.url, await desk.as().token())).status).toBe(404);
    if (name === 'ready') return expect((await ask(desk.url, '')).status).toBe(503);
    const answer = await ask(desk.url, await desk.as().token());
    if (managedElsewhere.includes(name)) expect(answer.status).toBe(409);
    else await expectAway(answer);
    await expectAway(await ask(ownIdentity.url, tokenOfOwn));
  });

  test.each(Object.entries(webhookPaths) as [WebhookName, string][])(
    'the webhook %s is not answered with 500',
    async (name, path) => {
      const params = {
        ...{ CallSid: 'CA1', CallStatus: 'ringing', From: '+12025550111', To: '+15005550006' },
        ...{ AnsweredBy: 'human', MessageSid: 'SM1', MessageStatus: 'delivered', Body: 'STOP' },
      };
      const address = `${desk.url}${path}${name === 'inbound' ? '' : '?call=019a8b5e-6c00-7000-8000-00000000000a&text=019a8b5e-6c00-7000-8000-00000000000b'}`;
      const answer = await sendWebhook(address, params, { authToken: lab.authToken });
      // The fallback answers without the database.
      if (name === 'fallback') return expect(answer.status).toBe(200);
      expect(answer.status).toBe(503);
    },
  );

  test.each([
    ['POST', 'sign-in/email', { email: 'kit@example.com', password }],
    ['POST', 'sign-up/email', { firstName: 'Jo', lastName: 'Reed', email: 'jo@example.com', password }],
    ['GET', 'get-session', undefined],
    ['GET', 'token', undefined],
  ])('%s %s of the accounts is not answered with 500', async (method, path, body) => {
    const cookie = 'parley.session_token=abc.def';
    const answer = await auth(method, path, body, cookie);
    if (answer.status < 500) expect([200, 401]).toContain(answer.status);
    else await expectAway(answer);
  });

  test('sign-in says so, and does not treat the address as unknown', async () => {
    await expectAway(await auth('POST', 'sign-in/email', { email: 'kit@example.com', password }));
  });
});
