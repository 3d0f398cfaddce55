import { frameMs } from '../audio/mulaw.ts';
import type { Leg } from '../call/leg.ts';

/** The fault knob `mediaGap`: frames that never arrive. Time goes on, so the next timestamp jumps. */
export class MediaGap {
  readonly #call: Leg;
  #framesLeft = 0;

  constructor(call: Leg) {
    this.#call = call;
  }

  /** Whether the frame that is due is lost. */
  swallowsFrame(): boolean {
    if (this.#framesLeft === 0) {
      const { faults, ledger } = this.#call.carrier;
      const fault = faults.trigger('mediaGap', { to: this.#call.record.to });
      if (!fault) return false;
      const ms = fault.ms ?? 100;
      this.#framesLeft = Math.max(1, Math.round(ms / frameMs));
      ledger.append(this.#call.sid, { kind: 'fault', knob: 'mediaGap', detail: `${ms} ms of sound lost` });
    }
    this.#framesLeft -= 1;
    return true;
  }
}
