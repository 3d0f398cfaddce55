import { describe, expect, test } from 'vitest';
import { englishPhrases } from '../../src/voice/session/settings.ts';
import { audit } from './auditor.ts';
import type { CallRow, CarrierFact, Evidence, Memory, Sentence, StoredLine, Talk } from './evidence.ts';
import { type Property, properties } from './properties.ts';

const request = { key: 'key-1', to: '+12021000001', callId: 'call-1', refusal: null };

const said = (by: Sentence['by'], text: string, startedAt: number, whole = true): Sentence => {
  return { by, text, whole, startedAt, endedAt: startedAt + 500 };
};

const talk: Talk = {
  openedAt: 1_000,
  overAt: 9_000,
  cutAt: null,
  cutByNobody: false,
  said: [
    said('agent', 'Hello, this is the desk.', 1_100),
    said('user', 'My word is maple.', 2_000),
    said('agent', 'I wrote down', 3_000, false),
    said('user', 'Not so fast, river.', 3_200),
    said('agent', englishPhrases.noMoreCalls, 4_000),
  ],
  told: [
    { text: 'My word is maple.', at: 2_550 },
    { text: 'Not so fast, river.', at: 3_750 },
  ],
  sent: `Hello, this is the desk. I wrote down maple. ${englishPhrases.noMoreCalls}`,
};

const fact: CarrierFact = {
  sid: 'CA1',
  inbound: false,
  to: request.to,
  from: '+15005550006',
  status: 'completed',
  ended: true,
  duration: 80,
  createdAt: 0,
  endedAt: 9_000,
  acknowledged: true,
  talk,
};

const row: CallRow = {
  id: 'call-1',
  sid: 'CA1',
  direction: 'outbound',
  to: request.to,
  from: '+15005550006',
  status: 'completed',
  reason: null,
  endRequested: false,
  duration: 80,
  summary: '**They said maple.**',
  summaryState: 'ready',
};

const line = (speaker: StoredLine['speaker'], message: string, interrupted = false): StoredLine => {
  return { callId: 'call-1', speaker, message, interrupted };
};

const lines = [
  line('agent', 'Hello, this is the desk.'),
  line('user', 'My word is maple.'),
  line('agent', 'I wrote down', true),
  line('user', 'Not so fast, river.'),
  line('agent', englishPhrases.noMoreCalls),
  line('system', 'The other party asked not to be called again.'),
];

const memory: Memory = {
  rows: [row],
  lines,
  summariesWritten: new Map([['call-1', 1]]),
  doNotCall: new Set([request.to]),
  openPasses: [],
  jobsLeft: [],
};

const whole: Evidence = { requests: [request], carrier: [fact], memory, crashes: [], graceMs: 250 };

const withMemory = (changes: Partial<Memory>): Evidence => ({ ...whole, memory: { ...memory, ...changes } });
const withRow = (changes: Partial<CallRow>): Evidence => withMemory({ rows: [{ ...row, ...changes }] });
const withFact = (changes: Partial<CarrierFact>): Evidence => ({
  ...whole,
  carrier: [{ ...fact, ...changes }],
});
const withTalk = (changes: Partial<Talk>): Evidence => withFact({ talk: { ...talk, ...changes } });
const withLines = (change: (all: StoredLine[]) => StoredLine[]): Evidence =>
  withMemory({ lines: change([...lines]) });
const found = (evidence: Evidence) => [
  ...new Set(audit(evidence).differences.map(({ property }) => property)),
];

test('where carrier and database agree, nothing is found, and everything was looked at', () => {
  const cut = withTalk({ cutAt: 8_000 });
  expect(audit(whole).differences).toEqual([]);
  expect(audit(cut).differences).toEqual([]);
  const refused = { ...request, key: 'key-2', to: '+12021000002', callId: null, refusal: 'carrier_busy' };
  const runs = [audit(whole), audit(cut), audit({ ...whole, requests: [refused] })];
  for (const property of Object.keys(properties) as Property[])
    expect(
      runs.some(({ checked }) => checked[property] > 0),
      property,
    ).toBe(true);
});

