/**
 * How much of what was sent to the carrier has been played. The carrier plays in order and without a pause as long as it
 * has something, and sends a mark back when it comes to it. Between two marks the clock tells: pieces of sound are long,
 * and words are cut to within a few hundredths of a second. Marks are never early and now and then late, so the one
 * that took the shortest time on its way sets the clock.
 */
export interface Playback {
  /** Grows when the carrier's buffer is emptied. Marks from before come back at once and tell nothing. */
  readonly epoch: number;
  /** Milliseconds of sound in a millisecond of the clock: 1, unless the carrier runs faster than life. */
  readonly rate: number;
  /** In the order in which they play. */
  readonly items: readonly PlayingItem[];
}

export interface PlayingItem {
  readonly itemId: string;
  readonly sentMs: number;
  /** The furthest mark that came back. */
  readonly markedMs: number;
  /** From this moment on, perhaps still to come, it plays without a pause from this place. */
  readonly from: Anchor;
  readonly firstSentAt: number;
}

export interface Anchor {
  readonly ms: number;
  readonly at: number;
  /** By a mark of the carrier's; what it took for the sound to get there and begin is not known before. */
  readonly told: boolean;
  /** Marks in a row that came later than this would have it, and by how much at the least. */
  readonly late: { readonly marks: number; readonly leastMs: number };
}

const onTime: Anchor['late'] = { marks: 0, leastMs: Number.POSITIVE_INFINITY };
/** So many late ones in a row tell of a pause in the playing, not of a slow way back. */
const lateMarks = 3;

export function newPlayback(rate = 1): Playback {
  return { epoch: 0, rate, items: [] };
}

/** A piece of sound went out. */
export function soundSent(playback: Playback, itemId: string, ms: number, at: number): Playback {
  const { items, rate } = playback;
  const last = items.at(-1);
  if (last?.itemId === itemId) {
    // It had run dry: what comes now plays from now on.
    const dry = at > endOf(last, rate);
    const from = dry ? { ms: last.sentMs, at, told: false, late: onTime } : last.from;
    return { ...playback, items: [...items.slice(0, -1), { ...last, from, sentMs: last.sentMs + ms }] };
  }
  const from = begins(at, last, rate);
  const item: PlayingItem = { itemId, sentMs: ms, markedMs: 0, from, firstSentAt: at };
  // What has been played to its end is of no more interest.
  const rest = items.filter((known) => msAt(known, rate, at) < known.sentMs || known.markedMs < known.sentMs);
  return { ...playback, items: [...rest, item] };
}

/** The name of a mark behind so much of an item. */
export function markName({ epoch }: Playback, itemId: string, ms: number): string {
  return `${epoch}:${ms}:${itemId}`;
}

export interface Marked {
  readonly playback: Playback;
  /** What was played; null when the mark tells nothing. */
  readonly played: { readonly itemId: string; readonly ms: number } | null;
}

/** A mark came back. */
export function markEchoed(playback: Playback, name: string, at: number): Marked {
  const nothing: Marked = { playback, played: null };
  const [, epoch, place, itemId] = /^(\d+):([\d.]+):(.+)$/s.exec(name) ?? [];
  const ms = Number(place);
  if (itemId === undefined || Number(epoch) !== playback.epoch || !Number.isFinite(ms)) return nothing;
  const index = playback.items.findIndex((item) => item.itemId === itemId);
  const item = playback.items[index];
  if (!item || ms > item.sentMs) return nothing;
  const marked: PlayingItem =
    ms < item.markedMs ? item : { ...item, markedMs: ms, from: corrected(item.from, ms, at, playback.rate) };
  const items = [...playback.items.slice(0, index), marked];
  for (const later of playback.items.slice(index + 1)) items.push(moved(later, items.at(-1), playback.rate));
  return { playback: { ...playback, items }, played: { itemId, ms } };
}

function corrected(from: Anchor, ms: number, at: number, rate: number): Anchor {
  const lateMs = at - from.at - (ms - from.ms) / rate;
  if (!from.told || lateMs <= 0) return { ms, at, told: true, late: onTime };
  const late = { marks: from.late.marks + 1, leastMs: Math.min(from.late.leastMs, lateMs) };
  if (late.marks < lateMarks) return { ...from, late };
  return { ...from, at: from.at + late.leastMs, late: onTime };
}

/** An item that waits for its turn begins when the one before it ends. */
function moved(item: PlayingItem, before: PlayingItem | undefined, rate: number): PlayingItem {
  if (!before || item.markedMs > 0 || item.from.ms > 0) return item;
  return { ...item, from: begins(item.firstSentAt, before, rate) };
}

function begins(sentAt: number, before: PlayingItem | undefined, rate: number): Anchor {
  const free = before ? endOf(before, rate) : sentAt;
  if (!before || free < sentAt) return { ms: 0, at: sentAt, told: false, late: onTime };
  return { ms: 0, at: free, told: before.from.told, late: onTime };
}

/** The carrier was told to forget what it has not played yet. */
export function cleared({ epoch, rate }: Playback): Playback {
  return { epoch: epoch + 1, rate, items: [] };
}

/** How much of an item has been played by now, as far as anybody can tell. */
export function playedMs({ items, rate }: Playback, itemId: string, at: number): number {
  const item = items.find((known) => known.itemId === itemId);
  return item ? msAt(item, rate, at) : 0;
}

/** The item that is being played, and how far it is; null when all has been played. */
export function nowPlaying(playback: Playback, at: number): { itemId: string; ms: number } | null {
  for (const item of playback.items) {
    const ms = msAt(item, playback.rate, at);
    if (ms < item.sentMs) return { itemId: item.itemId, ms };
  }
  return null;
}

function msAt({ from, sentMs, markedMs }: PlayingItem, rate: number, at: number): number {
  const ms = from.ms + Math.max(0, at - from.at) * rate;
  return Math.min(Math.max(ms, markedMs), sentMs);
}

function endOf({ from, sentMs }: PlayingItem, rate: number): number {
  return from.at + (sentMs - from.ms) / rate;
}
