import type { Switchboard } from '../call/switchboard.ts';
import type { FaultRule } from '../faults.ts';
import type { NumberRecord } from '../number-record.ts';
import { normalizeNumber } from '../phone-number-format.ts';
import { numberView, type PhoneNumbers } from '../phone-numbers.ts';
import { notFound, RestError } from './errors.ts';
import type { Form } from './form.ts';
import { paged } from './paging.ts';
import type { RestResponse } from './response.ts';

/** Empty, the first two take a number out of its application or trunk. */
const unsupported = [
  'VoiceApplicationSid',
  'TrunkSid',
  'SmsApplicationSid',
  'AccountSid',
  'BundleSid',
  'AddressSid',
];

/** Twilio's test numbers that nobody can buy. */
const magic = { taken: '+15005550000', invalid: '+15005550001' };

export class IncomingNumbersResource {
  readonly #numbers: PhoneNumbers;
  readonly #board: Pick<Switchboard, 'account' | 'faults' | 'ledger'>;

  constructor(numbers: PhoneNumbers, board: Pick<Switchboard, 'account' | 'faults' | 'ledger'>) {
    this.#numbers = numbers;
    this.#board = board;
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
    const old = this.#numbers.bySid(sid);
    if (!old) throw notFound(path);
    const changes = readChanges(form);
    const refused = this.#trigger('numberUpdateRefused', old);
    if (refused) throw refusedUpdate(refused.status ?? 400);
    // The response shows what was asked for; only reading the number again shows that it was not kept.
    if (this.#trigger('numberUpdateIgnored', old))
      return { status: 200, body: this.#view({ ...old, ...changes }) };
    return { status: 200, body: this.#view(this.#numbers.update(sid, changes) ?? old) };
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
    const { poses } = this.#board.account;
    if (given !== null || area === null) {
      const number = given === null ? null : normalizeNumber(given);
      if (!number || (!poses && number === magic.invalid))
        throw new RestError(400, 21421, `PhoneNumber is not valid: ${given ?? 'none was given'}`);
      if ((!poses && number === magic.taken) || this.#numbers.byNumber(number))
        throw new RestError(400, 21422, `The phone number ${number} is not available.`);
      return number;
    }
    if (!/^[2-9]\d\d$/.test(area)) throw new RestError(400, 21451, `AreaCode is not valid: ${area}`);
    let subscriber = 1000;
    while (this.#numbers.byNumber(`+1${area}555${subscriber}`)) subscriber += 1;
    return `+1${area}555${subscriber}`;
  }

  #view(record: NumberRecord): Record<string, unknown> {
    return numberView(this.#board.account.sid, record);
  }

  #trigger(
    knob: 'numberUpdateRefused' | 'numberUpdateIgnored',
    { phoneNumber }: NumberRecord,
  ): FaultRule | null {
    const { faults, ledger } = this.#board;
    const rule = faults.trigger(knob, { to: phoneNumber });
    if (rule) ledger.append(null, { kind: 'fault', knob, detail: `update of ${phoneNumber}` });
    return rule;
  }
}

function refusedUpdate(status: number): RestError {
  return status === 403
    ? new RestError(403, 20403, 'Forbidden')
    : new RestError(status, 21502, 'VoiceUrl is not valid');
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
    voiceApplicationSid: form.has('VoiceApplicationSid') ? '' : undefined,
    trunkSid: form.has('TrunkSid') ? '' : undefined,
    voiceCallerIdLookup: form.has('VoiceCallerIdLookup') ? form.flag('VoiceCallerIdLookup') : undefined,
  };
  for (const [key, value] of Object.entries(given))
    if (value !== undefined) Object.assign(changes, { [key]: value });
  return changes;
}
