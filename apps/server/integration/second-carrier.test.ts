import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createNumberStore } from '../src/adapters/postgres/agents/number-store.ts';
import { callTimes, timesAtSpeed } from '../src/features/calls/call-times.ts';
import { englishPhrases } from '../src/voice/session/settings.ts';
import { type Answer, ModelServer } from '../testing/ai-sdk/model-server.ts';
import {
  CarrierSocketClient,
  closeCodeOf,
  connectSocket,
  startMessages,
} from '../testing/carrier-socket-client.ts';
import type { DeskClient } from '../testing/desk-client.ts';
import { carrierName, paths, sidOf } from '../testing/json-carrier/account.ts';
import { connectJsonCarrier } from '../testing/json-carrier/connection.ts';
import type { EmulatedCall, Party } from '../testing/json-carrier/emulated-call.ts';
import { JsonCarrierEmulator } from '../testing/json-carrier/emulator.ts';
import { sign, signatureHeader } from '../testing/json-carrier/signature.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { sendWebhook } from '../testing/signed-webhook.ts';
import { setTransferTarget } from '../testing/transfer-target.ts';
import { transcriptOf } from '../testing/voice-desk.ts';

/**
 * One server with two carriers: the sandbox of the settings, and a second one with a protocol of its own, which places the
 * calls of one tenant.
 */
let desk: OpenDesk;
let model: ModelServer;
let second: JsonCarrierEmulator;
/** A person of the tenant that calls over the second carrier, and one of the sandbox. */
let caller: DeskClient;
let sandbox: DeskClient;

const tenant = 'org_second';
const { lastWords, settle, notSent, awaitingSid, lookup, lease, leaseRenewal } = callTimes;
const fast = timesAtSpeed(callTimes, 50);
const patient: Party = (heard) =>
  heard.includes('Goodbye') ? null : heard.includes('Monday') ? 'Yes, I will.' : 'Hello?';
const turns: Record<string, Answer> = {
  'Hello?': [{ say: 'Will you come ' }, { say: 'on Monday?' }],
  'A person, please.': [{ say: 'One moment.' }, { call: 'transfer_call', input: { reason: 'is in pain' } }],
  'Then tell them.': [{ say: 'I will. Goodbye.' }, { call: 'end_call', input: { reason: 'finished' } }],
  'Yes, I will.': [{ say: 'Thank you. Goodbye.' }, { call: 'end_call', input: { reason: 'finished' } }],
};

beforeAll(async () => {
  second = await JsonCarrierEmulator.start();
  model = await ModelServer.start(({ stream, messages }) => {
    if (!stream) return [{ say: 'They will come on Monday.' }];
    return turns[String(messages.at(-1)?.content)] ?? [{ say: 'Pardon?' }];
  });
  const { account } = second;
  desk = await openDesk(
    { callees: { default: 'handset' } },
    {
      LLM_PROVIDER: 'openai-compatible',
      LLM_BASE_URL: model.url,
      LLM_MODEL: 'model',
      OPENAI_API_KEY: 'test-key',
      ALLOWED_COUNTRIES: 'US',
    },
    {
      // A session gets its whole time to renew its lease and to store its last words, and a call to be sent.
      times: { ...fast, lastWords, settle, notSent, awaitingSid, lookup, lease, leaseRenewal },
      moreAccounts: {
        connect: ({ publicUrl }) => [
          { connection: connectJsonCarrier(account, publicUrl), mainNumber: second.number, sandbox: null },
        ],
        chosenFor: (tenantId) =>
          tenantId === tenant
            ? { name: carrierName, account: account.id }
            : { name: 'lab', account: desk.lab.accountSid },
      },
    },
  );
  caller = desk.as({ organization: tenant });
  sandbox = desk.as();
  // The tenant is created by its first request.
  await caller.calls();
  await createNumberStore(await desk.database.open()).register(
    tenant,
    { name: carrierName, account: account.id },
    [{ number: second.number, agentId: 'gs-dental' }],
  );
});
afterEach(() => {
  second.party = null;
  second.colleague = null;
  second.faults = {};
});
afterAll(async () => {
  await desk.stop();
  await model.stop();
  await second.stop();
});

/** Places a call over the second carrier. */
async function place(number: string): Promise<{ id: string; call: EmulatedCall }> {
  const id = await caller.placeAccepted(number, { message: 'Ask whether they will come on Monday.' });
  const call = second.calls.findLast(({ json }) => json.to === number);
  if (!call) throw new Error('The carrier has no such call.');
  return { id, call };
}

