import type { Leg } from '../call/leg.ts';
import type { Clock } from '../clock.ts';
import type { VoiceChannel } from '../speech/voice-channel.ts';

/** What happens in the network when the number is dialled. */
export type Ring =
  | { kind: 'answer'; afterMs: number }
  | { kind: 'busy'; afterMs: number }
  | { kind: 'no-answer' }
  /** Rings until somebody lifts the receiver by hand. */
  | { kind: 'manual' }
  | { kind: 'unreachable'; sipCode: number }
  /** Another number of the account: it rings there. */
  | { kind: 'own-number'; connect: (outer: Leg) => void };

/** What machine detection hears. */
export type Nature = 'human' | 'machine' | 'fax' | 'silent';

/** The other end of a channel, as whoever sits there uses it. */
export interface Party {
  readonly clock: Clock;
  readonly channel: VoiceChannel;
  /** The number at the application's side, as a display would show it. */
  readonly otherNumber: string;
  hangUp(): void;
  /** Tells whether an expectation of a script was met. */
  note(expected: string, met: boolean, heard: string): void;
}

/** Someone, or something, that a number belongs to. */
export interface Callee {
  readonly name: string;
  readonly ring: Ring;
  readonly nature: Nature;
  /** How long a machine's greeting takes, beep included; 0 for people. */
  readonly greetingMs: number;
  /** The receiver is lifted: from here on the callee acts by itself until the channel closes. */
  pickUp(party: Party): void;
}
