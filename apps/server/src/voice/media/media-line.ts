import { audioMs } from '../../ports/telephone-audio.ts';
import type { Effect } from '../session/effects.ts';
import type { CarrierEvent } from '../session/events.ts';
import {
  cleared,
  markEchoed,
  markName,
  newPlayback,
  nowPlaying,
  type Playback,
  soundSent,
} from './playback.ts';
import { type StreamMessage, type StreamWriter, streamWriter } from './stream-messages.ts';

/** One media stream between the carrier and a session: what comes in as events, what goes out as frames. */
export interface MediaLine {
  readonly writer: StreamWriter;
  readonly playback: Playback;
}

/** `rate` is how many times faster than life the carrier runs. */
export function openLine(streamSid: string, rate = 1): MediaLine {
  return { writer: streamWriter(streamSid), playback: newPlayback(rate) };
}

export interface Heard {
  readonly line: MediaLine;
  readonly events: readonly CarrierEvent[];
}

/**
 * What a message of the carrier means to the session; sound goes on without it. Who it is was settled before the line was
 * opened.
 */
export function hear(line: MediaLine, message: StreamMessage, at: number): Heard {
  switch (message.kind) {
    case 'mark': {
      const { playback, played } = markEchoed(line.playback, message.name, at);
      if (!played) return { line, events: [] };
      return { line: { ...line, playback }, events: [{ type: 'carrier.mark', ...played }] };
    }
    case 'digit':
      return { line, events: [{ type: 'carrier.dtmf', digit: message.digit }] };
    case 'stopped':
      return { line, events: [{ type: 'carrier.stopped', how: 'hung_up' }] };
    default:
      return { line, events: [] };
  }
}

export type LineEffect = Extract<Effect, { type: 'play' | 'mark' | 'clear' }>;

export function isLineEffect(effect: Effect): effect is LineEffect {
  return effect.type === 'play' || effect.type === 'mark' || effect.type === 'clear';
}

export interface Spoken {
  readonly line: MediaLine;
  /** To be sent as it is. */
  readonly frame: string;
}

/** What an effect of the session means to the carrier. */
export function speak(line: MediaLine, effect: LineEffect, at: number): Spoken {
  const { writer, playback } = line;
  switch (effect.type) {
    case 'play': {
      const { itemId, payload } = effect;
      const sent = soundSent(playback, itemId, audioMs(payload), at);
      return { line: { ...line, playback: sent }, frame: writer.media(payload) };
    }
    case 'mark':
      return { line, frame: writer.mark(markName(playback, effect.itemId, effect.ms)) };
    case 'clear':
      return { line: { ...line, playback: cleared(playback) }, frame: writer.clear };
  }
}

/**
 * How far the carrier is at this moment. Told to the session just before whatever ends an utterance, so that the cut is
 * made where the other party stopped hearing it and not at the mark before.
 */
export function heardByNow({ playback }: MediaLine, at: number): CarrierEvent | null {
  const playing = nowPlaying(playback, at);
  return playing && { type: 'carrier.mark', ...playing };
}