const conversation = [
  'user: Hello?',
  'agent: Will you come on Monday?',
  'user: Yes, I will.',
  'agent: Thank you. Goodbye.',
];

/** The carrier may report the end before the last words are stored. */
const told = async (id: string) => transcriptOf(await caller.call(id));

test('CL24: a whole conversation over a second carrier: placed, answered, held, ended, stored', async () => {
  second.party = patient;
  const { id, call } = await place('+12025550101');
  const ended = await caller.waitUntilEnded(id);
  expect(ended).toMatchObject({ status: 'completed', reason: null, direction: 'outbound', sandbox: false });
  await expect
    .poll(() => told(id))
    .toEqual([expect.stringMatching(/^agent: .*AI assistant/), ...conversation]);
  expect(call.steps).toEqual(['text-session', 'hang-up']);
  expect(call.refusals).toEqual([]);
  await expect.poll(async () => (await caller.call(id)).summary).toBe('They will come on Monday.');
});

test('CL24: an inbound call over a second carrier is answered by the agent of its number', async () => {
  const { numbers } = connectJsonCarrier(second.account, desk.url).carrier;
  await numbers.pointHere('number-1');
  const call = second.callIn('+12025550102', patient);
  await call.done;
  const [newest] = await caller.calls();
  const ended = await caller.waitUntilEnded(newest?._id ?? '');
  expect(ended).toMatchObject({ status: 'completed', direction: 'inbound', sandbox: false });
  await expect.poll(async () => (await told(ended._id)).slice(1)).toEqual(conversation);
});

test('CL28: a conversation over a second carrier is resumed where its socket was lost', async () => {
  let lost = false;
  second.party = (heard) => {
    if (!lost && heard.includes('Monday')) {
      lost = true;
      second.calls.at(-1)?.loseSocket();
      return null;
    }
    return patient(heard);
  };
  const { id, call } = await place('+12025550108');
  const ended = await caller.waitUntilEnded(id);
  expect(ended).toMatchObject({ status: 'completed' });
  expect(call.steps).toEqual(['text-session', 'text-session', 'hang-up']);
  expect(transcriptOf(ended).join('\n')).toContain(`agent: ${englishPhrases.cutOff}`);
});

describe('CL31 CL33: a call over a second carrier is handed over', () => {
  const { notTransferred } = englishPhrases;
  const wantsPerson: Party = (heard) => {
    if (heard.includes('One moment') || heard.includes('Goodbye')) return null;
    return heard.includes(notTransferred) ? 'Then tell them.' : 'A person, please.';
  };
  beforeAll(() => setTransferTarget(desk.database.owner, '+12025550150', 'warm'));
  afterAll(() => setTransferTarget(desk.database.owner, null));

  test('the colleague hears why, presses 1, and is joined', async () => {
    const briefings: string[] = [];
    second.party = wantsPerson;
    second.colleague = (briefing) => {
      briefings.push(briefing);
      return '1';
    };
    const { id, call } = await place('+12025550110');
    const ended = await caller.waitUntilEnded(id, { because: 'transferred' });
    expect(ended).toMatchObject({ status: 'completed', reason: 'transferred' });
    expect(briefings).toEqual([expect.stringContaining('is in pain')]);
    expect(call.steps).toEqual(['text-session', 'forward', 'hang-up']);
    expect(call.refusals).toEqual([]);
  });

  test.each([
    ['presses another key', () => '2'],
    ['presses none', () => null],
    ['does not answer', null],
  ])('a colleague who %s: the agent comes back and goes on', async (_, colleague) => {
    second.party = wantsPerson;
    second.colleague = colleague;
    const { id, call } = await place('+12025550111');
    const ended = await caller.waitUntilEnded(id);
    expect(ended).toMatchObject({ status: 'completed', reason: null });
    expect(call.steps).toEqual(['text-session', 'forward', 'text-session', 'hang-up']);
    await expect
      .poll(async () => (await told(id)).slice(-3))
      .toEqual([`agent: ${notTransferred}`, 'user: Then tell them.', 'agent: I will. Goodbye.']);
  });
});