const planted: { difference: string; property: Property; evidence: Evidence }[] = [
  {
    difference: 'an acknowledged call is gone',
    property: 'acknowledged',
    evidence: { ...whole, requests: [request, { ...request, callId: 'call-9', to: '+12021000009' }] },
  },
  {
    difference: 'a request was promised the call of another',
    property: 'acknowledged',
    evidence: { ...whole, requests: [request, { ...request, to: '+12021000009' }] },
  },
  {
    difference: 'an acknowledged call was never sent',
    property: 'sent',
    evidence: withRow({ status: 'failed', reason: 'never_sent', sid: null, duration: null }),
  },
  {
    difference: 'a number was dialled twice',
    property: 'once',
    evidence: { ...whole, carrier: [fact, { ...fact, sid: 'CA2', talk: null }] },
  },
  {
    difference: 'a refused request was dialled',
    property: 'refused',
    evidence: { ...whole, requests: [{ ...request, callId: null, refusal: 'carrier_busy' }] },
  },
  {
    difference: 'a call at the carrier has no row',
    property: 'known',
    evidence: withRow({ sid: null, status: 'failed', reason: 'unconfirmed', duration: null }),
  },
  {
    difference: 'two rows own one call',
    property: 'known',
    evidence: withMemory({ rows: [row, { ...row, id: 'call-2' }] }),
  },
  { difference: 'a row owns a call that never was', property: 'known', evidence: { ...whole, carrier: [] } },
  {
    difference: 'an inbound call that was answered has no row',
    property: 'known',
    evidence: { ...whole, carrier: [fact, { ...fact, sid: 'CA2', inbound: true, talk: null }] },
  },
  { difference: 'the status is another', property: 'status', evidence: withRow({ status: 'failed' }) },
  { difference: 'the duration is another', property: 'duration', evidence: withRow({ duration: 8 }) },
  { difference: 'the duration is missing', property: 'duration', evidence: withRow({ duration: null }) },
  {
    difference: 'a call that nobody answered has a duration',
    property: 'duration',
    evidence: {
      ...withFact({ status: 'busy', duration: null, talk: null }),
      memory: { ...memory, rows: [{ ...row, status: 'busy' }] },
    },
  },
  { difference: 'a row is still live', property: 'finished', evidence: withRow({ status: 'in-progress' }) },
  {
    difference: 'a call at the carrier is still live',
    property: 'finished',
    evidence: withFact({ status: 'in-progress', ended: false }),
  },
  {
    difference: 'a conversation was never closed',
    property: 'finished',
    evidence: withMemory({ openPasses: ['call-1'] }),
  },
  {
    difference: 'a summary is still to be written',
    property: 'finished',
    evidence: withMemory({ jobsLeft: ['call-1'] }),
  },
  {
    difference: "a caller's sentence is missing",
    property: 'wholeTalks',
    evidence: withLines((all) => all.filter(({ message }) => !/maple\./.test(message))),
  },
  {
    difference: "an agent's sentence is missing",
    property: 'wholeTalks',
    evidence: withLines((all) => all.slice(1)),
  },
  {
    difference: 'a sentence is only half there',
    property: 'wholeTalks',
    evidence: withLines((all) => all.with(1, line('user', 'My word is'))),
  },
  {
    difference: 'two sentences have changed places',
    property: 'wholeTalks',
    evidence: withLines(([a, b, c, d, ...rest]) => [a, d, c, b, ...rest].flatMap((one) => one ?? [])),
  },
  {
    difference: 'a sentence long before the cut is missing',
    property: 'cutTalks',
    evidence: {
      ...withTalk({ cutAt: 3_900 }),
      memory: {
        ...memory,
        lines: lines.slice(0, 1),
        rows: [{ ...row, summary: null, summaryState: 'none' }],
        summariesWritten: new Map(),
      },
    },
  },
  {
    difference: 'interrupted speech is missing',
    property: 'interrupted',
    evidence: withLines((all) => all.toSpliced(2, 1)),
  },
  {
    difference: 'a line was stored that nobody said',
    property: 'invented',
    evidence: withLines((all) => [...all, line('user', 'My word is pepper.')]),
  },
  {
    difference: 'a line was stored twice',
    property: 'invented',
    evidence: withLines((all) => all.toSpliced(2, 0, line('user', 'My word is maple.'))),
  },
  {
    difference: 'the agent is said to have said what nobody heard',
    property: 'invented',
    evidence: withLines((all) => all.with(2, line('agent', 'I wrote down maple.'))),
  },
  {
    difference: 'a call without a conversation has a transcript',
    property: 'invented',
    evidence: withFact({ talk: null }),
  },
  {
    difference: 'a socket broke by itself',
    property: 'brokenByNobody',
    evidence: withTalk({ cutAt: 8_000, cutByNobody: true }),
  },
  {
    difference: 'a summary is missing',
    property: 'summaries',
    evidence: withRow({ summary: null, summaryState: 'pending' }),
  },
  {
    difference: 'a summary was written twice',
    property: 'summaries',
    evidence: withMemory({ summariesWritten: new Map([['call-1', 2]]) }),
  },
  {
    difference: 'a call on which nobody spoke has a summary',
    property: 'summaries',
    evidence: withMemory({ lines: lines.filter(({ speaker }) => speaker !== 'user') }),
  },
  {
    difference: 'a promise was not kept',
    property: 'promises',
    evidence: withMemory({ doNotCall: new Set() }),
  },
  {
    difference: 'a server fell over',
    property: 'crashes',
    evidence: { ...whole, crashes: ['1: uncaught exception'] },
  },
];

