import { describe, expect, test } from 'vitest';
import { audit } from './auditor.ts';
import type { Evidence, StoredEntry } from './evidence.ts';
import {
  agreeing,
  database,
  entries,
  entry,
  fact,
  request,
  resumedCall,
  resumedSession,
  row,
  violated,
  withConversation,
  withDatabase,
  withEntries,
  withEvents,
  withFact,
  withPromise,
  withRow,
  withToolCall,
} from './example-evidence.ts';
import { type Property, properties } from './properties.ts';

test('where carrier and database agree, nothing is found, and everything was looked at', () => {
  const cut = withConversation({ cutAt: 8_000, storableUntil: 8_000 });
  expect(audit(agreeing).differences).toEqual([]);
  expect(audit(cut).differences).toEqual([]);
  const refused = { ...request, key: 'key-2', to: '+12021000002', callId: null, refusal: 'carrier_busy' };
  const tools = [withToolCall({ state: 'unknown', followUps: 1 }), withPromise(agreeing.booked)];
  const runs = [agreeing, cut, { ...agreeing, requests: [refused] }, resumedCall((all) => all), ...tools].map(
    audit,
  );
  for (const property of Object.keys(properties) as Property[])
    expect(
      runs.some(({ checked }) => checked[property] > 0),
      property,
    ).toBe(true);
});

