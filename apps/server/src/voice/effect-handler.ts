import type { CallReason } from '@parley/contract';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { CallKey, TranscriptStore } from '../ports/transcript-store.ts';
import { callReasonOf, type EndReason } from './session/effects.ts';
import type { SessionState } from './session/state.ts';
import type { HandledEffect } from './session-runner.ts';
import { TranscriptWriter } from './transcript-writer.ts';

/** What a session can do to its call, whatever its wire. */
export interface CallActions {
  readonly call: CallKey;
  readonly transcripts: TranscriptStore;
  readonly clock: Clock;
  /** Writes the id of the call with every entry. */
  readonly log: Log;
  /** Why the call is about to end; told as soon as it is known, resolved when it is stored or was given up. */
  noteReason(reason: CallReason): Promise<void>;
  doNotCall(): void;
  /** Ends the call itself at the carrier. */
  hangUp(): void;
}

/** Deeds that are done in the same way on every wire: the transcript, the reasons, the promises. */
export class EffectHandler {
  readonly #hands: CallActions;
  readonly #keeper: TranscriptWriter;
  #noted: Promise<void> | null = null;

  constructor(hands: CallActions, wallTime: (at: number) => Date) {
    this.#hands = hands;
    this.#keeper = new TranscriptWriter({ ...hands, wallTime });
  }

  handle(deed: HandledEffect, state: SessionState): void {
    switch (deed.type) {
      case 'hangUp':
        this.noteEndReason(state);
        this.#hands.hangUp();
        break;
      case 'doNotCall':
        this.#hands.doNotCall();
        this.noteReason('do_not_call');
        break;
      case 'save':
        this.#keeper.save(deed.segment, deed.final);
        break;
      case 'remove':
        this.#keeper.remove(deed.ordinal);
        break;
      case 'publish':
        if (deed.event.kind === 'turn') this.#keeper.addTurn(deed.event.timing);
        if (deed.event.kind === 'closed' && deed.event.callReason) this.noteReason(deed.event.callReason);
        break;
      default:
        // The rest belongs to the wire.
        break;
    }
  }

  /** Tells why the session is ending, if that is known by now. */
  noteEndReason({ phase }: SessionState): void {
    const reason: EndReason | null =
      phase.kind === 'draining' ? phase.ending.reason : phase.kind === 'closed' ? phase.reason : null;
    const told = reason === null ? null : callReasonOf(reason);
    if (told !== null) this.noteReason(told);
  }

  /** The first reason is the one that counts; whatever follows from it is no news. */
  noteReason(reason: CallReason): void {
    this.#noted ??= this.#hands.noteReason(reason);
  }

  /** Resolves when everything so far is stored, or was given up. */
  async settled(): Promise<void> {
    await Promise.all([this.#keeper.settled(), this.#noted]);
  }
}
