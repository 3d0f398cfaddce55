import { type Lab, startLab } from '@parley/phone-lab';
import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountSwitch, startAccountSwitch } from '../testing/account-switch.ts';
import { ModelServer } from '../testing/ai-sdk/model-server.ts';
import { connectSocket } from '../testing/carrier-socket-client.ts';
import { ConnectedOrganization } from '../testing/connected-organization.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDeployment, type Desk, startDesk } from '../testing/desk.ts';
import { freePort } from '../testing/free-port.ts';
import { sendWebhook } from '../testing/signed-webhook.ts';
import { formsOf, wholeDatabase } from '../testing/whole-database.ts';

/** One server, two organizations, each with an account of its own at the carrier, connected in the browser. */
let database: TestDatabase;
let labs: [Lab, Lab];
let carrier: AccountSwitch;
let model: ModelServer;
let desk: Desk;
let north: ConnectedOrganization;
let south: ConnectedOrganization;

const shared = '+15005550009';
const numbers = { north: '+15005550006', south: '+15005550007' };

beforeAll(async () => {
  database = await createTestDatabase();
  const options = { poses: true, speed: 50, cps: 1000 };
  labs = [
    await startLab({ ...options, numbers: [numbers.north, shared, '+15005550008:no-voice'] }),
    await startLab({ ...options, numbers: [numbers.south, shared] }),
  ];
  carrier = await startAccountSwitch(labs);
  model = await ModelServer.start(({ stream }) => [
    { say: stream ? 'Thank you. Goodbye.' : 'A short call.' },
    ...(stream ? [{ call: 'end_call', input: { reason: 'finished' } }] : []),
  ]);
  const deployment = await createDeployment(database, labs[0]);
  const port = await freePort();
  desk = await startDesk(deployment, {
    ...{ TWILIO_ACCOUNT_SID: '', TWILIO_AUTH_TOKEN: '', TWILIO_PHONE_NUMBER: '' },
    ...{ TWILIO_API_BASE_URL: carrier.url, SANDBOX: 'off' },
    ...{ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
    ...{ LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: model.url, LLM_MODEL: 'model' },
    OPENAI_API_KEY: 'test-key',
  });
  north = new ConnectedOrganization(desk.as({ organization: 'org_north', id: 'user_north' }), labs[0]);
  south = new ConnectedOrganization(desk.as({ organization: 'org_south', id: 'user_south' }), labs[1]);
});
afterAll(async () => {
  await desk.stop();
  await model.stop();
  await carrier.stop();
  for (const lab of labs) await lab.stop();
  await database.drop();
});

const dialled = (lab: Lab) => lab.calls().map(({ to }) => to);

describe('connecting', () => {
  test('CN4: an account and its numbers are checked, a number without voice is refused in words', async () => {
    expect(await north.offers()).toMatchObject([
      { number: numbers.north, voice: true, points: 'nowhere', claimed: 'no', country: 'US' },
      { number: shared },
      { number: '+15005550008', voice: false },
    ]);
    expect(await north.connect(['+15005550008'])).toMatchObject({
      status: 409,
      body: { code: 'number_without_voice' },
    });
    const wrong = { ...north.credentials, authToken: 'wrong' };
    expect(await north.client.request('POST', '/api/connections/phone/check', wrong)).toMatchObject({
      status: 200,
      body: { account: null, problem: { code: 'wrong_token' } },
    });
  });

  test('CN8: a number that another organization has connected is refused, also at the same moment', async () => {
    const both = await Promise.all([
      north.connect([numbers.north, shared]),
      south.connect([numbers.south, shared]),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [winner, loser] = both[0]?.status === 200 ? [north, south] : [south, north];
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('number_claimed');
    const own = loser === north ? numbers.north : numbers.south;
    expect(await loser.connect([own])).toMatchObject({ status: 200 });
    expect(await winner.offers()).toMatchObject(
      [{ claimed: 'here' }, { claimed: 'here' }, {}].slice(0, winner === north ? 3 : 2),
    );
  });

  test('CN8: an account is connected by one organization', async () => {
    const { id, revision } = await south.phone();
    const taken = new ConnectedOrganization(south.client, north.lab);
    expect(await taken.connect([numbers.north], { replaces: { id, revision } })).toMatchObject({
      status: 409,
      body: { code: 'account_taken' },
    });
  });

  test('CN14: no real call is made before a person says so, and none in a sandbox that is not there', async () => {
    expect(await north.client.place('+12025550101')).toMatchObject({ body: { code: 'no_sandbox' } });
    await north.goLive();
    await south.goLive();
  });
});

describe('two organizations never cross', () => {
  test('CN8: each one’s calls are placed with its own account, from its own number', async () => {
    const [one, other] = await Promise.all([
      north.client.placeAccepted('+12025550111'),
      south.client.placeAccepted('+12025550122'),
    ]);
    expect(await north.client.waitUntilEnded(one)).toMatchObject({ status: 'completed', sandbox: false });
    expect(await south.client.waitUntilEnded(other)).toMatchObject({ status: 'completed' });
    expect([dialled(north.lab), dialled(south.lab)]).toEqual([['+12025550111'], ['+12025550122']]);
    expect(north.lab.calls()[0]?.from).toBe(numbers.north);
    expect(south.lab.calls()[0]?.from).toBe(numbers.south);
    expect(await south.client.request('GET', `/api/calls/${one}`)).toMatchObject({ status: 404 });
  });

  test('CN20: a webhook that one has signed is refused at the other’s path, and changes nothing of the other’s call', async () => {
    const call = await south.client.placeAccepted('+12025550123');
    await south.client.waitUntilEnded(call);
    const sid = south.lab.calls().at(-1)?.sid ?? '';
    const { authToken } = north.lab;
    const fields = { CallSid: sid, CallStatus: 'busy', To: '+12025550123', From: numbers.south };
    const pathOf = async (organization: ConnectedOrganization) =>
      `${desk.url}/webhooks/twilio/${(await organization.phone()).id}`;
    const { status, duration, reason, endTime } = await south.client.call(call);
    const atSouth = await sendWebhook(`${await pathOf(south)}/status?call=${call}`, fields, { authToken });
    const atNorth = await sendWebhook(`${await pathOf(north)}/status?call=${call}`, fields, { authToken });
    expect([atSouth.status, atNorth.status]).toEqual([403, 204]);
    expect(await south.client.call(call)).toMatchObject({ status, duration, reason, endTime });
    const unknown = `${desk.url}/webhooks/twilio/00000000-0000-4000-8000-000000000000/status`;
    expect(await sendWebhook(unknown, fields, { authToken })).toMatchObject({ status: 404 });
    // The paths of the environment's account belong to nobody here.
    expect((await sendWebhook(`${desk.url}/webhooks/twilio/status`, fields, { authToken })).status).toBe(404);
  });

  test('CN20: and so are sockets', async () => {
    const open = async (id: string, authToken: string) => {
      const url = `${desk.url.replace('http', 'ws')}/voice/${id}/relay`;
      const signature = twilio.getExpectedTwilioSignature(authToken, url, {});
      const socket = await connectSocket(url, { 'x-twilio-signature': signature });
      if (typeof socket === 'number') return socket;
      socket.terminate();
      return 'opened';
    };
    const [one, other] = [(await north.phone()).id, (await south.phone()).id];
    expect(await open(one, north.lab.authToken)).toBe('opened');
    expect(await open(other, north.lab.authToken)).toBe(403);
    expect(await open('00000000-0000-4000-8000-000000000000', north.lab.authToken)).toBe(404);
  });

  test('CN21: a line is taken over after it was asked, and a call to it reaches its own organization', async () => {
    north.lab.setNumber(numbers.north, { voiceUrl: 'https://elsewhere.example.com/voice' });
    expect(await north.point(numbers.north)).toMatchObject({
      status: 200,
      body: { results: [{ pointing: 'here', problem: null }] },
    });
    const { sid } = north.lab.dialIn({ from: '+12025550131', to: numbers.north });
    await north.lab.ended(sid);
    const [newest] = await north.client.calls();
    // Nobody has given the number to an agent yet.
    expect(newest).toMatchObject({ direction: 'inbound', reason: 'no_agent' });
    const given = await give(north, numbers.north);
    expect(given).toMatchObject({ status: 200, body: { number: { agentId: 'gs-dental' } } });
    const answered = north.lab.dialIn({ from: '+12025550132', to: numbers.north });
    await north.lab.ended(answered.sid);
    expect((await north.client.calls())[0]).toMatchObject({ agentId: 'gs-dental', reason: null });
    expect((await south.client.calls()).some(({ direction }) => direction === 'inbound')).toBe(false);
  });
});

test('CN21: giving a number to an agent does not take over its line', async () => {
  expect(await give(south, numbers.south)).toMatchObject({ status: 200 });
  const { id } = await south.phone();
  const { body } = await south.client.request('GET', `/api/connections/phone/${id}/numbers`);
  expect(body.numbers[0]).toMatchObject({ number: numbers.south, points: 'nowhere' });
});

function give(organization: ConnectedOrganization, number: string) {
  return organization.client.request('PUT', `/api/numbers/${encodeURIComponent(number)}/agent`, {
    ...{ agentId: 'gs-dental', takenFrom: null },
  });
}

describe('a token is replaced while calls are up', () => {
  test('CN7: in a burst of calls everybody is dialled exactly once, and none is refused', async () => {
    const burst = Array.from({ length: 60 }, (_, n) => `+1202555${String(2000 + n)}`);
    const second = north.lab.createSecondToken();
    const placed = burst.map(async (number, index) => {
      if (index === 20) {
        expect(await north.replaceToken(second)).toMatchObject({ status: 200 });
        north.lab.promoteSecondToken();
      }
      return north.client.placeAccepted(number);
    });
    const ids = await Promise.all(placed);
    expect(
      dialled(north.lab)
        .filter((number) => burst.includes(number))
        .toSorted(),
    ).toEqual(burst);
    // A busy machine may answer too late for the carrier, which runs fifty times faster than real time.
    for (const id of ids)
      expect(['completed', 'no-answer']).toContain((await north.client.waitUntilEnded(id)).status);
  });

  test('CN7: requests with the earlier token, refused by the carrier, are repeated with the new one', async () => {
    const second = south.lab.createSecondToken();
    expect(await south.replaceToken(second)).toMatchObject({ status: 200 });
    south.lab.promoteSecondToken();
    const id = await south.client.placeAccepted('+12025550141');
    expect(await south.client.waitUntilEnded(id)).toMatchObject({ status: 'completed' });
  });
});

describe('disconnecting', () => {
  test('CN7: calls that are up go on and end as calls do, new ones are refused, the line goes back', async () => {
    const id = await north.client.placeAccepted('+12025550151');
    const gone = await north.disconnect();
    expect(gone).toMatchObject({
      status: 200,
      body: { connections: { phone: { state: 'disconnected' } }, restored: [numbers.north], notRestored: [] },
    });
    expect(await north.client.place('+12025550152')).toMatchObject({
      status: 409,
      body: { code: 'phone_disconnected' },
    });
    expect(await north.client.waitUntilEnded(id)).toMatchObject({ status: 'completed' });
    expect(await south.client.placeAccepted('+12025550153')).toBeTruthy();
    expect(dialled(north.lab)).not.toContain('+12025550152');
  });

  test('CN8: the same account connected again gets its paths back', async () => {
    const { id, revision } = await north.phone();
    expect(await north.connect([numbers.north], { replaces: { id, revision } })).toMatchObject({
      status: 200,
    });
    expect((await north.phone()).id).toBe(id);
    const call = await north.client.placeAccepted('+12025550161');
    expect(await north.client.waitUntilEnded(call)).toMatchObject({ status: 'completed' });
  });
});

test('CN3: after all of it neither account’s token is in the database or in the log', async () => {
  const places = { database: await wholeDatabase(database), log: desk.log.join('\n') };
  expect(places.database).toContain(north.credentials.accountSid);
  for (const { authToken } of [north.credentials, south.credentials, ...labs])
    for (const [place, text] of Object.entries(places))
      for (const form of formsOf(authToken)) expect(text.includes(form), place).toBe(false);
});
