/**
 * How much of the audio sent to the carrier has been played. The carrier plays in order and without pauses while it
 * has audio, and returns a mark when it reaches it. Between two marks the position is computed from the clock, to
 * within a few hundredths of a second. A mark never comes back early but may be delayed by the network, so the least
 * delayed mark sets the clock.
 */
export class Playback {
  /** Milliseconds of audio in a millisecond of the clock: 1, unless the carrier runs faster than real time. */
  readonly #speed: number;
  /** Incremented when the carrier's buffer is cleared: marks from before come back at once and mean nothing. */
  #epoch = 0;
  /** In the order in which they play. */
  #items: PlayingItem[] = [];

  constructor(speed = 1) {
    this.#speed = speed;
  }

  /** Audio was sent. */
  sent(itemId: string, ms: number, at: number): void {
    const last = this.#items.at(-1);
    if (last?.itemId === itemId) {
      // The buffer had run empty: this audio plays from now on.
      if (at > endOf(last, this.#speed)) last.from = { ms: last.sentMs, at, confirmed: false, late: onTime };
      last.sentMs += ms;
      return;
    }
    const from = begins(at, last, this.#speed);
    // Items that were played to the end are dropped.
    this.#items = this.#items.filter(
      (known) => msAt(known, this.#speed, at) < known.sentMs || known.markedMs < known.sentMs,
    );
    this.#items.push({ itemId, sentMs: ms, markedMs: 0, from, firstSentAt: at });
  }

  /** The name of a mark after this much of an item. */
  markName(itemId: string, ms: number): string {
    return `${this.#epoch}:${ms}:${itemId}`;
  }

  /** A mark came back: what was played, or null for a mark from before a `clear`. */
  echoed(name: string, at: number): Played | null {
    const [, epoch, place, itemId] = /^(\d+):([\d.]+):(.+)$/s.exec(name) ?? [];
    const ms = Number(place);
    if (itemId === undefined || Number(epoch) !== this.#epoch || !Number.isFinite(ms)) return null;
    const index = this.#items.findIndex((item) => item.itemId === itemId);
    const item = this.#items[index];
    if (!item || ms > item.sentMs) return null;
    if (ms >= item.markedMs) {
      item.markedMs = ms;
      item.from = corrected(item.from, ms, at, this.#speed);
    }
    let before = item;
    for (const later of this.#items.slice(index + 1)) {
      move(later, before, this.#speed);
      before = later;
    }
    return { itemId, ms };
  }

  /** The carrier was told to drop what it has not played yet. */
  clear(): void {
    this.#epoch += 1;
    this.#items = [];
  }

  /** The item that is being played, and how far it is; null when all has been played. */
  now(at: number): Played | null {
    for (const item of this.#items) {
      const ms = msAt(item, this.#speed, at);
      if (ms < item.sentMs) return { itemId: item.itemId, ms };
    }
    return null;
  }
}

/** How much of an item has been played. */
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
  /** Plays without a pause from position `ms`, starting at time `at`, which may be in the future. */
  from: Anchor;
}

interface Anchor {
  readonly ms: number;
  readonly at: number;
  /** Set by a mark. Before the first one the delay until playing starts is not known. */
  readonly confirmed: boolean;
  /** Consecutive marks that came later than computed, and the smallest delay among them. */
  readonly late: { readonly marks: number; readonly leastMs: number };
}

const onTime: Anchor['late'] = { marks: 0, leastMs: Number.POSITIVE_INFINITY };
/** This many late marks in a row mean a pause in playing, not a slow network. */
const lateMarks = 3;

function corrected(from: Anchor, ms: number, at: number, speed: number): Anchor {
  const lateMs = at - from.at - (ms - from.ms) / speed;
  if (!from.confirmed || lateMs <= 0) return { ms, at, confirmed: true, late: onTime };
  const late = { marks: from.late.marks + 1, leastMs: Math.min(from.late.leastMs, lateMs) };
  if (late.marks < lateMarks) return { ...from, late };
  return { ...from, at: from.at + late.leastMs, late: onTime };
}

/** A queued item begins when the one before it ends. */
function move(item: PlayingItem, before: PlayingItem, speed: number): void {
  if (item.markedMs > 0 || item.from.ms > 0) return;
  item.from = begins(item.firstSentAt, before, speed);
}

function begins(sentAt: number, before: PlayingItem | undefined, speed: number): Anchor {
  const free = before ? endOf(before, speed) : sentAt;
  if (!before || free < sentAt) return { ms: 0, at: sentAt, confirmed: false, late: onTime };
  return { ms: 0, at: free, confirmed: before.from.confirmed, late: onTime };
}

function msAt({ from, sentMs, markedMs }: PlayingItem, speed: number, at: number): number {
  const ms = from.ms + Math.max(0, at - from.at) * speed;
  return Math.min(Math.max(ms, markedMs), sentMs);
}

function endOf({ from, sentMs }: PlayingItem, speed: number): number {
  return from.at + (sentMs - from.ms) / speed;
}