describe('the auditor finds that', () => {
  test.each(planted)('$difference', ({ property, evidence }) => {
    expect(found(evidence)).toContain(property);
  });

  test('every property is shown to be missed by something', () => {
    expect(new Set(planted.map(({ property }) => property))).toEqual(new Set(Object.keys(properties)));
  });
});

describe('the auditor lets pass', () => {
  test('a sentence that ended less than a second before the cut', () => {
    const evidence = withTalk({ cutAt: 2_600, overAt: 2_600 });
    const short = lines.slice(0, 1);
    const changed = {
      ...memory,
      lines: short,
      rows: [{ ...row, summary: null, summaryState: 'none' as const }],
      summariesWritten: new Map(),
    };
    expect(audit({ ...evidence, memory: changed }).differences).toEqual([]);
  });

  test('words into a socket that was lost before them, when they are flagged, and only then', () => {
    const quiet = { summary: null, summaryState: 'none' as const };
    const spoken = (interrupted: boolean): Evidence => ({
      ...withTalk({ said: [], told: [], sent: '' }),
      memory: {
        ...memory,
        rows: [{ ...row, ...quiet }],
        lines: [line('agent', 'Hello, this is the desk.', interrupted)],
        summariesWritten: new Map(),
      },
    });
    expect(found(spoken(true))).toEqual([]);
    expect(found(spoken(false))).toEqual(['invented']);
  });

  test('the last words into a socket that was lost before or within them, and no others', () => {
    const ended = (...more: StoredLine[]): Evidence => ({
      ...withTalk({ cutAt: 8_000, sent: `${talk.sent} I was` }),
      memory: { ...memory, lines: [...lines, ...more] },
    });
    expect(found(ended(line('agent', 'I was', true)))).toEqual([]);
    expect(found(ended(line('agent', 'I was about to say', true)))).toEqual([]);
    expect(found(ended(line('agent', 'I was', true), line('agent', 'Sorry.', true)))).toEqual([]);
    expect(found(ended(line('agent', 'I was about to say')))).toEqual(['invented']);
    expect(found(ended(line('agent', 'About to say', true)))).toEqual(['invented']);
    expect(found(ended(line('agent', 'Sorry.', true), line('agent', 'I was', true)))).toEqual(['invented']);
    expect(found(ended(line('agent', 'I was', true), line('agent', 'I was', true)))).toEqual(['invented']);
  });

  test('half a sentence of the agent that we broke off ourselves', () => {
    const half = said('agent', 'I was about', 8_450, false);
    const evidence = withTalk({ said: [...talk.said, half] });
    const ended = { ...memory, rows: [{ ...row, endRequested: true }] };
    expect(audit({ ...evidence, memory: ended }).differences).toEqual([]);
    expect(found(evidence)).toEqual(['interrupted']);
  });

  test('the end of a sentence that was spoken in the moment in which we ended the call, and not before', () => {
    const spokenUntil = (endedAt: number): Evidence => ({
      ...withTalk({
        said: [...talk.said, said('agent', 'I have it all.', endedAt - 500)],
        sent: `${talk.sent} I have it all.`,
      }),
      memory: {
        ...memory,
        rows: [{ ...row, endRequested: true }],
        lines: [...lines, line('agent', 'I have', true)],
      },
    });
    expect(found(spokenUntil(8_950))).toEqual([]);
    expect(found(spokenUntil(8_800))).toEqual(['wholeTalks']);
  });

  test('a socket that we closed because the call was to end', () => {
    const cut = withTalk({ cutAt: 8_000, cutByNobody: true });
    const ended = { ...memory, rows: [{ ...row, endRequested: true }] };
    expect(audit({ ...cut, memory: ended }).differences).toEqual([]);
  });

  test('what was sent and flagged where speech was cut off', () => {
    expect(found(withLines((all) => all.with(2, line('agent', 'I wrote down maple.', true))))).toEqual([]);
  });
});
