import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { carrierConnectionContract } from '../carrier-connection-contract.ts';
import { type CarrierFaults, carrierContract } from '../carrier-contract.ts';
import type { CarrierSide, ReportedFacts } from '../carrier-side.ts';
import { freePort } from '../free-port.ts';
import { callIdOf, paths, sidOf } from './account.ts';
import { connectJsonCarrier } from './connection.ts';
import { JsonCarrierEmulator } from './emulator.ts';
import { sign, signatureHeader } from './signature.ts';

/** Nobody listens there: events of the carrier get no answer. */
const publicUrl = 'http://127.0.0.1:9';

let emulator: JsonCarrierEmulator;
beforeAll(async () => {
  emulator = await JsonCarrierEmulator.start();
  emulator.party = null;
});
afterAll(() => emulator.stop());

describe('the JSON carrier’s API', () => {
  const connect = (more = {}, timeoutMs = 20_000) =>
    connectJsonCarrier({ ...emulator.account, ...more }, publicUrl, timeoutMs).carrier;

  const faults = async (): Promise<CarrierFaults> => ({
    impatient: connect({}, 2_000),
    unreachable: connect({ apiUrl: `http://127.0.0.1:${await freePort()}` }),
    whileCreating: {
      'no answer': () => set({ create: 'no-answer' }),
      'fails after': () => set({ create: 'fails-after' }),
      'fails before': () => set({ create: 'fails-before' }),
    },
    busy: (times) => set({ busy: times }),
    readsFail: () => set({ reads: true }),
    clear: () => set({}),
    callCount: () => emulator.calls.length,
    textCount: () => emulator.texts.length,
  });
  const set = (next: JsonCarrierEmulator['faults']) => {
    emulator.faults = next;
  };

  /** A call that somebody has answered and that lasts. */
  const live = async () => {
    emulator.party = () => null;
    const placed = await connect().place({
      ...{ callId: 'live', to: '+15005550010', from: emulator.number, maxSeconds: 60 },
    });
    emulator.party = null;
    const sid = placed.kind === 'placed' ? placed.call.sid : '';
    const id = callIdOf(emulator.account, sid) ?? '';
    await expect.poll(() => emulator.call(id)?.json.state).toBe('talking');
    return sid;
  };

  carrierContract(async () => ({
    carrier: connect(),
    locked: connect({ secret: 'wrong' }),
    from: emulator.number,
    to: '+15005550010',
    live,
    invalid: '+15005550001',
    notOwned: '+15005559999',
    unknownSid: sidOf(emulator.account, 'call-0'),
    faults: await faults(),
  }));

  test('a sid of another account is not taken for one of this', async () => {
    const sid = sidOf({ id: 'account-2' }, 'call-1');
    expect(await connect().fetch(sid)).toEqual({ kind: 'missing' });
    expect(await connect().end(sid, true)).toEqual({ kind: 'missing' });
  });
});

const account = { id: 'account-1', secret: 'the secret of this account', apiUrl: 'http://127.0.0.1:9' };
const call = ({ sid, from, to }: ReportedFacts) => ({
  ...{ id: sid.replace(sidOf(account, ''), ''), state: 'talking', result: null, from, to },
  ...{ createdMs: 1, endedMs: null, talkedSeconds: null, answeredBy: 'machine' },
});
const event = (name: string, facts: ReportedFacts, more = {}) => {
  const body = JSON.stringify({ event: name, call: call(facts), tag: facts.callId, ...more });
  const url = `${paths.events}?`;
  return {
    path: paths.events,
    url,
    body,
    headers: { [signatureHeader]: sign(account.secret, publicUrl + url, body) },
  };
};
const data = (given: { callId: string; token: string } | null) =>
  given ? { data: { call: given.callId, token: given.token } } : {};
const bare = (sid: string) => sid.replace(sidOf(account, ''), '');

const carrier: CarrierSide = {
  sid: sidOf(account, 'call-7'),
  webhooks: {
    status: (facts) => event('state', facts),
    answered: (facts) => event('answered', facts),
    inbound: (facts) => event('incoming', facts),
    amd: (facts) => event('detected', facts),
    'session-ended': (facts) => event('session-closed', facts),
    'hand-over-answered': (facts) => event('colleague-answered', facts, { forward: { session: 2 } }),
    'hand-over-key': (facts) => event('colleague-key', facts, { forward: { session: 2, key: '1' } }),
    'hand-over-ended': (facts) =>
      event('forward-over', facts, { forward: { session: 2, joined: true, result: 'ok' } }),
    text: (facts) => event('text', facts, { text: { from: facts.from, to: facts.to, body: 'STOP' } }),
    'text-report': (facts) =>
      event('text-report', facts, { report: { id: 'text-9', tag: 'text-1', state: 'no-text-phone' } }),
    recording: (facts) => event('recorded', facts),
    'recording-answer': (facts) => event('answered-question', facts, { answer: { said: 'Yes.', asked: 2 } }),
    failed: (facts) => event('trouble', facts),
  },
  sessionEnded: (facts, response, message) => {
    const number = JSON.parse(response).steps[0].session;
    const { next, to, why } = JSON.parse(message);
    const session = { number, closed: 'by-you', next, to, why };
    return event('session-closed', facts, { session });
  },
  handshake: (speech) => {
    const path = paths[speech];
    const address = publicUrl.replace('http', 'ws') + path;
    return { path, url: path, headers: { [signatureHeader]: sign(account.secret, address, '') } };
  },
  text: {
    setup: (sid, given) => JSON.stringify({ op: 'begin', call: bare(sid), ...data(given) }),
    prompt: (text, final) => JSON.stringify({ op: 'heard', text, final }),
    interrupt: (played) => JSON.stringify({ op: 'cut', played }),
    dtmf: (key) => JSON.stringify({ op: 'key', key }),
    played: (text) => JSON.stringify({ op: 'spoken', text }),
    speaking: (who, active) =>
      JSON.stringify({ op: 'voice', of: who === 'agent' ? 'agent' : 'person', active }),
    error: (info) => JSON.stringify({ op: 'problem', info }),
    unknown: '{"op":"weather"}',
    understand: (message) => {
      const { op, text, done, mayCut, keys, tag } = JSON.parse(message);
      if (op === 'speak') return { say: text, last: done, interruptible: mayCut };
      if (op === 'keys') return { digits: keys };
      if (op === 'tongue') return { language: tag };
      return op === 'close' ? 'end' : null;
    },
  },
  audio: {
    setup: (sid, stream, given) => JSON.stringify({ op: 'begin', call: bare(sid), stream, ...data(given) }),
    frame: (payload, streamMs) => `audio ${streamMs} ${payload}`,
    mark: (name) => `mark ${name}`,
    digit: (digit) => `key ${digit}`,
    stop: 'end',
    unknown: 'weather',
    understand: (message) => {
      const [word, value = ''] = message.split(' ');
      if (word === 'audio') return { media: value };
      if (word === 'mark') return { mark: value };
      return word === 'flush' ? 'clear' : null;
    },
  },
};

describe('the JSON carrier’s events and voice sockets', () => {
  carrierConnectionContract(() => ({
    connection: connectJsonCarrier(account, publicUrl),
    other: connectJsonCarrier({ ...account, id: 'account-2', secret: 'another secret' }, publicUrl),
    carrier,
  }));
});
