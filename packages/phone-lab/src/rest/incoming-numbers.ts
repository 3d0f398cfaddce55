import type { NumberRecord } from '../number-record.ts';
import { numberView, type PhoneNumbers } from '../phone-numbers.ts';
import type { RestAnswer } from './answer.ts';
import { notFound } from './errors.ts';
import type { Form } from './form.ts';
import { paged } from './paging.ts';

const unsupported = [
  'VoiceApplicationSid',
  'SmsApplicationSid',
  'TrunkSid',
  'AccountSid',
  'BundleSid',
  'AddressSid',
];

export class IncomingNumbersResource {
  readonly #numbers: PhoneNumbers;
  readonly #accountSid: string;

  constructor(numbers: PhoneNumbers, accountSid: string) {
    this.#numbers = numbers;
    this.#accountSid = accountSid;
  }

  list(query: Form, path: string): RestAnswer {
    const pattern = query.text('PhoneNumber');
    const name = query.text('FriendlyName');
    const records = this.#numbers
      .all()
      .filter((record) => pattern === null || matches(record.phoneNumber, pattern))
      .filter((record) => name === null || record.friendlyName === name);
    const key = 'incoming_phone_numbers';
    return { status: 200, body: paged({ records, key, view: (one) => this.#view(one), query, path }) };
  }

  fetch(sid: string, path: string): RestAnswer {
    const record = this.#numbers.bySid(sid);
    if (!record) throw notFound(path);
    return { status: 200, body: this.#view(record) };
  }

  update(sid: string, form: Form, path: string): RestAnswer {
    form.refuse(unsupported);
    const record = this.#numbers.update(sid, readChanges(form));
    if (!record) throw notFound(path);
    return { status: 200, body: this.#view(record) };
  }

  #view(record: NumberRecord): Record<string, unknown> {
    return numberView(this.#accountSid, record);
  }
}

/** Partial numbers and `*` for any digit, as Twilio's filter takes them. */
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
