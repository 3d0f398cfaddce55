import type { Switchboard } from '../call/switchboard.ts';
import { newSid } from '../ids.ts';
import type { NumberRecord } from '../number-record.ts';
import { parseDocument, TwimlError } from '../twiml/document.ts';
import { recordWebhook } from '../webhook/callbacks.ts';
import { sendWebhook } from '../webhook/request.ts';
import type { Target } from '../webhook/target.ts';
import { deliveryError } from './delivery.ts';
import { keywordOf, keywordReplies } from './keywords.ts';
import { inboundTextParams, textStatusParams } from './params.ts';
import type { TextRecord, TextStatus } from './record.ts';

/** Lab time until the network has a text, and until its phone has it. */
const untilSentMs = 300;
const untilDeliveredMs = 700;

type Board = Pick<Switchboard, 'account' | 'callbacks' | 'clock' | 'ledger'>;

/** All text messages of the account, in both directions. */
export class Texts {
  readonly #board: Board;
  readonly #records = new Map<string, TextRecord>();
  /** `sender recipient` of those that replied STOP. */
  readonly #stopped = new Set<string>();

  constructor(board: Board) {
    this.#board = board;
    for (const entry of board.ledger.entries()) {
      if (entry.kind === 'text.deleted' && entry.callSid !== null) this.#records.delete(entry.callSid);
      if (entry.kind !== 'text') continue;
      this.#records.set(entry.text.sid, entry.text);
      if (entry.text.direction === 'inbound') this.#obey(entry.text);
    }
  }

  /** Newest first. */
  all(): TextRecord[] {
    return [...this.#records.values()].reverse();
  }

  find(sid: string): TextRecord | null {
    return this.#records.get(sid) ?? null;
  }

  /** False where there is none. That somebody replied STOP is kept. */
  remove(sid: string): boolean {
    const known = this.#records.delete(sid);
    if (known) this.#board.ledger.append(sid, { kind: 'text.deleted' });
    return known;
  }

  hasStopped(from: string, to: string): boolean {
    return this.#stopped.has(`${from} ${to}`);
  }

  send(
    from: string,
    to: string,
    body: string,
    options: { statusCallback?: Target | null; isReply?: boolean } = {},
  ): TextRecord {
    const direction = options.isReply ? 'outbound-reply' : 'outbound-api';
    const text = this.#keep(
      this.#make({ direction, from, to, body, status: 'queued', callback: options.statusCallback ?? null }),
    );
    this.#board.clock.after(untilSentMs, () => {
      this.#move(text.sid, 'sent');
      this.#board.clock.after(untilDeliveredMs, () => {
        const error = deliveryError(to);
        this.#move(text.sid, error === null ? 'delivered' : 'undelivered', error);
      });
    });
    return text;
  }

  /** A text from a phone to a number of the account: its webhook is asked, and may reply. */
  receive(from: string, number: NumberRecord, body: string): TextRecord {
    const to = number.phoneNumber;
    const text = this.#keep(
      this.#make({ direction: 'inbound', from, to, body, status: 'received', callback: null }),
    );
    const keyword = this.#obey(text);
    if (keyword) this.send(to, from, keywordReplies[keyword], { isReply: true });
    if (number.smsUrl)
      void this.#ask(text, { url: number.smsUrl, method: number.smsMethod }, keyword === 'stop');
    return text;
  }

  #obey({ from, to, body }: TextRecord): ReturnType<typeof keywordOf> {
    const keyword = keywordOf(body);
    if (keyword === 'stop') this.#stopped.add(`${to} ${from}`);
    if (keyword === 'start') this.#stopped.delete(`${to} ${from}`);
    return keyword;
  }

  async #ask(text: TextRecord, { url, method }: Target, isStopped: boolean): Promise<void> {
    const { account, ledger } = this.#board;
    const params = inboundTextParams(account.sid, text);
    const result = await sendWebhook({ url, method, params, authToken: account.authToken });
    recordWebhook(ledger, { callSid: text.sid, purpose: 'text', url, method, params }, result);
    const { response } = result;
    if (!response || result.errorCode !== null)
      return this.#problem(text, result.errorCode ?? 11200, `${url} failed.`);
    const answer = response.body.toString('utf8').trim();
    if (!answer) return;
    try {
      for (const body of replies(answer, response.contentType)) {
        if (isStopped) this.#problem(text, 21610, 'A reply to STOP is not sent.');
        else this.send(text.to, text.from, body, { isReply: true });
      }
    } catch (error) {
      if (!(error instanceof TwimlError)) throw error;
      this.#problem(text, error.code, error.message);
    }
  }

  #problem(text: TextRecord, code: number, message: string): void {
    this.#board.ledger.append(text.sid, { kind: 'problem', level: 'error', code, message });
  }

  #move(sid: string, status: TextStatus, errorCode: number | null = null): void {
    const old = this.#records.get(sid);
    if (!old) return;
    const at = this.#board.clock.date();
    const text = this.#keep({ ...old, status, errorCode, updatedAt: at, sentAt: old.sentAt ?? at });
    if (!text.statusCallback) return;
    const { account, callbacks } = this.#board;
    // Callbacks of a text keep their order among themselves, as those of a call do.
    callbacks.send({
      callSid: sid,
      purpose: 'text status',
      event: `text-${status}`,
      to: text.to,
      ...text.statusCallback,
      params: textStatusParams(account.sid, text),
    });
  }

  #make(
    about: Pick<TextRecord, 'direction' | 'from' | 'to' | 'body' | 'status'> & { callback: Target | null },
  ): TextRecord {
    const { callback, ...rest } = about;
    const at = this.#board.clock.date();
    return {
      ...rest,
      sid: newSid('SM'),
      errorCode: null,
      statusCallback: callback,
      createdAt: at,
      updatedAt: at,
      sentAt: null,
    };
  }

  #keep(text: TextRecord): TextRecord {
    this.#records.set(text.sid, text);
    this.#board.ledger.append(text.sid, { kind: 'text', text });
    return text;
  }
}

/** The texts that the application replies with: `<Message>` elements, or a plain text. */
function replies(answer: string, contentType: string): string[] {
  if (contentType.startsWith('text/plain')) return [answer];
  return parseDocument(answer, null).verbs.map((node) => {
    if (node.name !== 'Message')
      throw new TwimlError(12200, `phone-lab answers texts with <Message> only, not with <${node.name}>.`);
    return (node.children.find(({ name }) => name === 'Body') ?? node).text.trim();
  });
}
