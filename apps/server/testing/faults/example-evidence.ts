import { callReasons } from '@parley/contract';
import { englishPhrases } from '../../src/voice/session/settings.ts';
import { audit } from './auditor.ts';
import type {
  CallRow,
  CarrierConversation,
  CarrierFact,
  CarrierSession,
  DatabaseState,
  Evidence,
  Sentence,
  StoredEntry,
  ToolCallRow,
} from './evidence.ts';
import { promiseOf } from './simulated-parties.ts';

export const request = { key: 'key-1', to: '+12021000001', callId: 'call-1', refusal: null };

export const said = (
  speaker: Sentence['speaker'],
  text: string,
  startedAt: number,
  complete = true,
): Sentence => {
  return { speaker, text, complete, startedAt, endedAt: startedAt + 500 };
};

export const conversation: CarrierConversation = {
  openedAt: 1_000,
  overAt: 9_000,
  cutAt: null,
  storableUntil: Number.POSITIVE_INFINITY,
  unexplainedCut: false,
  resumed: [],
  said: [
    said('agent', 'Hello, this is the desk.', 1_100),
    said('user', 'My word is maple.', 2_000),
    said('agent', 'I wrote down', 3_000, false),
    said('user', 'Not so fast, river.', 3_200),
    said('agent', englishPhrases.noMoreCalls, 4_000),
  ],
  recognized: [
    { text: 'My word is maple.', at: 2_550 },
    { text: 'Not so fast, river.', at: 3_750 },
  ],
  sent: `Hello, this is the desk. I wrote down maple. ${englishPhrases.noMoreCalls}`,
};

export const fact: CarrierFact = {
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
  conversation,
};

export const row: CallRow = {
  id: 'call-1',
  sid: 'CA1',
  direction: 'outbound',
  to: request.to,
  from: '+15005550006',
  status: 'completed',
  reason: null,
  endRequested: false,
  answered: true,
  duration: 80,
  summary: '**They said maple.**',
  summaryState: 'ready',
  outcomeState: 'ready',
};

export const entry = (speaker: StoredEntry['speaker'], message: string, interrupted = false): StoredEntry => {
  return { callId: 'call-1', speaker, message, interrupted };
};

export const entries = [
  entry('agent', 'Hello, this is the desk.'),
  entry('user', 'My word is maple.'),
  entry('agent', 'I wrote down', true),
  entry('user', 'Not so fast, river.'),
  entry('agent', englishPhrases.noMoreCalls),
  entry('system', 'The other party asked not to be called again.'),
];

const event = (type: string, status: string | null = null) => ({ type: `call.${type}`, status });

export const events = [
  event('placed'),
  event('ringing'),
  event('answered'),
  event('ended', 'completed'),
  event('outcome'),
  event('summarized'),
];

export const toolCall: ToolCallRow = {
  ...{ callId: 'call-1', id: 'call00001', state: 'done', tries: 1, honoursKey: false, followUps: 0 },
  ...{ startedAt: 5_000, endedAt: 6_000 },
};

export const database: DatabaseState = {
  rows: [row],
  entries,
  summariesWritten: new Map([['call-1', 1]]),
  doNotCall: new Set([request.to]),
  events: new Map([['call-1', events]]),
  followUps: [{ callId: 'call-1', reason: 'opt_out_unconfirmed', events: 1 }],
  toolCalls: [toolCall],
  optOutsUnconfirmed: ['call-1'],
  figures: { counted: ['reached: 1, 0'], scanned: ['reached: 1, 0'] },
  openSessions: [],
  remainingJobs: [],
};

/** One call on which carrier and database agree. */
export const agreeing: Evidence = {
  requests: [request],
  carrier: [fact],
  database,
  booked: ['call-1:call00001'],
  crashes: [],
  writes: [4_000, 4_900, 5_800, 6_700].map((at) => ({ askedAt: at, doneAt: at + 10 })),
  graceMs: 250,
};

export const withDatabase = (changes: Partial<DatabaseState>): Evidence => ({
  ...agreeing,
  database: { ...database, ...changes },
});
export const withRow = (changes: Partial<CallRow>): Evidence =>
  withDatabase({ rows: [{ ...row, ...changes }] });
export const withFact = (changes: Partial<CarrierFact>): Evidence => ({
  ...agreeing,
  carrier: [{ ...fact, ...changes }],
});
export const withConversation = (changes: Partial<CarrierConversation>): Evidence =>
  withFact({ conversation: { ...conversation, ...changes } });
export const withEntries = (change: (all: StoredEntry[]) => StoredEntry[]): Evidence =>
  withDatabase({ entries: change([...entries]) });
export const withToolCall = (changes: Partial<ToolCallRow>): Evidence =>
  withDatabase({ toolCalls: [{ ...toolCall, ...changes }] });
/** The agent has promised what a tool was asked for. */
export const withPromise = (booked: readonly string[]): Evidence => ({
  ...withDatabase({ entries: [...entries, entry('agent', promiseOf('maple 1000001'), true)] }),
  booked,
});
export const withEvents = (change: (all: typeof events) => typeof events): Evidence =>
  withDatabase({ events: new Map([['call-1', change([...events])]]) });
/** The session that resumes the conversation after it was cut. */
export const resumedSession: CarrierSession = {
  ...{
    openedAt: 10_000,
    overAt: 12_000,
    cutAt: null,
    storableUntil: Number.POSITIVE_INFINITY,
    unexplainedCut: false,
  },
  sent: `${englishPhrases.cutOff} Where were we?`,
};
/** One call that was cut and resumed, on which carrier and database agree, but for this change of the entries. */
export const resumedCall = (change: (all: StoredEntry[]) => StoredEntry[]): Evidence => ({
  ...withConversation({
    cutAt: 9_000,
    storableUntil: 9_000,
    resumed: [resumedSession],
    said: [
      ...conversation.said,
      said('agent', englishPhrases.cutOff, 10_100),
      said('agent', 'Where were we?', 10_700),
      said('user', 'At my word.', 11_300),
    ],
    recognized: [...conversation.recognized, { text: 'At my word.', at: 11_850 }],
  }),
  database: {
    ...database,
    entries: change([
      ...entries,
      entry('system', callReasons.line_dropped),
      entry('agent', englishPhrases.cutOff),
      entry('agent', 'Where were we?'),
      entry('user', 'At my word.'),
    ]),
  },
});
/** The properties that the auditor finds violated. */
export const violated = (evidence: Evidence) => [
  ...new Set(audit(evidence).differences.map(({ property }) => property)),
];