test('CL24: calls of both carriers live side by side on one server, each ended at its own', async () => {
  const { id, call } = await place('+12025550103');
  const other = await sandbox.placeAccepted('+12025550103');
  await sandbox.waitForStatus(other, 'ringing');
  await caller.waitForStatus(id, 'ringing');
  expect(await sandbox.end(other)).toMatchObject({ status: 200, body: { call: { status: 'canceled' } } });
  expect(call.json.state).toBe('ringing');
  expect(await caller.end(id)).toMatchObject({ status: 200, body: { call: { status: 'canceled' } } });
  expect(call.json).toMatchObject({ state: 'done', result: 'canceled' });
  expect(await sandbox.call(other)).toMatchObject({ sandbox: true });
});

test('CL16: calls whose events were lost are compared with their own carrier', async () => {
  const { id, call } = await place('+12025550104');
  await caller.waitForStatus(id, 'ringing');
  second.faults = { losesEvents: true };
  await call.end();
  expect(await caller.waitUntilEnded(id)).toMatchObject({ status: 'canceled' });
});

describe('CL24: what one carrier signs about a call of the other changes nothing', () => {
  const tell = (path: string, params: Record<string, string>) =>
    sendWebhook(desk.url + path, params, { authToken: desk.lab.authToken });

  test('the sandbox carrier about a call of the second', async () => {
    const { id, call } = await place('+12025550105');
    await caller.waitForStatus(id, 'ringing');
    const CallSid = sidOf(second.account, call.json.id);
    for (const sid of [CallSid, `CA${'5'.repeat(32)}`]) {
      const params = { CallSid: sid, AccountSid: desk.lab.accountSid, CallStatus: 'completed' };
      expect((await tell(`/webhooks/twilio/status?call=${id}`, params)).status).toBe(204);
      const answered = { ...params, CallStatus: 'in-progress', AnsweredBy: 'machine_start' };
      expect((await tell(`/webhooks/twilio/voice?call=${id}`, answered)).body).toContain('<Hangup/>');
      expect((await tell(`/webhooks/twilio/amd?call=${id}`, answered)).status).toBe(204);
      const inbound = { ...answered, From: '+12025550111', To: second.number };
      if (sid === CallSid)
        expect((await tell('/webhooks/twilio/inbound', inbound)).body).toContain('<Hangup/>');
    }
    expect(await caller.call(id)).toMatchObject({ status: 'ringing', reason: null });
    await caller.end(id);
  });

  test('the second about a call of the sandbox', async () => {
    const id = await sandbox.placeAccepted('+12025550106');
    await sandbox.waitForStatus(id, 'ringing');
    const call = {
      ...{ id: 'call-99', state: 'done', result: 'ok', from: null, to: '+12025550106' },
      ...{ createdMs: Date.now(), endedMs: Date.now(), talkedSeconds: 1, answeredBy: 'machine' },
    };
    for (const event of ['state', 'answered', 'detected', 'session-closed'])
      expect(await send({ event, call, tag: id })).toEqual(
        event === 'state' || event === 'detected' ? {} : { steps: [{ do: 'hang-up' }] },
      );
    expect(await sandbox.call(id)).toMatchObject({ status: 'ringing', reason: null });
    await sandbox.end(id);
  });

  test('a socket of the sandbox carrier with the token of a call of the second, which stays usable', async () => {
    const { id, call } = await place('+12025550107');
    await caller.waitForStatus(id, 'ringing');
    const answer = await send({ event: 'answered', call: { ...call.json, state: 'talking' }, tag: id });
    const { data } = (answer as { steps: { data: { call: string; token: string } }[] }).steps[0] ?? {};
    const lab = new CarrierSocketClient(desk.lab, sandbox, 'relay');
    const foreign = await lab.open();
    foreign.send(
      startMessages.relay(sidOf(second.account, call.json.id), { callId: data?.call, pass: data?.token }),
    );
    expect(await closeCodeOf(foreign)).toBe(1008);
    expect(desk.log.join('\n')).toContain('call of another carrier');

    const url = desk.url.replace('http', 'ws') + paths.text;
    const own = await connectSocket(url, { [signatureHeader]: sign(second.account.secret, url, '') });
    if (!(own instanceof WebSocket)) throw new Error(`refused with ${own}`);
    own.send(JSON.stringify({ op: 'begin', call: call.json.id, data }));
    const [first] = await once(own, 'message');
    expect(JSON.parse(String(first))).toMatchObject({ op: 'speak' });
    own.close(1000);
    await caller.end(id);
  });

  async function send(event: object): Promise<unknown> {
    const url = desk.url + paths.events;
    const body = JSON.stringify(event);
    const headers = { [signatureHeader]: sign(second.account.secret, url, body) };
    return (await fetch(url, { method: 'POST', headers, body })).json();
  }
});
