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

/** No report of an interruption is on its way for longer. In real time, as messages take it, however fast a session runs. */
const longestFlightMs = 3_000;
/** What is spoken after an interruption is reported within this time of it, in real time too. */
const longestSilenceMs = 8_000;

/** `speed`: how many times faster than real time the session runs, whose time the pieces have. */
export function withPiece(
  recent: readonly SentPiece[],
  piece: SentPiece,
  speed: number,
): readonly SentPiece[] {
  return [...recent.filter(({ sentAt }) => piece.sentAt - sentAt < longestFlightMs * speed), piece];
}

/** What of it the carrier may not have had yet when it interrupted us. What was heard it had. */
export function inFlight(
  recent: readonly SentPiece[],
  unplayed: readonly UnplayedItem[],
  heard: string,
  at: number,
  speed: number,
): readonly SentPiece[] {
  const reported = recent.findLastIndex(({ itemId, start }) => {
    const item = unplayed.find((other) => other.itemId === itemId);
    return !item || start < item.played;
  });
  const had = Math.max(reported + 1, countHeard(spokenOf(recent, unplayed, heard), heard));
  return recent.slice(had).filter(({ sentAt }) => at - sentAt < longestFlightMs * speed);
}

/** Of an item that was cut off in its middle nothing behind it was heard. */
function spokenOf(recent: readonly SentPiece[], unplayed: readonly UnplayedItem[], heard: string) {
  const [head] = unplayed;
  const [all, theirs] = [lettersIn(head?.text ?? ''), lettersIn(heard)];
  if (!head || !all.startsWith(theirs) || all === theirs) return recent;
  return recent.slice(0, recent.findLastIndex(({ itemId }) => itemId === head.itemId) + 1);
}

/**
 * How many pieces were heard, the last one at least in part. What was heard begins where an item begins, or before all of the
 * pieces; models split words anywhere, so letters are compared.
 */
function countHeard(pieces: readonly SentPiece[], heard: string): number {
  const theirs = lettersIn(heard);
  if (theirs === '') return 0;
  let text = '';
  const begins = new Set<number>();
  const ends = pieces.map((piece) => {
    if (piece.start === 0) begins.add(text.length);
    text += lettersIn(piece.text);
    return text.length;
  });
  for (let end = text.length; end > 0; end -= 1) {
    const from = Math.max(0, end - theirs.length);
    const shared = text.slice(from, end);
    if (!theirs.endsWith(shared)) continue;
    const isWhole = shared.length === theirs.length ? begins.has(from) : isWordsAtEnd(heard, shared);
    if (isWhole) return ends.findIndex((until) => until >= end) + 1;
  }
  return 0;
}

/** Whether the last words of the text are these letters. */
function isWordsAtEnd(text: string, letters: string): boolean {
  const words = text.split(/\s+/);
  let end = '';
  for (let from = words.length - 1; from >= 0 && end.length < letters.length; from -= 1)
    end = lettersIn(words[from] ?? '') + end;
  return end === letters;
}

/** Whether what was in flight so long ago may still be reported. */
export function isStillAwaited(interruptedMs: number, speed: number): boolean {
  return interruptedMs < longestSilenceMs * speed;
}

export interface SpokenItem {
  readonly itemId: string;
  /** The item that it was part of. */
  readonly of: string;
  readonly from: number;
  readonly text: string;
  readonly sentAt: number;
  readonly complete: boolean;
  /** It is spoken from its beginning to its end. */
  readonly whole: boolean;
  /** The pieces of which it consists, as its own. */
  readonly pieces: readonly SentPiece[];
}

/**
 * What the carrier speaks of it, where it reports these words: from the piece that begins with them on, because it has received
 * what was sent after that too; a report may go on with what was sent `since`. Each item gets an id of its own, because what it
 * was before is over. One word is not enough within an item, unless only the new voice can have said it (`isNewVoice`): it may be
 * one that was said before the interruption.
 */
export function spokenAfterAll(
  pieces: readonly SentPiece[],
  words: string,
  since: readonly UnplayedItem[],
  isNewVoice: boolean,
): SpokenItem[] {
  const letters = lettersIn(words);
  const isEnough = isNewVoice || /\s/.test(words.trim());
  let text = '';
  const begins = pieces.map((piece) => {
    const begin = text.length;
    text += lettersIn(piece.text);
    return begin;
  });
  const next = lettersIn(restOf(since));
  const isReported = (begin: number) => {
    const rest = text.slice(begin);
    return (
      rest.startsWith(letters) ||
      (rest !== '' && letters.startsWith(rest) && next.startsWith(letters.slice(rest.length)))
    );
  };
  const first = pieces.findIndex(
    ({ start }, place) => (start === 0 || isEnough) && isReported(begins[place] ?? text.length),
  );
  if (first < 0) return [];
  const items = Map.groupBy(pieces.slice(first), ({ itemId }) => itemId);
  return [...items].flatMap(([of, own]) => {
    const [begin] = own;
    const complete = own.at(-1)?.last ?? false;
    const text = own.map((piece) => piece.text).join('');
    if (!begin || !isSpoken(text)) return [];
    const whole = complete && begin.start === 0;
    const itemId = `${of}-after-all`;
    const pieces = own.map((piece) => ({ ...piece, itemId, start: piece.start - begin.start }));
    return [{ itemId, of, from: begin.start, text, sentAt: begin.sentAt, complete, whole, pieces }];
  });
}

/** Whether anything of the text can be compared. */
export function isSpoken(text: string): boolean {
  return lettersIn(text) !== '';
}

/** Whether these words are the next of what was sent since, or its first. */
export function isNext(unplayed: readonly UnplayedItem[], words: string): boolean {
  const letters = lettersIn(words);
  const all = unplayed.map(({ text }) => text).join('');
  return unplayed.length > 0 && [restOf(unplayed), all].some((text) => lettersIn(text).startsWith(letters));
}

function restOf(unplayed: readonly UnplayedItem[]): string {
  return unplayed.map(({ text, played }) => text.slice(firstVisible(text, played).length)).join('');
}
