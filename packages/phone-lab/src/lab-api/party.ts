import { sendDigits } from '../call/digits.ts';
import type { LiveCall } from '../call/live-call.ts';
import type { Switchboard } from '../call/switchboard.ts';
import { Interrupted } from '../clock.ts';
import { LabApiError } from './errors.ts';

/** What the person at the other end of a live call can do by hand, whoever the callee is. */
export class PartyControls {
  readonly #board: Switchboard;

  constructor(board: Switchboard) {
    this.#board = board;
  }

  answer(sid: string): void {
    if (!this.#live(sid).lift())
      throw new LabApiError(409, 'not_ringing', 'This phone is not waiting to be answered.');
  }

  say(sid: string, text: unknown): void {
    if (typeof text !== 'string' || !text.trim())
      throw new LabApiError(400, 'invalid_text', 'Say what is to be said.');
    this.#talking(sid).line.say('party', text);
  }

  press(sid: string, digits: unknown): void {
    if (typeof digits !== 'string' || !/^[0-9A-D#*wW]{1,64}$/.test(digits)) {
      throw new LabApiError(400, 'invalid_digits', 'Digits are 0-9 A-D # * w W.');
    }
    sendDigits(this.#talking(sid).line, 'party', digits).catch((error: unknown) => {
      if (!(error instanceof Interrupted)) throw error;
    });
  }

  hangUp(sid: string): void {
    this.#live(sid).happen({ type: 'hangup' });
  }

  #talking(sid: string): LiveCall {
    const call = this.#live(sid);
    if (call.record.status === 'in-progress') return call;
    throw new LabApiError(409, 'not_answered', 'Nobody has answered this call.');
  }

  #live(sid: string): LiveCall {
    const call = this.#board.live(sid);
    if (!call) throw new LabApiError(404, 'call_not_live', 'There is no such call, or it is over.');
    return call;
  }
}
