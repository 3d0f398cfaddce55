import { gapBefore, type NextFrameMs } from './gaps.ts';
import type { AudioFrame } from './stream-messages.ts';

/** The other party's sound on its way on, with silence in place of what the carrier left out. */
export class IncomingAudio {
  readonly #on: (payload: string) => void;
  #next: NextFrameMs = null;

  constructor(forward: (payload: string) => void) {
    this.#on = forward;
  }

  pass({ payload, streamMs }: AudioFrame): void {
    const { next, fill } = gapBefore(this.#next, streamMs, payload);
    this.#next = next;
    if (fill !== null) this.#on(fill);
    this.#on(payload);
  }
}
