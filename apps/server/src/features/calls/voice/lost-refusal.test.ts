import { expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallChange } from '../../../ports/call-store.ts';
import { keepLostRefusal, type LostRefusalDeps } from './lost-refusal.ts';

const reminder = {
  ...{ id: 'c', tenantId: 't', mode: 'live', reason: null, session: 1, purpose: null },
  ...{ direction: 'outbound', from: '+15005550006', to: '+12025550123' },
} as unknown as CallRecord;
const sales = { ...reminder, purpose: 'sales' } as const;
const inbound = { ...reminder, direction: 'inbound', from: '+12025550188' } as const;

interface Lost {
  readonly call?: CallRecord;
  /** Speaker and words, in their order. */
  readonly transcript?: readonly (readonly [string, string])[];
  readonly history?: string[];
  /** When the sessions began, in entries of the transcript; whether each was lost. */
  readonly sessions?: readonly (readonly [number, boolean])[];
}

async function kept({ call = reminder, transcript = [], history = [], sessions = [[0, true]] }: Lost) {
  const listed: unknown[] = [];
  const deps = {
    clock: new ManualClock(),
    agents: {
      forCall: async () => ({ id: 'a', config: { speech: { language: 'en-US', otherLanguages: [] } } }),
    },
    tokens: {
      sessions: async () =>
        sessions.map(([began, lost]) => ({ askedAt: new Date(began), endedAt: new Date(1), lost })),
    },
    transcripts: {
      read: async () =>
        transcript.map(([speaker, message], at) => ({ speaker, message, spokenAt: new Date(at) })),
    },
    doNotCall: {
      add: async (_tenantId: string, entry: { number: string }) => void listed.push(entry.number),
    },
    store: {
      find: async () => call,
      hasEvent: async (_id: string, kind: string) => history.includes(kind),
      change: async (_ref: unknown, decide: (call: CallRecord) => CallChange) => {
        const { event, once } = decide(call);
        if (!once || !history.includes(event.kind)) history.push(event.kind);
      },
    },
  } as unknown as LostRefusalDeps;
  await keepLostRefusal(deps, 'c');
  return { listed, history };
}

const number = '+12025550123';
test.each<[string, Lost]>([
  ['by key 9 on a sales call', { call: sales, transcript: [['system', 'The other party pressed 9.']] }],
  ['by words that a sales call offers', { call: sales, transcript: [['user', 'I want to opt out.']] }],
  [
    'by words that the model alone understood',
    { call: { ...reminder, reason: 'do_not_call' }, transcript: [['user', 'Lose my number.']] },
  ],
  ['in plain words on any call', { transcript: [['user', 'Do not call me again.']] }],
  [
    'in plain words that were cut in two',
    {
      transcript: [
        ['user', 'Please do not'],
        ['system', 'A note.'],
        ['user', 'call me again.'],
      ],
    },
  ],
])('DN10: who refused %s is listed after their server was killed', async (_, lost) => {
  expect(await kept(lost)).toEqual({ listed: [number], history: ['do_not_call'] });
});

test.each<[string, Lost]>([
  ['a newsletter', { call: inbound, transcript: [['user', 'I want to unsubscribe from your newsletter.']] }],
  ['paperless billing', { transcript: [['user', 'Can I opt out of paperless billing?']] }],
  ['calls of neighbours', { transcript: [['user', 'My neighbours never stop calling.']] }],
  ['key 9, pressed on another call', { transcript: [['system', 'The other party pressed 9.']] }],
  [
    'calls, and took it back when the agent answered',
    {
      transcript: [
        ['user', 'Do not call me again.'],
        ['agent', 'I can note that. Shall I?'],
        ['user', 'No, it is fine.'],
      ],
    },
  ],
  [
    'calls, in a session that was not lost',
    {
      sessions: [
        [0, false],
        [1, true],
      ],
      transcript: [
        ['user', 'Do not call me again.'],
        ['user', 'Hello?'],
      ],
    },
  ],
])('DN10: who spoke of %s is not listed', async (_, lost) => {
  expect(await kept(lost)).toEqual({ listed: [], history: [] });
});

test('DN10: a call whose server was killed between the list and the history has both afterwards, and once', async () => {
  const lost = { transcript: [['user', 'Do not call me again.']] as const, history: ['requested'] };
  expect(await kept(lost)).toEqual({ listed: [number], history: ['requested', 'do_not_call'] });
  expect(await kept(lost)).toEqual({ listed: [], history: ['requested', 'do_not_call'] });
});
