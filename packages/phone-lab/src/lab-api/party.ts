import { sendDigits } from '../call/digits.ts';
import type { LiveCall } from '../call/live-call.ts';
import type { Switchboard } from '../call/switchboard.ts';
import { Interrupted } from '../clock.ts';
import type { HandsetPages } from '../handset/pages.ts';
import { LabApiError } from './errors.ts';

/**
 * Acts as the other party of a live call, whoever the callee is. A handset page identifies itself by its tab: a call that
 * one page has cannot be changed by another.
 */
export class PartyControls {
  readonly #board: Switchboard;
  readonly #pages: HandsetPages;

  constructor(board: Switchboard, pages: HandsetPages) {
    this.#board = board;
    this.#pages = pages;
  }

  answer(sid: string, tab: unknown = null): void {
    const call = this.#live(sid, tab);
    if (call.record.status !== 'ringing')
      throw new LabApiError(409, 'not_ringing', 'This call does not ring at a handset.');
    if (typeof tab === 'string') this.#pages.claim(sid, tab);
    if (call.answerManually()) return;
    this.#pages.release(sid);
    throw new LabApiError(409, 'not_ringing', 'This call does not ring at a handset.');
  }

  decline(sid: string, tab: unknown = null): void {
    if (!this.#live(sid, tab).decline())
      throw new LabApiError(409, 'not_ringing', 'This call does not ring at a handset.');
  }

  say(sid: string, text: unknown, tab: unknown = null): void {
    if (typeof text !== 'string' || !text.trim())
      throw new LabApiError(400, 'invalid_text', 'text is missing.');
    this.#answered(sid, tab).channel.say('party', text);
  }

  press(sid: string, digits: unknown, tab: unknown = null): void {
    if (typeof digits !== 'string' || !/^[0-9A-D#*wW]{1,64}$/.test(digits)) {
      throw new LabApiError(400, 'invalid_digits', 'Digits are 0-9 A-D # * w W.');
    }
    sendDigits(this.#answered(sid, tab).channel, 'party', digits).catch((error: unknown) => {
      if (!(error instanceof Interrupted)) throw error;
    });
  }

  hangUp(sid: string, tab: unknown = null): void {
    this.#live(sid, tab).apply({ type: 'hangup' });
  }

  #answered(sid: string, tab: unknown): LiveCall {
    const call = this.#live(sid, tab);
    if (call.record.status === 'in-progress') return call;
    throw new LabApiError(409, 'not_answered', 'This call is not answered.');
  }

  #live(sid: string, tab: unknown): LiveCall {
    const call = this.#board.live(sid);
    if (!call) throw new LabApiError(404, 'call_not_live', 'This call does not exist or has ended.');
    if (typeof tab === 'string' && this.#pages.isHeldElsewhere(sid, tab))
      throw new LabApiError(409, 'held_elsewhere', 'Another window of this page has the call.');
    return call;
  }
}
