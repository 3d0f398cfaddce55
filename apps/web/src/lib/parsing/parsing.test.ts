import { type LiveEvent, liveEvent } from '@parley/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { parseAgentList, parseAgents } from './agents.ts';
import { parseCallResult } from './call-detail.ts';
import { parseCall, parseCallsPage } from './calls.ts';
import { parseLiveEvent } from './live-events.ts';
import { parseTemplates } from './templates.ts';

const call = {
  _id: '019a8b5e-6c00-7000-8000-000000000001',
  agentId: 'kuzco',
  direction: 'outbound',
  from: '+15005550001',
  to: '+15005550010',
  status: 'completed',
  reason: null,
  instructions: 'Say hello.',
  duration: 42,
  createdAt: '2026-10-13T10:00:00.000Z',
  answeredAt: '2026-10-13T10:00:08.000Z',
  endTime: '2026-10-13T10:00:50.000Z',
  summary: null,
  summaryState: 'none',
  sandbox: false,
  engine: 'relay',
  outcome: 'reached',
  contact: { id: null, name: 'Ada Weber', others: 1 },
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('an unknown value does not make the rest invalid', () => {
  test.each<[string, object, object]>([
    ['an unknown status', { status: 'on-hold' }, { status: 'on-hold' }],
    ['an unknown reason', { reason: 'solar_flare' }, { reason: 'solar_flare' }],
    ['an unknown direction', { direction: 'internal' }, { direction: 'internal' }],
    ['an unknown engine and state', { engine: 'x', summaryState: 'y' }, { engine: 'x', summaryState: 'y' }],
    ['an id of another shape', { _id: 'abc' }, { _id: 'abc' }],
    ['fields of the wrong type', { duration: '42', agentId: 7, to: {} }, { duration: null, agentId: null }],
    ['invalid times', { createdAt: 'soon', endTime: 'later' }, { createdAt: '', endTime: null }],
    ['a time of another zone', { endTime: '2026-10-13T12:00:00+02:00' }, { endTime: /T12:00:00\+02:00/ }],
  ])('%s', (_, more, wanted) => {
    const read = parseCall({ ...call, ...more });
    for (const [name, value] of Object.entries(wanted)) {
      if (value instanceof RegExp) expect(read).toHaveProperty(name, expect.stringMatching(value));
      else expect(read).toHaveProperty(name, value);
    }
    expect(read?.instructions).toBe('Say hello.');
  });

  test('an extra field is ignored, a missing optional one gets its default', () => {
    expect(parseCall({ ...call, mood: 'sunny' })).toEqual(call);
    expect(parseCall({ _id: 'a', direction: 'inbound', status: 'busy' })).toEqual({
      ...Object.fromEntries(Object.keys(call).map((name) => [name, null])),
      _id: 'a',
      direction: 'inbound',
      status: 'busy',
      createdAt: '',
      summaryState: 'none',
      sandbox: false,
      engine: '',
    });
  });
});

describe('an invalid item is skipped, the rest is kept', () => {
  test('calls, with one console message each', () => {
    const page = {
      calls: [call, null, { ...call, _id: 'b' }, { status: 'busy' }],
      hasMore: true,
      nextCursor: 'c',
    };
    expect(parseCallsPage(page)?.calls.map(({ _id }) => _id)).toEqual([call._id, 'b']);
    parseCallsPage(page);
    expect(vi.mocked(console.error).mock.calls).toHaveLength(2);
    expect(parseCallsPage({ ...page, nextCursor: null })?.hasMore).toBe(false);
    expect(parseCallsPage({ rows: [] })).toBeUndefined();
  });

  test('transcript entries: an unknown speaker is kept, an entry without text is skipped', () => {
    const read = parseCallResult('a')({
      call: {
        ...call,
        transcript: [
          { speaker: 'supervisor', message: 'Hello.', timestamp: '2026-10-13T10:00:08.000Z' },
          { speaker: 'agent' },
          { message: 'Yes?', interrupted: true },
        ],
      },
    });
    expect(read?.call?.transcript).toEqual([
      {
        ordinal: 0,
        speaker: 'supervisor',
        message: 'Hello.',
        timestamp: '2026-10-13T10:00:08.000Z',
        interrupted: false,
      },
      { ordinal: 2, speaker: 'unknown', message: 'Yes?', timestamp: '', interrupted: true },
    ]);
    expect(read?.call?.turns).toEqual([]);
  });

  test('agents and templates', () => {
    expect(parseAgents({ agents: [{ id: 'kuzco' }, {}, 7] })).toEqual([
      { id: 'kuzco', displayName: '', phoneNumber: null, engine: '' },
    ]);
    expect(parseAgentList({ agents: [], archived: [{ id: 'old', displayName: 'Old line' }, {}] })).toEqual({
      agents: [],
      archived: [{ id: 'old', displayName: 'Old line' }],
    });
    expect(parseAgentList({ agents: [] })).toEqual({ agents: [], archived: [] });
    const good = { _id: 't', name: 'Hi', prompt: 'Hello <Name>', placeholders: { Name: 'Ann', Age: 7 } };
    expect(parseTemplates({ templates: { kuzco: [good, { name: 'No id' }], other: 'none' } })).toEqual({
      kuzco: [{ ...good, agentId: 'kuzco', placeholders: { Name: 'Ann' }, createdBy: null }],
      other: [],
    });
    expect(parseTemplates({})).toBeUndefined();
  });
});

test.each<[string, unknown]>([
  ['null', { call: null }],
  ['nothing', {}],
  ['an empty body', null],
])('a call that is %s does not exist, which is not an error', (_, body) => {
  expect(parseCallResult('a')(body)).toEqual({ call: null });
});

test.each<[string, unknown, unknown]>([
  [
    'an unknown status',
    { type: 'call.changed', call: { ...call, status: 'on-hold' } },
    { call: { status: 'on-hold' } },
  ],
  [
    'an unknown speaker',
    { type: 'transcript.added', callId: 'a', entry: { ordinal: 3, speaker: 'supervisor', message: 'Hi.' } },
    { callId: 'a', entry: { ordinal: 3, speaker: 'supervisor' } },
  ],
  ['a removed call of any id', { type: 'call.removed', callId: 'a' }, { callId: 'a' }],
])('an event with %s is accepted', (_, sent, wanted) => {
  expect(parseLiveEvent(sent)).toMatchObject(wanted as object);
});

test.each([
  [{ type: 'weather.changed' }],
  [null],
  [{ type: 'call.changed', call: {} }],
  [{ type: 'call.removed' }],
  [{ type: 'opened' }],
  [{ type: 'agent.changed', agentId: 'kuzco' }],
  [{ type: 'list.changed', list: 'weather' }],
])('the event %j is ignored', (sent) => {
  expect(parseLiveEvent(sent)).toBeNull();
});

test.each<[LiveEvent]>([
  [{ type: 'opened', quietMs: 12.5 }],
  [{ type: 'agent.changed', agentId: 'kuzco', revision: 3 }],
  [{ type: 'list.changed', list: 'organization' }],
  [{ type: 'list.changed', list: 'spending' }],
  [{ type: 'list.changed', list: 'consentRules' }],
  [{ type: 'list.changed', list: 'apiKeys' }],
  [{ type: 'refetch' }],
])('the event %j is read as the contract describes it', (sent) => {
  expect(parseLiveEvent(sent)).toEqual(liveEvent.parse(sent));
});
