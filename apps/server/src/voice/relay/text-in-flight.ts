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
  const last = recent.findLastIndex(({ itemId, start, text }) => {
    const item = unplayed.find((other) => other.itemId === itemId);
    return !item || start < item.played || continuesInto(heard, text);
  });
  return recent.slice(last + 1);
}

/** Whether the last words of what was heard are the first words of the text. */
function continuesInto(heard: string, text: string): boolean {
  const [theirs, ours] = [wordsOf(heard), wordsOf(text)];
  if (ours.length === 0) return false;
  return theirs.some((_, from) => {
    const end = theirs.slice(from);
    return end.slice(0, ours.length).every((word, place) => word === ours[place]);
  });
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).map(lettersIn).filter(Boolean);
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
export function spokenAfterAll(pieces: readonly SentPiece[], words: string, at: number): SpokenItem[] {
  const letters = lettersIn(words);
  const recent = pieces.filter(({ sentAt }) => at - sentAt < longestSilenceMs);
  const first = letters === '' ? -1 : recent.findIndex((_, place) => begins(recent.slice(place), letters));
  if (first < 0) return [];
  const items = Map.groupBy(recent.slice(first), ({ itemId }) => itemId);
  return [...items].flatMap(([itemId, own]) => {
    const complete = own.at(-1)?.last ?? false;
    const text = own.map((piece) => piece.text).join('');
    if (lettersIn(text) === '') return [];
    const whole = complete && own[0]?.start === 0;
    return [{ itemId: `${itemId}-after-all`, text, sentAt: own[0]?.sentAt ?? at, complete, whole }];
  });
}

function begins(pieces: readonly SentPiece[], letters: string): boolean {
  return lettersIn(pieces.map(({ text }) => text).join('')).startsWith(letters);
}

/** Whether these words go on with the item, or are its first. */
export function isNext({ text, played }: UnplayedItem, words: string): boolean {
  const rest = text.slice(firstVisible(text, played).length);
  const letters = lettersIn(words);
  return lettersIn(rest).startsWith(letters) || lettersIn(text).startsWith(letters);
}
