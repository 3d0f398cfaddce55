import { audioMs } from '../../lib/telephone-audio.ts';
import type { AudioMessage, AudioWriter } from '../../ports/voice-connection.ts';
import type { Effect } from '../session/effects.ts';
import type { CarrierEvent } from '../session/events.ts';
import { Playback } from './playback.ts';

export type StreamEffect = Extract<Effect, { type: 'play' | 'mark' | 'clear' }>;

export function isStreamEffect(effect: Effect): effect is StreamEffect {
  return effect.type === 'play' || effect.type === 'mark' || effect.type === 'clear';
}

/** One audio stream of the carrier: its messages as session events, effects as messages, and how far it has played. */
export class CarrierStream {
  readonly #writer: AudioWriter;
  readonly #playback: Playback;

  /** `speed` is how many times faster than real time the carrier runs. */
  constructor(writer: AudioWriter, speed = 1) {
    this.#writer = writer;
    this.#playback = new Playback(speed);
  }

  /** The session event for a message, if there is one. Audio does not pass here. */
  toEvent(message: AudioMessage, at: number): CarrierEvent | null {
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

  /** The message for an effect, to be sent as it is. */
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
   * How far the carrier has played. Sent to the session just before an event that may end an utterance, so that the
   * transcript is cut where the other party stopped hearing it and not at the mark before.
   */
  playedBy(at: number): CarrierEvent | null {
    const playing = this.#playback.now(at);
    return playing && { type: 'carrier.mark', itemId: playing.itemId, ms: playing.ms };
  }
}
