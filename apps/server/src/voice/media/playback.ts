/**
 * How much of what was sent to the carrier has been played. The carrier plays in order and without a pause as long as it
 * has something, and sends a mark back when it comes to it. Between two marks the clock tells: pieces of sound are long,
 * and words are cut to within a few hundredths of a second. Marks are never early and now and then late, so the one
 * that took the shortest time on its way sets the clock.
 */
export class Playback {
  /** Milliseconds of sound in a millisecond of the clock: 1, unless the carrier runs faster than life. */
  readonly #rate: number;
  /** Grows when the carrier's buffer is emptied. Marks from before come back at once and tell nothing. */
  #epoch = 0;
  /** In the order in which they play. */
  #items: PlayingItem[] = [];

  constructor(rate = 1) {
    this.#rate = rate;
  }

  /** A piece of sound went out. */
  sent(itemId: string, ms: number, at: number): void {
    const last = this.#items.at(-1);
    if (last?.itemId === itemId) {
      // It had run dry: what comes now plays from now on.
      if (at > endOf(last, this.#rate)) last.from = { ms: last.sentMs, at, told: false, late: onTime };
      last.sentMs += ms;
      return;
    }
    const from = begins(at, last, this.#rate);
    // What has been played to its end is of no more interest.
    this.#items = this.#items.filter(
      (known) => msAt(known, this.#rate, at) < known.sentMs || known.markedMs < known.sentMs,
    );
    this.#items.push({ itemId, sentMs: ms, markedMs: 0, from, firstSentAt: at });
  }

  /** The name of a mark behind so much of an item. */
  markName(itemId: string, ms: number): string {
    return `${this.#epoch}:${ms}:${itemId}`;
  }

  /** A mark came back. What was played; null when it tells nothing. */
  echoed(name: string, at: number): Played | null {
    const [, epoch, place, itemId] = /^(\d+):([\d.]+):(.+)$/s.exec(name) ?? [];
    const ms = Number(place);
    if (itemId === undefined || Number(epoch) !== this.#epoch || !Number.isFinite(ms)) return null;
    const index = this.#items.findIndex((item) => item.itemId === itemId);
    const item = this.#items[index];
    if (!item || ms > item.sentMs) return null;
    if (ms >= item.markedMs) {
      item.markedMs = ms;
      item.from = corrected(item.from, ms, at, this.#rate);
    }
    let before = item;
    for (const later of this.#items.slice(index + 1)) {
      move(later, before, this.#rate);
      before = later;
    }
    return { itemId, ms };
  }

  /** The carrier was told to forget what it has not played yet. */
  clear(): void {
    this.#epoch += 1;
    this.#items = [];
  }

  /** The item that is being played, and how far it is; null when all has been played. */
  now(at: number): Played | null {
    for (const item of this.#items) {
      const ms = msAt(item, this.#rate, at);
      if (ms < item.sentMs) return { itemId: item.itemId, ms };
    }
    return null;
  }
}

/** So much of an item has been played. */
export interface Played {
  readonly itemId: string;
  readonly ms: number;
}

interface PlayingItem {
  readonly itemId: string;
  readonly firstSentAt: number;
  sentMs: number;
  /** The furthest mark that came back. */
  markedMs: number;
  /** From this moment on, perhaps still to come, it plays without a pause from this place. */
  from: Anchor;
}

interface Anchor {
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

function corrected(from: Anchor, ms: number, at: number, rate: number): Anchor {
  const lateMs = at - from.at - (ms - from.ms) / rate;
  if (!from.told || lateMs <= 0) return { ms, at, told: true, late: onTime };
  const late = { marks: from.late.marks + 1, leastMs: Math.min(from.late.leastMs, lateMs) };
  if (late.marks < lateMarks) return { ...from, late };
  return { ...from, at: from.at + late.leastMs, late: onTime };
}

/** An item that waits for its turn begins when the one before it ends. */
function move(item: PlayingItem, before: PlayingItem, rate: number): void {
  if (item.markedMs > 0 || item.from.ms > 0) return;
  item.from = begins(item.firstSentAt, before, rate);
}

function begins(sentAt: number, before: PlayingItem | undefined, rate: number): Anchor {
  const free = before ? endOf(before, rate) : sentAt;
  if (!before || free < sentAt) return { ms: 0, at: sentAt, told: false, late: onTime };
  return { ms: 0, at: free, told: before.from.told, late: onTime };
}

function msAt({ from, sentMs, markedMs }: PlayingItem, rate: number, at: number): number {
  const ms = from.ms + Math.max(0, at - from.at) * rate;
  return Math.min(Math.max(ms, markedMs), sentMs);
}

function endOf({ from, sentMs }: PlayingItem, rate: number): number {
  return from.at + (sentMs - from.ms) / rate;
}
