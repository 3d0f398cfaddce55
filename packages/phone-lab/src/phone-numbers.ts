import { rfc2822 } from './dates.ts';
import { newSid } from './ids.ts';
import type { Ledger } from './ledger.ts';
import type { NumberRecord } from './number-record.ts';
import { formatNumber, normalizeNumber } from './phone-number-format.ts';

/** A number of the account at the start: `+15005550006`, or `+15005550006:no-voice`. */
export interface NumberAtStart {
  phoneNumber: string;
  voice: boolean;
}

/** Null where it is no phone number. */
export function readNumberAtStart(text: string): NumberAtStart | null {
  const voice = !text.endsWith(':no-voice');
  const phoneNumber = normalizeNumber(voice ? text : text.slice(0, -':no-voice'.length));
  return phoneNumber ? { phoneNumber, voice } : null;
}

export class PhoneNumbers {
  readonly #bySid = new Map<string, NumberRecord>();
  readonly #ledger: Ledger;

  constructor(ledger: Ledger, numbers: readonly NumberAtStart[]) {
    this.#ledger = ledger;
    const known = new Map<string, NumberRecord>();
    for (const entry of ledger.entries()) {
      if (entry.kind === 'number') known.set(entry.number.phoneNumber, entry.number);
    }
    for (const [phoneNumber, { standing }] of known) if (standing === 'released') known.delete(phoneNumber);
    for (const { phoneNumber, voice } of numbers) {
      const record = known.get(phoneNumber);
      if (record) this.#bySid.set(record.sid, { ...record, voice });
      else this.#keep({ ...newNumber(phoneNumber), voice });
    }
    for (const record of known.values())
      if (record.standing === 'bought') this.#bySid.set(record.sid, record);
  }

  all(): NumberRecord[] {
    return [...this.#bySid.values()];
  }

  bySid(sid: string): NumberRecord | null {
    return this.#bySid.get(sid) ?? null;
  }

  byNumber(phoneNumber: string): NumberRecord | null {
    return this.all().find((record) => record.phoneNumber === phoneNumber) ?? null;
  }

  update(sid: string, changes: Partial<NumberRecord>): NumberRecord | null {
    const old = this.#bySid.get(sid);
    if (!old) return null;
    return this.#keep({ ...old, ...changes, updatedAt: Date.now() });
  }

  buy(phoneNumber: string, changes: Partial<NumberRecord>): NumberRecord {
    return this.#keep({ ...newNumber(phoneNumber), ...changes, standing: 'bought' });
  }

  /** False when it is not ours. */
  release(sid: string): boolean {
    const old = this.#bySid.get(sid);
    if (!old) return false;
    this.#keep({ ...old, standing: 'released' });
    return this.#bySid.delete(sid);
  }

  #keep(record: NumberRecord): NumberRecord {
    this.#bySid.set(record.sid, record);
    this.#ledger.append(null, { kind: 'number', number: record });
    return record;
  }
}

function newNumber(phoneNumber: string): NumberRecord {
  const now = Date.now();
  return {
    sid: newSid('PN'),
    phoneNumber,
    friendlyName: formatNumber(phoneNumber),
    voiceUrl: '',
    voiceMethod: 'POST',
    voiceFallbackUrl: '',
    voiceFallbackMethod: 'POST',
    statusCallback: '',
    statusCallbackMethod: 'POST',
    voiceCallerIdLookup: false,
    smsUrl: '',
    smsMethod: 'POST',
    smsFallbackUrl: '',
    smsFallbackMethod: 'POST',
    createdAt: now,
    updatedAt: now,
  };
}

/** Whether a call to the number is asked for at its voice URL. */
export function takesCalls({ voice, voiceUrl, voiceApplicationSid, trunkSid }: NumberRecord): boolean {
  return voice !== false && voiceUrl !== '' && !voiceApplicationSid && !trunkSid;
}

export function numberView(accountSid: string, record: NumberRecord): Record<string, unknown> {
  return {
    sid: record.sid,
    account_sid: accountSid,
    friendly_name: record.friendlyName,
    phone_number: record.phoneNumber,
    voice_url: record.voiceUrl,
    voice_method: record.voiceMethod,
    voice_fallback_url: record.voiceFallbackUrl,
    voice_fallback_method: record.voiceFallbackMethod,
    voice_caller_id_lookup: record.voiceCallerIdLookup,
    voice_application_sid: record.voiceApplicationSid || null,
    voice_receive_mode: 'voice',
    date_created: rfc2822(record.createdAt),
    date_updated: rfc2822(record.updatedAt),
    sms_url: record.smsUrl,
    sms_method: record.smsMethod,
    sms_fallback_url: record.smsFallbackUrl,
    sms_fallback_method: record.smsFallbackMethod,
    sms_application_sid: null,
    capabilities: { voice: record.voice !== false, sms: record.sms !== false, mms: false, fax: false },
    address_requirements: 'none',
    address_sid: null,
    beta: false,
    bundle_sid: null,
    emergency_status: 'Inactive',
    emergency_address_sid: null,
    emergency_address_status: 'unregistered',
    identity_sid: null,
    origin: 'twilio',
    status: 'in-use',
    status_callback: record.statusCallback,
    status_callback_method: record.statusCallbackMethod,
    trunk_sid: record.trunkSid || null,
    type: 'local',
    api_version: '2010-04-01',
    uri: `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers/${record.sid}.json`,
    subresource_uris: {
      assigned_add_ons: `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers/${record.sid}/AssignedAddOns.json`,
    },
  };
}
