import type { CallStatus } from '@parley/contract';
import { isTerminal } from '@parley/contract';
import type { CallRecord, LedgerEntry } from '@parley/phone-lab';
import { announcement } from '../../src/features/calls/answer-script.ts';
import type { CarrierConversation, CarrierFact, CarrierSession, Sentence } from './evidence.ts';
import { words } from './word-matcher.ts';
import { type ProvenWrite, writtenUntil } from './write-probe.ts';

export interface LedgerView {
  readonly speed: number;
  /** When servers were killed, in milliseconds on the wall. */
  readonly kills: readonly number[];
  readonly writes: readonly ProvenWrite[];
}

type Entry<Kind extends LedgerEntry['kind']> = Extract<LedgerEntry, { kind: Kind }>;

/** All calls that the carrier has seen, out of its ledger. */
export function carrierFacts(ledger: readonly LedgerEntry[], view: LedgerView): CarrierFact[] {
  const byCall = Map.groupBy(
    ledger.filter(({ callSid }) => callSid !== null),
    ({ callSid }) => callSid ?? '',
  );
  return [...byCall.values()].flatMap((entries) => {
    const record = of(entries, 'call').at(-1)?.record;
    return record && record.parentCallSid === null ? [factOf(record, entries, view)] : [];
  });
}

function factOf(record: CallRecord, entries: readonly LedgerEntry[], view: LedgerView): CarrierFact {
  const ended = isTerminal(record.status as CallStatus);
  return {
    sid: record.sid,
    inbound: record.direction === 'inbound',
    to: record.to,
    from: record.from,
    status: record.status,
    ended,
    duration: durationOf(record),
    createdAt: record.createdAt,
    endedAt: ended ? timeOf(of(entries, 'call').at(-1)) : null,
    acknowledged: of(entries, 'webhook').some(
      ({ purpose, status }) => purpose === 'twiml' && status !== null && status < 300,
    ),
    conversation: conversationOf(record, entries, view),
  };
}

/** As the carrier counts: a started second counts, and only a conversation has a length. */
function durationOf({ status, answeredAt, endedAt }: CallRecord): number | null {
  if (status !== 'completed' || answeredAt === null || endedAt === null) return null;
  return Math.max(0, Math.ceil((endedAt - answeredAt) / 1000));
}

/** A socket that breaks this close to a kill was broken by it. */
const nearMs = 2_000;
/** The last words of a conversation are stored within this time of its end. */
const lastWordsMs = 1_000;
/** The carrier's error code for a socket that was closed without an end message. */
const brokenSocket = 64105;

function conversationOf(
  record: CallRecord,
  entries: readonly LedgerEntry[],
  view: LedgerView,
): CarrierConversation | null {
  const relay = of(entries, 'relay').map((entry) => ({ ...entry, message: entry.message as RelayMessage }));
  const setups = relay.filter(({ direction, message }) => direction === 'to-app' && message.type === 'setup');
  const [first, ...resumed] = setups.map((setup, index) =>
    sessionOf(within(entries, timeOf(setup), timeOf(setups[index + 1])), view),
  );
  if (!first) return null;
  return {
    ...first,
    resumed,
    said: of(entries, 'said').flatMap((entry) => sentenceOf(entry, record, view.speed)),
    recognized: relay.flatMap(({ direction, message, at }) =>
      direction === 'to-app' && message.type === 'prompt' && message.last
        ? [{ text: message.voicePrompt ?? '', at: Date.parse(at) }]
        : [],
    ),
  };
}

/** What happened from the beginning of one session to that of the next. */
function within(entries: readonly LedgerEntry[], from: number, to: number): LedgerEntry[] {
  return entries.filter(({ at }) => Date.parse(at) >= from && (to === 0 || Date.parse(at) < to));
}

function sessionOf(entries: readonly LedgerEntry[], { kills, writes }: LedgerView): CarrierSession {
  const relay = of(entries, 'relay').map((entry) => ({ ...entry, message: entry.message as RelayMessage }));
  const openedAt = timeOf(relay[0]);
  const texts = relay.filter(({ direction, message }) => direction === 'from-app' && message.type === 'text');
  const knob = of(entries, 'fault').find((entry) => entry.knob === 'cutWebsocket');
  const broken = of(entries, 'problem').find(({ code }) => code === brokenSocket);
  const end = relay.find(({ direction, message }) => direction === 'from-app' && message.type === 'end');
  const over = of(entries, 'call').find(({ record: { status } }) => isTerminal(status as CallStatus));
  const overAt = earliest(end, knob, broken, over) ?? Number.POSITIVE_INFINITY;
  const near = (at: number) => kills.some((kill) => Math.abs(kill - at) < nearMs);
  const killed = kills.find((kill) => kill >= openedAt && writtenUntil(writes, kill) <= overAt + lastWordsMs);
  const lostAt = earliest(knob, broken) ?? killed ?? null;
  const cutAt = lostAt === null || killed === undefined ? lostAt : Math.min(lostAt, killed);
  return {
    openedAt,
    overAt,
    cutAt,
    storableUntil: cutAt === null ? Number.POSITIVE_INFINITY : writtenUntil(writes, cutAt),
    // A socket that is closed before any text was sent on it was refused by us.
    unexplainedCut: broken !== undefined && knob === undefined && texts.length > 0 && !near(timeOf(broken)),
    sent: relay.map(textOf).join(''),
  };
}

/** The text of a message; an interruption separates what was sent before it from what follows. */
function textOf({ direction, message }: { direction: string; message: RelayMessage }): string {
  if (direction === 'to-app') return message.type === 'interrupt' ? ' ' : '';
  return message.type === 'text' ? `${message.token ?? ''}${message.last ? ' ' : ''}` : '';
}

interface RelayMessage {
  readonly type: string;
  readonly voicePrompt?: string;
  readonly last?: boolean;
  readonly token?: string;
}

const carrierApology = 'We are sorry, an application error has occurred. Goodbye.';

/** What TwiML documents say, ours and the carrier's own, belongs to no conversation. */
const documents = new Set(
  [
    carrierApology,
    ...Object.values(announcement).flatMap((script) => (script.kind === 'say' ? [script.text] : [])),
  ].map((text) => words(text).join(' ')),
);

function sentenceOf(entry: Entry<'said'>, record: CallRecord, speed: number): Sentence[] {
  const { text } = entry;
  const heard = words(text).join(' ');
  const isDocument =
    entry.by === 'app' &&
    (entry.cut ? [...documents].some((document) => document.startsWith(heard)) : documents.has(heard));
  if (isDocument) return [];
  return [
    {
      speaker: entry.by === 'app' ? 'agent' : 'user',
      text,
      complete: !entry.cut,
      startedAt: record.createdAt + entry.startMs / speed,
      endedAt: Date.parse(entry.at),
    },
  ];
}

function of<Kind extends LedgerEntry['kind']>(entries: readonly LedgerEntry[], kind: Kind): Entry<Kind>[] {
  return entries.filter((entry): entry is Entry<Kind> => entry.kind === kind);
}

function timeOf(entry: { at: string } | undefined): number {
  return entry === undefined ? 0 : Date.parse(entry.at);
}

function earliest(...entries: ({ at: string } | undefined)[]): number | null {
  const times = entries.flatMap((entry) => (entry ? [timeOf(entry)] : []));
  return times.length === 0 ? null : Math.min(...times);
}
