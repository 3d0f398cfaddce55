import { gapBefore, type NextFrameMs } from './gaps.ts';
import type { StreamMessage } from './stream-messages.ts';

type Sound = Extract<StreamMessage, { kind: 'media' }>;

/** The other party's sound on its way on, with silence in place of what the carrier left out. */
export class IncomingSound {
  #next: NextFrameMs = null;

  pass({ payload, streamMs }: Sound, on: (payload: string) => void): void {
    const { next, fill } = gapBefore(this.#next, streamMs, payload);
    this.#next = next;
    if (fill !== null) on(fill);
    on(payload);
  }
}
