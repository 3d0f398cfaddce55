import { gapBefore, type NextFrameMs } from './gaps.ts';
import type { StreamSound } from './stream-messages.ts';

/** The other party's sound on its way on, with silence in place of what the carrier left out. */
export class IncomingSound {
  readonly #on: (payload: string) => void;
  #next: NextFrameMs = null;

  constructor(on: (payload: string) => void) {
    this.#on = on;
  }

  pass({ payload, streamMs }: StreamSound): void {
    const { next, fill } = gapBefore(this.#next, streamMs, payload);
    this.#next = next;
    if (fill !== null) this.#on(fill);
    this.#on(payload);
  }
}
