import type { NumberRecord } from '../number-record.ts';
import { normalizeNumber } from '../phone-number-format.ts';
import { numberView, type PhoneNumbers } from '../phone-numbers.ts';
import { notFound, RestError } from './errors.ts';
import type { Form } from './form.ts';
import { paged } from './paging.ts';
import type { RestResponse } from './response.ts';

const unsupported = [
  'VoiceApplicationSid',
  'SmsApplicationSid',
  'TrunkSid',
  'AccountSid',
  'BundleSid',
  'AddressSid',
];

/** Twilio's test numbers that nobody can buy. */
const magic = { taken: '+15005550000', invalid: '+15005550001' };

export class IncomingNumbersResource {
  readonly #numbers: PhoneNumbers;
  readonly #accountSid: string;

  constructor(numbers: PhoneNumbers, accountSid: string) {
    this.#numbers = numbers;
    this.#accountSid = accountSid;
  }

  list(query: Form, path: string): RestResponse {
    const pattern = query.text('PhoneNumber');
    const name = query.text('FriendlyName');
    const records = this.#numbers
      .all()
      .filter((record) => pattern === null || matches(record.phoneNumber, pattern))
      .filter((record) => name === null || record.friendlyName === name);
    const key = 'incoming_phone_numbers';
    return { status: 200, body: paged({ records, key, view: (one) => this.#view(one), query, path }) };
  }

  fetch(sid: string, path: string): RestResponse {
    const record = this.#numbers.bySid(sid);
    if (!record) throw notFound(path);
    return { status: 200, body: this.#view(record) };
  }

  update(sid: string, form: Form, path: string): RestResponse {
    form.refuse(unsupported);
    const record = this.#numbers.update(sid, readChanges(form));
    if (!record) throw notFound(path);
    return { status: 200, body: this.#view(record) };
  }

  /** Any number that the account does not have can be bought, by its digits or by area code. */
  create(form: Form): RestResponse {
    form.refuse(unsupported);
    const record = this.#numbers.buy(this.#choose(form), readChanges(form));
    return { status: 201, body: this.#view(record) };
  }

  remove(sid: string, path: string): RestResponse {
    if (!this.#numbers.release(sid)) throw notFound(path);
    return { status: 204, body: null };
  }

  #choose(form: Form): string {
    const given = form.text('PhoneNumber');
    const area = form.text('AreaCode');
    if (given !== null || area === null) {
      const number = given === null ? null : normalizeNumber(given);
      if (!number || number === magic.invalid)
        throw new RestError(400, 21421, `PhoneNumber is not valid: ${given ?? 'none was given'}`);
      if (number === magic.taken || this.#numbers.byNumber(number))
        throw new RestError(400, 21422, `The phone number ${number} is not available.`);
      return number;
    }
    if (!/^[2-9]\d\d$/.test(area)) throw new RestError(400, 21451, `AreaCode is not valid: ${area}`);
    let subscriber = 1000;
    while (this.#numbers.byNumber(`+1${area}555${subscriber}`)) subscriber += 1;
    return `+1${area}555${subscriber}`;
  }

  #view(record: NumberRecord): Record<string, unknown> {
    return numberView(this.#accountSid, record);
  }
}

/** Twilio's filter: partial numbers, and `*` for any digit. */
function matches(number: string, pattern: string): boolean {
  const text = pattern.replace(/[^\d*]/g, '').replaceAll('*', '\\d');
  return new RegExp(text).test(number);
}

function readChanges(form: Form): Partial<NumberRecord> {
  const changes: Partial<NumberRecord> = {};
  const url = (name: string, code: number) => (form.has(name) ? (form.url(name, code) ?? '') : undefined);
  const method = (name: string, code: number) => (form.has(name) ? form.method(name, code) : undefined);
  const given: { [Key in keyof NumberRecord]?: NumberRecord[Key] | undefined } = {
    voiceUrl: url('VoiceUrl', 21502),
    voiceMethod: method('VoiceMethod', 21503),
    voiceFallbackUrl: url('VoiceFallbackUrl', 21504),
    voiceFallbackMethod: method('VoiceFallbackMethod', 21505),
    statusCallback: url('StatusCallback', 21609),
    statusCallbackMethod: method('StatusCallbackMethod', 21209),
    smsUrl: url('SmsUrl', 21506),
    smsMethod: method('SmsMethod', 21507),
    smsFallbackUrl: url('SmsFallbackUrl', 21508),
    smsFallbackMethod: method('SmsFallbackMethod', 21509),
    friendlyName: form.text('FriendlyName') ?? undefined,
    voiceCallerIdLookup: form.has('VoiceCallerIdLookup') ? form.flag('VoiceCallerIdLookup') : undefined,
  };
  for (const [key, value] of Object.entries(given))
    if (value !== undefined) Object.assign(changes, { [key]: value });
  return changes;
}
