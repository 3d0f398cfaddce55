import type { AudioFrame } from '../../ports/voice-connection.ts';
import { type ExpectedFrameMs, gapBefore } from './gaps.ts';

/** Forwards the other party's audio, with silence in place of frames that the carrier left out. */
export class IncomingAudio {
  readonly #on: (payload: string) => void;
  #next: ExpectedFrameMs = null;

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
