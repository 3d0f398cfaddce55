import type { TextMessage } from '../../ports/voice-connection.ts';
import type { CarrierEvent } from '../session/events.ts';
import { visibleCharacters } from '../session/heard.ts';
import { estimateSpeakingMs } from '../session/speaking-time.ts';
import {
  inFlight,
  isNext,
  isSpoken,
  isStillAwaited,
  noneInFlight,
  type SentPiece,
  spokenAfterAll,
  withPiece,
} from './text-in-flight.ts';

/**
 * Text that was sent over a relay socket and not played yet. The carrier reports the words it plays, but not their item;
 * it plays in order, so the characters are counted.
 */
export interface RelayPlayout {
  /** How many times faster than real time the session runs. */
  readonly speed: number;
  readonly unplayed: readonly SentItem[];
  /** Whether the agent can be heard, as the carrier has reported last; null: it has not. */
  readonly isHeard: boolean | null;
  /** When the carrier last reported what is heard. */
  readonly reportedAt: number;
  /** How long the voice was on, of which the carrier has reported no words. */
  readonly unreportedMs: number;
  /** Whether the voice has begun since the last interruption; null: the carrier does not report when it begins. */
  readonly voiceBegan: boolean | null;
  /** What was sent last: an interruption may be on its way to us. */
  readonly recent: readonly SentPiece[];
  /** What was sent before we knew of an interruption, and may be spoken after it. */
  readonly inFlight: readonly SentPiece[];
  /** When the last interruption was reported. */
  readonly interruptedAt: number;
}

interface SentItem {
  readonly itemId: string;
  readonly text: string;
  readonly sentAt: number;
  /** It was reported when it began to be heard. */
  readonly begun: boolean;
  readonly sent: number;
  readonly played: number;
  readonly complete: boolean;
  /** What follows is not joined to it. */
  readonly endsCycle: boolean;
}

export const emptyPlayout: RelayPlayout = {
  ...{ speed: 1, unplayed: [], isHeard: null, reportedAt: 0, unreportedMs: 0 },
  ...{ voiceBegan: null, recent: [], inFlight: noneInFlight, interruptedAt: 0 },
};

export function textSent(
  playout: RelayPlayout,
  itemId: string,
  text: string,
  last: boolean,
  at: number,
): RelayPlayout {
  const before = playout.unplayed.find((item) => item.itemId === itemId);
  const item: SentItem = {
    itemId,
    text: (before?.text ?? '') + text,
    ...{ sentAt: before?.sentAt ?? at, begun: before?.begun ?? false },
    sent: (before?.sent ?? 0) + visibleCharacters(text),
    played: before?.played ?? 0,
    ...{ complete: last, endsCycle: last },
  };
  return {
    ...playout,
    unplayed: [...playout.unplayed.filter((other) => other.itemId !== itemId), item],
    recent: withPiece(
      playout.recent,
      { itemId, start: before?.sent ?? 0, text, last, sentAt: at },
      playout.speed,
    ),
  };
}

/**
 * Puts a space before the text if the previous item was not completed; otherwise the carrier would join the two words.
 */
export function separated({ unplayed, inFlight }: RelayPlayout, itemId: string, text: string): string {
  const item = unplayed.at(-1);
  const isOpen = item ? item.itemId !== itemId && !item.endsCycle : inFlight.at(-1)?.last === false;
  return isOpen ? ` ${text}` : text;
}

export interface AppliedMessage {
  readonly playout: RelayPlayout;
  readonly events: readonly CarrierEvent[];
}