const planted: { difference: string; property: Property; evidence: Evidence }[] = [
  {
    difference: 'a call was counted twice',
    property: 'figures',
    evidence: withDatabase({ figures: { counted: ['reached: 2, 0'], scanned: ['reached: 1, 0'] } }),
  },
  {
    difference: 'an acknowledged call is gone',
    property: 'acknowledged',
    evidence: { ...agreeing, requests: [request, { ...request, callId: 'call-9', to: '+12021000009' }] },
  },
  {
    difference: 'a request was promised the call of another',
    property: 'acknowledged',
    evidence: { ...agreeing, requests: [request, { ...request, to: '+12021000009' }] },
  },
  {
    difference: 'an acknowledged call was never sent',
    property: 'sent',
    evidence: withRow({ status: 'failed', reason: 'never_sent', sid: null, duration: null }),
  },
  {
    difference: 'a number was dialled twice',
    property: 'once',
    evidence: { ...agreeing, carrier: [fact, { ...fact, sid: 'CA2', conversation: null }] },
  },
  {
    difference: 'a refused request was dialled',
    property: 'refused',
    evidence: { ...agreeing, requests: [{ ...request, callId: null, refusal: 'carrier_busy' }] },
  },
  {
    difference: 'a call at the carrier has no row',
    property: 'known',
    evidence: withRow({ sid: null, status: 'failed', reason: 'unconfirmed', duration: null }),
  },
  {
    difference: 'two rows own one call',
    property: 'known',
    evidence: withDatabase({ rows: [row, { ...row, id: 'call-2' }] }),
  },
  {
    difference: 'a row owns a call that never was',
    property: 'known',
    evidence: { ...agreeing, carrier: [] },
  },
  {
    difference: 'an inbound call that was answered has no row',
    property: 'known',
    evidence: { ...agreeing, carrier: [fact, { ...fact, sid: 'CA2', inbound: true, conversation: null }] },
  },
  { difference: 'the status is another', property: 'status', evidence: withRow({ status: 'failed' }) },
  { difference: 'the duration is another', property: 'duration', evidence: withRow({ duration: 8 }) },
  { difference: 'the duration is missing', property: 'duration', evidence: withRow({ duration: null }) },
  {
    difference: 'a call that nobody answered has a duration',
    property: 'duration',
    evidence: {
      ...withFact({ status: 'busy', duration: null, conversation: null }),
      database: { ...database, rows: [{ ...row, status: 'busy' }] },
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
    evidence: withDatabase({ openSessions: ['call-1'] }),
  },
  {
    difference: 'a summary is still to be written',
    property: 'finished',
    evidence: withDatabase({ remainingJobs: ['call-1'] }),
  },
  {
    difference: "a caller's sentence is missing",
    property: 'uncutConversations',
    evidence: withEntries((all) => all.filter(({ message }) => !/maple\./.test(message))),
  },
  {
    difference: "an agent's sentence is missing",
    property: 'uncutConversations',
    evidence: withEntries((all) => all.slice(1)),
  },
  {
    difference: 'a sentence is only half there',
    property: 'uncutConversations',
    evidence: withEntries((all) => all.with(1, entry('user', 'My word is'))),
  },
  {
    difference: 'two sentences have changed places',
    property: 'uncutConversations',
    evidence: withEntries(([a, b, c, d, ...rest]) => [a, d, c, b, ...rest].flatMap((one) => one ?? [])),
  },
  {
    difference: 'a sentence long before the cut is missing',
    property: 'cutConversations',
    evidence: {
      ...withConversation({ cutAt: 3_900, storableUntil: 3_900 }),
      database: {
        ...database,
        entries: entries.slice(0, 1),
        rows: [{ ...row, summary: null, summaryState: 'none' }],
        summariesWritten: new Map(),
      },
    },
  },
  {
    difference: 'interrupted speech is missing',
    property: 'interrupted',
    evidence: withEntries((all) => all.toSpliced(2, 1)),
  },
  {
    difference: 'a line was stored that nobody said',
    property: 'invented',
    evidence: withEntries((all) => [...all, entry('user', 'My word is pepper.')]),
  },
  {
    difference: 'a line was stored twice',
    property: 'invented',
    evidence: withEntries((all) => all.toSpliced(2, 0, entry('user', 'My word is maple.'))),
  },
  {
    difference: 'the agent is said to have said what nobody heard',
    property: 'invented',
    evidence: withEntries((all) => all.with(2, entry('agent', 'I wrote down maple.'))),
  },
  {
    difference: 'a call without a conversation has a transcript',
    property: 'invented',
    evidence: withFact({ conversation: null }),
  },
  {
    difference: 'a socket broke by itself',
    property: 'unexplainedCuts',
    evidence: withConversation({ cutAt: 8_000, storableUntil: 8_000, unexplainedCut: true }),
  },
  {
    difference: 'a resumed session does not apologise for the cut',
    property: 'resumed',
    evidence: withConversation({
      cutAt: 5_000,
      storableUntil: 5_000,
      resumed: [{ ...resumedSession, sent: 'Hello, this is the desk.' }],
    }),
  },
  {
    difference: 'a socket of a resumed session broke by itself',
    property: 'unexplainedCuts',
    evidence: withConversation({
      cutAt: 5_000,
      storableUntil: 5_000,
      resumed: [{ ...resumedSession, unexplainedCut: true }],
    }),
  },
  {
    difference: 'what was said after the cut is missing',
    property: 'uncutConversations',
    evidence: resumedCall((all) => all.slice(0, -1)),
  },
  {
    difference: 'what was said after the cut stands before it',
    property: 'uncutConversations',
    evidence: resumedCall((all) => [all.at(-1) as StoredEntry, ...all.slice(0, -1)]),
  },
  {
    difference: 'what was said before the cut is stored again after it',
    property: 'invented',
    evidence: resumedCall((all) => [...all, entry('user', 'My word is maple.')]),
  },
  {
    difference: 'a summary is missing',
    property: 'summaries',
    evidence: withRow({ summary: null, summaryState: 'pending' }),
  },
  {
    difference: 'a summary was written twice',
    property: 'summaries',
    evidence: withDatabase({ summariesWritten: new Map([['call-1', 2]]) }),
  },
  {
    difference: 'a call on which nobody spoke has a summary',
    property: 'summaries',
    evidence: withDatabase({ entries: entries.filter(({ speaker }) => speaker !== 'user') }),
  },
  {
    difference: 'a promise was not kept',
    property: 'promises',
    evidence: withDatabase({ doNotCall: new Set() }),
  },
  {
    difference: 'an event is missing',
    property: 'events',
    evidence: withEvents((all) => all.toSpliced(2, 1)),
  },
  {
    difference: 'an event is there twice',
    property: 'events',
    evidence: withEvents((all) => [...all, ...all.slice(-1)]),
  },
  {
    difference: 'two events have changed places',
    property: 'events',
    evidence: withEvents(([placed, ringing, answered, ended, ...rest]) =>
      [placed, ringing, ended, answered, ...rest].flatMap((one) => one ?? []),
    ),
  },
  {
    difference: 'a call ended otherwise than its event says',
    property: 'events',
    evidence: withEvents((all) => all.with(3, { type: 'call.ended', status: 'busy' })),
  },
  {
    difference: 'an outcome is missing',
    property: 'outcomes',
    evidence: withRow({ outcomeState: 'pending' }),
  },
  {
    difference: 'an outcome was stored twice',
    property: 'outcomes',
    evidence: withEvents((all) => [...all, { type: 'call.outcome', status: null }]),
  },
  { difference: 'a follow-up is missing', property: 'followUps', evidence: withDatabase({ followUps: [] }) },
  {
    difference: 'the follow-up of somebody who asked to be called back is missing',
    property: 'followUps',
    evidence: withEntries((all) =>
      all.map((one) => (one.speaker === 'user' ? { ...one, message: 'Please call me back, maple.' } : one)),
    ),
  },
  {
    difference: 'a follow-up is there twice',
    property: 'followUps',
    evidence: withDatabase({ followUps: [...database.followUps, ...database.followUps] }),
  },
  {
    difference: 'a call has two requests',
    property: 'followUps',
    evidence: withDatabase({
      followUps: [
        ...database.followUps,
        { callId: 'call-1', reason: 'callback', events: 1 },
        { callId: 'call-1', reason: 'message', events: 1 },
      ],
    }),
  },
  {
    difference: 'a follow-up was told twice',
    property: 'followUps',
    evidence: withDatabase({ followUps: database.followUps.map((one) => ({ ...one, events: 2 })) }),
  },
  {
    difference: 'a tool has booked twice',
    property: 'toolsOnce',
    evidence: { ...agreeing, booked: ['call-1:call00001', 'call-1:call00001'] },
  },
  {
    difference: 'a booking is stored as failed',
    property: 'toolsOnce',
    evidence: withToolCall({ state: 'failed' }),
  },
  { difference: 'a booking has no row', property: 'toolsOnce', evidence: withDatabase({ toolCalls: [] }) },
  {
    difference: 'a tool was sent twice whose other side does not honour keys',
    property: 'toolsOnce',
    evidence: withToolCall({ tries: 2 }),
  },
  { difference: 'a tool runs on', property: 'finished', evidence: withToolCall({ state: 'running' }) },
  {
    difference: 'a booking was promised that was not made',
    property: 'toolsPromised',
    evidence: withPromise([]),
  },
  {
    difference: 'nobody is asked to check an unknown result',
    property: 'toolsUnknown',
    evidence: withToolCall({ state: 'unknown' }),
  },
  {
    difference: 'a result is unknown after one try, although the other side honours keys',
    property: 'toolsUnknown',
    evidence: withToolCall({ state: 'unknown', followUps: 1, honoursKey: true }),
  },
  {
    difference: 'a server fell over',
    property: 'crashes',
    evidence: { ...agreeing, crashes: ['1: uncaught exception'] },
  },
];

test('the auditor lets a resumed conversation pass on which carrier and database agree', () => {
  expect(audit(resumedCall((all) => all)).differences).toEqual([]);
  expect(audit(resumedCall((all) => all)).checked.resumed).toBe(1);
});

describe('the auditor finds', () => {
  test.each(planted)('$difference', ({ property, evidence }) => {
    expect(violated(evidence)).toContain(property);
  });

  test('every property is shown to be missed by something', () => {
    expect(new Set(planted.map(({ property }) => property))).toEqual(new Set(Object.keys(properties)));
  });
});
