import type { Switchboard } from '../call/switchboard.ts';
import { rfc2822, rfc2822OrNull } from '../dates.ts';
import { normalizeNumber } from '../phone-number-format.ts';
import type { PhoneNumbers } from '../phone-numbers.ts';
import { isKnownLandline } from '../text/delivery.ts';
import { segmentsOf, type TextRecord } from '../text/record.ts';
import type { Texts } from '../text/texts.ts';
import { notFound, RestError } from './errors.ts';
import type { Form } from './form.ts';
import { dateFilters } from './list-calls.ts';
import { paged } from './paging.ts';
import type { RestResponse } from './response.ts';

const unsupported = [
  'MessagingServiceSid',
  'MediaUrl',
  'ContentSid',
  'ContentVariables',
  'ApplicationSid',
  'SendAt',
  'ScheduleType',
];
const longestBody = 1600;

/** Text messages: create, fetch, list, delete. */
export class MessagesResource {
  readonly #board: Pick<Switchboard, 'account'>;
  readonly #numbers: PhoneNumbers;
  readonly #texts: Texts;

  constructor(board: Pick<Switchboard, 'account'>, numbers: PhoneNumbers, texts: Texts) {
    this.#board = board;
    this.#numbers = numbers;
    this.#texts = texts;
  }

  create(form: Form): RestResponse & { record: TextRecord } {
    form.refuse(unsupported);
    const to = this.#readTo(form);
    const from = this.#readFrom(form);
    const body = form.text('Body');
    if (!body) throw new RestError(400, 21602, 'Message body is required.');
    if (body.length > longestBody)
      throw new RestError(400, 21617, 'The concatenated message body exceeds the 1600 character limit.');
    const url = form.url('StatusCallback', 21609);
    if (this.#texts.hasStopped(from, to))
      throw new RestError(400, 21610, 'Attempt to send to unsubscribed recipient');
    const record = this.#texts.send(from, to, body, { statusCallback: url ? { url, method: 'POST' } : null });
    return { status: 201, body: this.#view(record), record };
  }

  list(query: Form, path: string): RestResponse {
    const number = (name: string) => {
      const given = query.text(name);
      return given === null ? null : (normalizeNumber(given) ?? given);
    };
    const [to, from] = [number('To'), number('From')];
    const dates = dateFilters<TextRecord>(query, 'DateSent', ({ sentAt }) => sentAt);
    const records = this.#texts
      .all()
      .filter((one) => (to === null || one.to === to) && (from === null || one.from === from))
      .filter((one) => dates.every((passes) => passes(one)));
    return {
      status: 200,
      body: paged({ records, key: 'messages', view: (one) => this.#view(one), query, path }),
    };
  }

  fetch(sid: string, path: string): RestResponse {
    const record = this.#texts.find(sid);
    if (!record) throw notFound(path);
    return { status: 200, body: this.#view(record) };
  }

  remove(sid: string, path: string): RestResponse {
    if (!this.#texts.remove(sid)) throw notFound(path);
    return { status: 204, body: null };
  }

  #readTo(form: Form): string {
    const given = form.text('To');
    if (!given) throw new RestError(400, 21604, "A 'To' phone number is required.");
    const { poses, standing } = this.#board.account;
    const to = normalizeNumber(given);
    if (!to || (!poses && to === '+15005550001'))
      throw new RestError(400, 21211, `Invalid 'To' Phone Number: ${given}`);
    if (isKnownLandline(to, poses))
      throw new RestError(400, 21614, `'To' number is not a valid mobile number: ${to}`);
    if (standing.type === 'Trial' && !standing.verified.includes(to))
      throw new RestError(
        400,
        21608,
        `The number ${to} is unverified. Trial accounts cannot send messages to unverified numbers.`,
      );
    return to;
  }

  #readFrom(form: Form): string {
    const given = form.text('From');
    if (!given) throw new RestError(400, 21603, "A 'From' phone number is required.");
    const from = normalizeNumber(given);
    if (!from) throw new RestError(400, 21212, `Invalid 'From' Phone Number: ${given}`);
    const own = this.#numbers.byNumber(from);
    if (!own)
      throw new RestError(
        400,
        21659,
        `'From' ${from} is not a Twilio phone number or Short Code of this account.`,
      );
    if (own.sms === false)
      throw new RestError(
        400,
        21606,
        `The 'From' phone number provided (${from}) is not a valid message-capable Twilio phone number for this destination.`,
      );
    return from;
  }

  #view(record: TextRecord): Record<string, unknown> {
    const { sid } = this.#board.account;
    const uri = `/2010-04-01/Accounts/${sid}/Messages/${record.sid}`;
    return {
      sid: record.sid,
      account_sid: sid,
      messaging_service_sid: null,
      from: record.from,
      to: record.to,
      body: record.body,
      status: record.status,
      direction: record.direction,
      num_segments: String(segmentsOf(record.body)),
      num_media: '0',
      price: null,
      price_unit: 'USD',
      error_code: record.errorCode,
      error_message: null,
      date_created: rfc2822(record.createdAt),
      date_updated: rfc2822(record.updatedAt),
      date_sent: rfc2822OrNull(record.sentAt),
      api_version: '2010-04-01',
      uri: `${uri}.json`,
      subresource_uris: { media: `${uri}/Media.json` },
    };
  }
}