/** The events for a message, and the playout after it. */
export function applyMessage(playout: RelayPlayout, message: TextMessage, at: number): AppliedMessage {
  switch (message.type) {
    case 'prompt':
      return { playout, events: [{ type: 'carrier.prompt', text: message.text, last: message.last }] };
    case 'dtmf':
      return { playout, events: [{ type: 'carrier.dtmf', digit: message.digit }] };
    case 'interrupt': {
      const { speed } = playout;
      const { playout: now, events } = withSpokenAfterAll(playout, message.heard ?? '', at);
      return {
        playout: {
          ...{ speed, unplayed: [], isHeard: false, reportedAt: at, unreportedMs: 0, recent: [] },
          voiceBegan: now.voiceBegan === null ? null : false,
          ...{
            inFlight: inFlight(now.recent, now.unplayed, message.heard ?? '', at, speed),
            interruptedAt: at,
          },
        },
        events: [...events, { type: 'carrier.interrupt', heard: message.heard }],
      };
    }
    case 'played': {
      const before = withSpokenAfterAll(playout, message.text, at);
      const { playout: after, events } = played(before.playout, visibleCharacters(message.text), at);
      return { playout: after, events: [...before.events, ...events] };
    }
    case 'speaking':
      if (message.who === 'caller')
        return { playout, events: [{ type: 'carrier.callerSpeaking', speaking: message.on }] };
      return message.on ? voiceBegan(playout, at) : playoutStopped(playout, at);
    default:
      return { playout, events: [] };
  }
}

/** What was sent while an interruption was being reported waits to be heard again where the carrier reports its words. */
function withSpokenAfterAll(playout: RelayPlayout, words: string, at: number): AppliedMessage {
  const { inFlight: pieces, interruptedAt, speed } = playout;
  // Hardly ever is anything in flight, and to compare words takes longer than the rest of a report.
  const isAwaited = pieces.length > 0 && isStillAwaited(at - interruptedAt, speed);
  if (!isAwaited || playout.voiceBegan === false || !isSpoken(words)) return { playout, events: [] };
  const isOther = isNext(playout.unplayed, words);
  const items = isOther ? [] : spokenAfterAll(pieces, words, playout.unplayed, playout.voiceBegan === true);
  // It plays in order: where other words are heard first, this was dropped.
  if (isOther || (items.length === 0 && playout.voiceBegan))
    return { playout: { ...playout, inFlight: noneInFlight }, events: [] };
  if (items.length === 0) return { playout, events: [] };
  const spoken = items.map(({ itemId, text, sentAt, complete }) => ({
    ...{ itemId, text, sentAt, endsCycle: complete },
    // No more text of it comes.
    ...{ begun: false, sent: visibleCharacters(text), played: 0, complete: true },
  }));
  return {
    playout: {
      ...playout,
      unplayed: [...spoken, ...playout.unplayed],
      // Another interruption may be on its way already.
      recent: [...items.flatMap(({ pieces }) => pieces), ...playout.recent],
      inFlight: noneInFlight,
    },
    events: [
      {
        type: 'carrier.speaksDropped',
        items: items.map(({ itemId, of, from, text, whole }) => ({ itemId, of, from, text, whole })),
      },
    ],
  };
}

/**
 * The carrier does not say of which item: it is the first that was not heard to its end. While something is in flight, only the
 * first words tell.
 */
function voiceBegan(before: RelayPlayout, at: number): AppliedMessage {
  const over = overUnreported(before);
  const unplayed = before.unplayed.slice(over.length);
  const events: CarrierEvent[] = over.map(({ itemId }) => ({ type: 'carrier.playoutStopped', itemId }));
  const place = unplayed.findIndex(({ played, sent }) => played < sent);
  const item = unplayed[place];
  const isSameItem = before.isHeard !== null && unplayed.some(({ begun }) => begun);
  const unreportedMs = isSameItem ? unreportedUntil(before, at) : 0;
  const reported = { isHeard: true, reportedAt: at, unreportedMs, voiceBegan: true };
  const isUnknown = before.inFlight.length > 0 && isStillAwaited(at - before.interruptedAt, before.speed);
  if (!item || item.begun || isUnknown) return { playout: { ...before, unplayed, ...reported }, events };
  return {
    playout: { ...before, unplayed: unplayed.with(place, { ...item, begun: true }), ...reported },
    events: [...events, { type: 'carrier.heard', itemId: item.itemId, since: at }],
  };
}

