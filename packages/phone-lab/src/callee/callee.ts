import type { Leg } from '../call/leg.ts';
import type { Clock } from '../clock.ts';
import type { VoiceChannel } from '../speech/voice-channel.ts';

/** What happens in the network when the number is dialled. */
export type Ring =
  | { kind: 'answer'; afterMs: number }
  | { kind: 'busy'; afterMs: number }
  /** The phone rejects the call (SIP 603). */
  | { kind: 'declined'; afterMs: number }
  | { kind: 'no-answer' }
  /** Rings until it is answered through the API or the handset page. */
  | { kind: 'manual' }
  | { kind: 'unreachable'; sipCode: number }
  /** A number of the account: an inbound leg of its own. */
  | { kind: 'own-number'; connect: (outer: Leg) => void };

/** What machine detection reports. */
export type CalleeKind = 'human' | 'machine' | 'fax' | 'silent';

/** How the greeting of an answering machine ends, as machine detection hears it. */
export type GreetingEnd = 'beep' | 'silence' | 'other';

/** A call as its callee sees it. */
export interface Party {
  readonly clock: Clock;
  readonly channel: VoiceChannel;
  /** The number of the application, as a phone would display it. */
  readonly otherNumber: string;
  hangUp(): void;
  /** Writes to the ledger whether an expectation of a script was met. */
  note(expected: string, met: boolean, heard: string): void;
  /** Writes to the ledger what an answering machine has recorded, at the end of the call. */
  recorded(message: string): void;
}

/** The person or machine at the other end of a call. */
export interface Callee {
  readonly name: string;
  readonly ring: Ring;
  readonly nature: CalleeKind;
  /** How long the greeting takes of whoever is taken for an answering machine, beep included; otherwise 0. */
  readonly greetingMs: number;
  readonly greetingEnd: GreetingEnd;
  /** The call is answered: the callee acts by itself until the channel closes. */
  pickUp(party: Party): void;
}
