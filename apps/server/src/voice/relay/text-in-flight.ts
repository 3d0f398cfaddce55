import { firstVisible, lettersIn } from '../session/heard.ts';

/**
 * A carrier that interrupts our speech drops what it has of it, and then reports so. What we send in between it receives after the
 * interruption, and speaks it.
 */
export interface SentPiece {
  readonly itemId: string;
  /** How many characters of the item were sent before it, spaces not counted. */
  readonly start: number;
  readonly text: string;
  /** It completed the item. */
  readonly last: boolean;
  readonly sentAt: number;
}

/** An item of which the carrier has not reported everything as played. */
interface UnplayedItem {
  readonly itemId: string;
  readonly text: string;
  readonly played: number;
}

export const noneInFlight: readonly SentPiece[] = [];

/** No report of an interruption is on its way for longer. */
const longestFlightMs = 3_000;
/** What is spoken after an interruption is reported within this time of being sent. */
const longestSilenceMs = 8_000;

export function withPiece(recent: readonly SentPiece[], piece: SentPiece): readonly SentPiece[] {
  return [...recent.filter(({ sentAt }) => piece.sentAt - sentAt < longestFlightMs), piece];
}

/** What of it the carrier may not have had yet when it interrupted us. What was heard it had. */
export function inFlight(
  recent: readonly SentPiece[],
  unplayed: readonly UnplayedItem[],
  heard: string,
): readonly SentPiece[] {
  const reported = recent.findLastIndex(({ itemId, start }) => {
    const item = unplayed.find((other) => other.itemId === itemId);
    return !item || start < item.played;
  });
  return recent.slice(Math.max(reported + 1, countHeard(recent, heard)));
}

/**
 * How many pieces were heard, the last one at least in part. What was heard begins where an item begins, or before all of the
 * pieces; models split words anywhere, so letters are compared.
 */
function countHeard(pieces: readonly SentPiece[], heard: string): number {
  const theirs = lettersIn(heard);
  const ours = pieces.map(({ text }) => lettersIn(text));
  const text = ours.join('');
  const ends = ours.map((_, place) => ours.slice(0, place + 1).join('').length);
  const begins = new Set(pieces.flatMap(({ start }, place) => (start === 0 ? [ends[place - 1] ?? 0] : [])));
  for (let end = theirs === '' ? 0 : text.length; end > 0; end -= 1) {
    const from = Math.max(0, end - theirs.length);
    const shared = text.slice(from, end);
    const isWhole = shared.length === theirs.length ? begins.has(from) : isWordsAtEnd(heard, shared);
    if (isWhole && theirs.endsWith(shared)) return ends.findIndex((until) => until >= end) + 1;
  }
  return 0;
}

/** Whether the last words of the text are these letters. */
function isWordsAtEnd(text: string, letters: string): boolean {
  const words = text.split(/\s+/);
  return words.some((_, from) => lettersIn(words.slice(from).join('')) === letters);
}

/** What of it may still be reported. */
export function stillAwaited(pieces: readonly SentPiece[], at: number): readonly SentPiece[] {
  return pieces.length === 0 ? pieces : pieces.filter(({ sentAt }) => at - sentAt < longestSilenceMs);
}

export interface SpokenItem {
  readonly itemId: string;
  readonly text: string;
  readonly sentAt: number;
  readonly complete: boolean;
  /** It is spoken from its beginning to its end. */
  readonly whole: boolean;
}

/**
 * What the carrier speaks of it, where it reports these words: from the piece that begins with them on, because it has received
 * what was sent after that too. Each item gets an id of its own, because what it was before is over.
 */
export function spokenAfterAll(pieces: readonly SentPiece[], words: string): SpokenItem[] {
  const letters = lettersIn(words);
  const first =
    letters === '' ? -1 : pieces.findIndex((_, place) => beginsWith(pieces.slice(place), letters));
  if (first < 0) return [];
  const items = Map.groupBy(pieces.slice(first), ({ itemId }) => itemId);
  return [...items].flatMap(([itemId, own]) => {
    const complete = own.at(-1)?.last ?? false;
    const text = own.map((piece) => piece.text).join('');
    if (lettersIn(text) === '') return [];
    const whole = complete && own[0]?.start === 0;
    return [{ itemId: `${itemId}-after-all`, text, sentAt: own[0]?.sentAt ?? 0, complete, whole }];
  });
}

function beginsWith(pieces: readonly SentPiece[], letters: string): boolean {
  return lettersIn(pieces.map(({ text }) => text).join('')).startsWith(letters);
}

/** Whether these words go on with the item, or are its first. */
export function isNext({ text, played }: UnplayedItem, words: string): boolean {
  const rest = text.slice(firstVisible(text, played).length);
  const letters = lettersIn(words);
  return lettersIn(rest).startsWith(letters) || lettersIn(text).startsWith(letters);
}