/**
 * Whole items that were heard in part, as far as the carrier has reported it, before its voice stopped. It plays in order: where
 * all that follows was sent only after that, the voice that begins now is that of what follows, and the rest was not reported. It
 * must have been on for as long as the rest takes: a voice that only paused goes on with the rest.
 */
function overUnreported({ unplayed, isHeard, reportedAt, unreportedMs }: RelayPlayout): readonly SentItem[] {
  const next = unplayed.findIndex(({ begun }) => !begun);
  const [first, ...others] = unplayed.slice(next);
  const isAfter = first !== undefined && [first, ...others].every(({ sentAt }) => sentAt > reportedAt);
  const begun = unplayed.slice(0, next);
  const rest = begun.reduce((sum, { sent, played }) => sum + sent - played, 0);
  const isOver =
    begun.every(({ complete }) => complete) && unreportedMs >= estimateSpeakingMs(rest) / fastVoice;
  return next > 0 && isHeard === false && isAfter && isOver ? begun : [];
}

/** How much faster than the estimate, which is of slow speech, a voice may be. */
const fastVoice = 1.5;

/** While the voice is off, nothing is said. A carrier that does not say when it begins has spoken since its last report. */
function unreportedUntil({ isHeard, reportedAt, unreportedMs }: RelayPlayout, at: number): number {
  return isHeard === false ? unreportedMs : unreportedMs + at - reportedAt;
}

/**
 * When an item began to be heard of which the carrier reports words now. While the voice is on, that was when the words before
 * it were over; a carrier that does not say when the voice begins has spoken for as long as such words take.
 */
function beganAt(playout: RelayPlayout, sentAt: number, words: PlayedWords, at: number): number {
  const { isHeard, reportedAt } = playout;
  const { before, characters } = words;
  const earliest = Math.max(reportedAt, sentAt);
  if (isHeard === true) return earliest + ((at - earliest) * before) / characters;
  return Math.max(earliest, at - estimateSpeakingMs(characters - before));
}

interface PlayedWords {
  readonly characters: number;
  /** How many of them belong to items before this one. */
  readonly before: number;
}

function played(playout: RelayPlayout, characters: number, at: number): AppliedMessage {
  const events: CarrierEvent[] = [];
  const unplayed: SentItem[] = [];
  let left = characters;
  for (const item of playout.unplayed) {
    const now = Math.min(left, item.sent - item.played);
    const words = { characters, before: characters - left };
    left -= now;
    const after = { ...item, played: item.played + now, begun: item.begun || now > 0 };
    if (now > 0 && !item.begun) {
      const since = beganAt(playout, item.sentAt, words, at);
      events.push({ type: 'carrier.heard', itemId: item.itemId, since });
    }
    if (now > 0) events.push({ type: 'carrier.played', itemId: item.itemId, characters: after.played });
    if (after.played < after.sent || !after.complete) unplayed.push(after);
  }
  // Words that are reported while the voice is on are those it says now; later ones are of the time before it stopped.
  const unreportedMs =
    playout.isHeard === false ? Math.max(0, playout.unreportedMs - estimateSpeakingMs(characters)) : 0;
  return { playout: { ...playout, unplayed, reportedAt: at, unreportedMs }, events };
}

/** Voices spell some words differently, so a few characters may be missing when playing has stopped. */
function playoutStopped(before: RelayPlayout, at: number): AppliedMessage {
  const unreportedMs = unreportedUntil(before, at);
  const playout = { ...before, isHeard: false, reportedAt: at, unreportedMs };
  const [first] = playout.unplayed;
  if (!first?.complete || first.played === 0) return { playout, events: [] };
  const missing = first.sent - first.played;
  if (missing > Math.max(4, first.sent * 0.15)) return { playout, events: [] };
  const events: CarrierEvent[] = [{ type: 'carrier.playoutStopped', itemId: first.itemId }];
  return { playout: played(playout, missing, at).playout, events };
}
