import type { CallRecord, LedgerEntry, LedgerEvent } from '@parley/phone-lab';
import { expect, test } from 'vitest';
import { announcement } from '../../src/features/calls/answer-script.ts';
import { carrierFacts } from './ledger-facts.ts';
import type { ProvenWrite } from './write-probe.ts';

const start = Date.parse('2026-10-13T10:00:00.000Z');
const speed = 10;

const record = {
  ...{ sid: 'CA1', direction: 'outbound-api', from: '+15005550006', to: '+12021000001', parentCallSid: null },
  ...{ createdAt: start, status: 'in-progress', answeredAt: start + 5_000, endedAt: null },
} as CallRecord;

/** Each entry a tenth of a second behind the one before. */
function ledgerOf(...facts: LedgerEvent[]): LedgerEntry[] {
  return facts.map((fact, index) => {
    const at = new Date(start + 100 * (index + 1)).toISOString();
    return { n: index + 1, at, callSid: 'CA1', ...fact };
  });
}

const relay = (direction: 'to-app' | 'from-app', message: object): LedgerEvent => ({
  ...{ kind: 'relay', direction, message },
});
const said = (by: 'app' | 'party', text: string, startMs: number): LedgerEvent => ({
  ...{ kind: 'said', by, text, cut: false, startMs, endMs: startMs + 500 },
});
const live: LedgerEvent = { kind: 'call', record };
const setup = relay('to-app', { type: 'setup' });
const hello = relay('from-app', { type: 'text', token: 'Hello there.', last: true });
const heard = relay('to-app', { type: 'prompt', voicePrompt: 'My word is maple.', last: true });
const ended: LedgerEvent = {
  kind: 'call',
  record: { ...record, status: 'completed', endedAt: start + 16_100 } as CallRecord,
};
const broken: LedgerEvent = {
  kind: 'problem',
  level: 'error',
  code: 64105,
  message: 'closed without an end message',
};
const talk = [
  live,
  setup,
  hello,
  said('app', 'Hello there.', 2_500),
  said('party', 'My word is maple.', 3_500),
  heard,
];
const everyMs = Array.from({ length: 5_000 }, (_, ms) => ({ askedAt: start + ms, doneAt: start + ms }));
const factOf = (facts: LedgerEvent[], kills: number[] = [], writes: readonly ProvenWrite[] = everyMs) =>
  carrierFacts(ledgerOf(...facts), { speed, kills, writes })[0];

test('a conversation without a cut is complete and has the duration that the carrier gives', () => {
  expect(factOf([...talk, ended])).toMatchObject({
    ...{ sid: 'CA1', inbound: false, status: 'completed', ended: true, duration: 12, endedAt: start + 700 },
    conversation: {
      ...{
        openedAt: start + 200,
        overAt: start + 700,
        cutAt: null,
        unexplainedCut: false,
        sent: 'Hello there. ',
      },
      said: [
        {
          speaker: 'agent',
          text: 'Hello there.',
          complete: true,
          startedAt: start + 250,
          endedAt: start + 400,
        },
        {
          speaker: 'user',
          text: 'My word is maple.',
          complete: true,
          startedAt: start + 350,
          endedAt: start + 500,
        },
      ],
      recognized: [{ text: 'My word is maple.', at: start + 600 }],
    },
  });
});

test('text sent after an interruption is not joined to the text before it', () => {
  const half = relay('from-app', { type: 'text', token: 'One moment.', last: false });
  const stopped = relay('to-app', { type: 'interrupt' });
  expect(factOf([live, setup, half, stopped, hello, ended])?.conversation?.sent).toBe(
    'One moment. Hello there. ',
  );
  expect(factOf([live, setup, half, hello, ended])?.conversation?.sent).toBe('One moment.Hello there. ');
});

test('a kill during a conversation cuts it, one before or after does not', () => {
  expect(factOf([...talk, ended], [start + 450])?.conversation?.cutAt).toBe(start + 450);
  expect(factOf([...talk, ended], [start + 150])?.conversation?.cutAt).toBeNull();
  // The last words may still be on their way into the database.
  expect(factOf([...talk, ended], [start + 750])?.conversation?.cutAt).toBe(start + 750);
  expect(factOf([...talk, ended], [start + 1_800])?.conversation?.cutAt).toBeNull();
});

test('a broken socket cuts the conversation, whatever broke it', () => {
  const knob: LedgerEvent = { kind: 'fault', knob: 'cutWebsocket', detail: 'connection torn' };
  expect(factOf([...talk, knob, broken])?.conversation).toMatchObject({
    cutAt: start + 700,
    unexplainedCut: false,
  });
  expect(factOf([...talk, broken], [start + 900])?.conversation).toMatchObject({
    cutAt: start + 700,
    unexplainedCut: false,
  });
  expect(factOf([...talk, broken])?.conversation).toMatchObject({ cutAt: start + 700, unexplainedCut: true });
});

test('a refused socket is no unexplained cut, and TwiML documents are no part of a conversation', () => {
  expect(factOf([live, setup, broken])?.conversation).toMatchObject({ sent: '', unexplainedCut: false });
  expect(factOf([live])?.conversation).toBeNull();
  const apology = said('app', 'text' in announcement.cutOff ? announcement.cutOff.text : '', 6_500);
  expect(factOf([...talk, apology])?.conversation?.said).toHaveLength(2);
});

test('a session that resumes a lost one is a session of its own', () => {
  const sorry = relay('from-app', { type: 'text', token: 'Sorry.', last: true });
  const done = relay('from-app', { type: 'end' });
  const conversation = factOf(
    [...talk, broken, setup, sorry, said('app', 'Sorry.', 9_200), done, ended],
    [start + 650],
  )?.conversation;
  expect(conversation).toMatchObject({
    ...{ openedAt: start + 200, overAt: start + 700, cutAt: start + 650, sent: 'Hello there. ' },
    resumed: [{ openedAt: start + 800, overAt: start + 1_100, cutAt: null, sent: 'Sorry. ' }],
  });
  expect(conversation?.said).toHaveLength(3);
});

test('what was said while the server could not write need not be stored before it is killed', () => {
  const writes = [{ askedAt: start + 300, doneAt: start + 310 }];
  expect(factOf([...talk, ended], [start + 450], writes)?.conversation).toMatchObject({
    cutAt: start + 450,
    storableUntil: start + 300,
  });
  // Killed long after its end, but the server had not written since.
  expect(factOf([...talk, ended], [start + 4_000], writes)?.conversation?.cutAt).toBe(start + 4_000);
});
