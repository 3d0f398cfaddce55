import { audioMs } from '../../ports/telephone-audio.ts';
import type { Effect } from '../session/effects.ts';
import type { CarrierEvent } from '../session/events.ts';
import { Playback } from './playback.ts';
import { type StreamMessage, type StreamWriter, streamWriter } from './stream-messages.ts';

export type StreamEffect = Extract<Effect, { type: 'play' | 'mark' | 'clear' }>;

export function isStreamEffect(effect: Effect): effect is StreamEffect {
  return effect.type === 'play' || effect.type === 'mark' || effect.type === 'clear';
}

/** One media stream between the carrier and a session: what comes in as events, what goes out as frames. */
export class CarrierStream {
  readonly #writer: StreamWriter;
  readonly #playback: Playback;

  /** `rate` is how many times faster than life the carrier runs. */
  constructor(streamSid: string, rate = 1) {
    this.#writer = streamWriter(streamSid);
    this.#playback = new Playback(rate);
  }

  /**
   * What a message of the carrier means to the session, if anything; sound goes on without it. Who it is was settled
   * before the line was opened.
   */
  toEvent(message: StreamMessage, at: number): CarrierEvent | null {
    switch (message.kind) {
      case 'mark': {
        const played = this.#playback.echoed(message.name, at);
        return played && { type: 'carrier.mark', itemId: played.itemId, ms: played.ms };
      }
      case 'digit':
        return { type: 'carrier.dtmf', digit: message.digit };
      case 'stopped':
        return { type: 'carrier.stopped', how: 'hung_up' };
      default:
        return null;
    }
  }

  /** What an effect of the session means to the carrier: a message, to be sent as it is. */
  toMessage(effect: StreamEffect, at: number): string {
    switch (effect.type) {
      case 'play':
        this.#playback.sent(effect.itemId, audioMs(effect.payload), at);
        return this.#writer.media(effect.payload);
      case 'mark':
        return this.#writer.mark(this.#playback.markName(effect.itemId, effect.ms));
      case 'clear':
        this.#playback.clear();
        return this.#writer.clear;
    }
  }

  /**
   * How far the carrier is at this moment. Told to the session just before whatever ends an utterance, so that the cut is
   * made where the other party stopped hearing it and not at the mark before.
   */
  playedBy(at: number): CarrierEvent | null {
    const playing = this.#playback.now(at);
    return playing && { type: 'carrier.mark', itemId: playing.itemId, ms: playing.ms };
  }
}
