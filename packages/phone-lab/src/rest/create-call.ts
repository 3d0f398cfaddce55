import type { Account } from '../account.ts';
import { type CallPlan, type DetectionPlan, defaultTimeLimitMs, type TwimlSource } from '../call/plan.ts';
import type { ProgressEvent } from '../call/state-machine.ts';
import { normalizeNumber } from '../phone-number-format.ts';
import { RestError } from './errors.ts';
import type { Form } from './form.ts';
import { readRecording } from './recording-form.ts';

const events: readonly ProgressEvent[] = ['initiated', 'ringing', 'answered', 'completed'];

const unsupported = [
  'ApplicationSid',
  'Byoc',
  'SipAuthUsername',
  'SipAuthPassword',
  'ClientNotificationUrl',
  'CallToken',
  'CallerId',
  'Passports',
];

/** Numbers that Twilio's test credentials refuse, each with its own error. */
const magicTo: Record<string, [number, (to: string) => string] | undefined> = {
  '+15005550001': [21217, (to) => `Phone number ${to} does not appear to be valid`],
  '+15005550002': [21214, (to) => `The phone number ${to} cannot be reached`],
  '+15005550003': [
    21215,
    (to) => `Account not authorized to call ${to}. Geographic permissions are not enabled`,
  ],
  '+15005550004': [21216, (to) => `Account not allowed to call ${to}`],
};

export interface NewCall {
  from: string;
  to: string;
  plan: CallPlan;
}

/** Checks a create request as Twilio does, and reads the plan of the call from it. */
export function readNewCall(
  form: Form,
  account: Pick<Account, 'poses' | 'standing'>,
  ownsNumber: (number: string) => boolean,
  isNobodys: (number: string) => boolean,
): NewCall {
  const to = readTo(form, account, isNobodys);
  const from = readFrom(form, ownsNumber);
  form.refuse(unsupported);
  const plan: CallPlan = {
    source: readSource(form),
    fallback: readFallback(form),
    statusCallback: readStatusCallback(form),
    ringTimeoutMs: form.whole('Timeout', 1, 600, 60, 21208) * 1000,
    timeLimitMs: form.whole('TimeLimit', 1, 86_400, defaultTimeLimitMs / 1000) * 1000,
    sendDigits: readDigits(form),
    detection: readDetection(form),
    recording: form.flag('Record') ? readRecording(form, 'OutboundAPI') : null,
  };
  return { from, to, plan };
}

function readTo(
  form: Form,
  { poses, standing }: Pick<Account, 'poses' | 'standing'>,
  isNobodys: (number: string) => boolean,
): string {
  const given = form.text('To');
  if (!given) throw new RestError(400, 21201, "No 'To' number is specified");
  if (/^(sip|sips|client|whatsapp|app):/i.test(given)) {
    throw new RestError(
      501,
      20501,
      `phone-lab calls phone numbers only, not ${given.split(':')[0]}: addresses.`,
    );
  }
  const to = normalizeNumber(given);
  if (!to || isNobodys(to))
    throw new RestError(400, 21211, `The phone number you are attempting to call, ${given}, is not valid.`);
  // The magic numbers belong to test credentials; an account of real calls has none.
  const magic = poses ? undefined : magicTo[to];
  if (magic) throw new RestError(400, magic[0], magic[1](to));
  if (standing.type === 'Trial' && !standing.verified.includes(to))
    throw new RestError(
      400,
      21219,
      `The number ${to} is unverified. Trial accounts may only make calls to verified numbers.`,
    );
  return to;
}

function readFrom(form: Form, ownsNumber: (number: string) => boolean): string {
  const given = form.text('From');
  if (!given) throw new RestError(400, 21213, "No 'From' number is specified");
  const from = normalizeNumber(given);
  if (!from || from === '+15005550001') {
    throw new RestError(
      400,
      21212,
      `The source phone number provided, ${given}, is not a valid phone number.`,
    );
  }
  if (ownsNumber(from)) return from;
  throw new RestError(
    400,
    21210,
    `The source phone number provided, ${given}, is not yet verified for your account. You may only make calls from phone numbers that you've verified or purchased.`,
  );
}

function readSource(form: Form): TwimlSource {
  const url = form.url('Url', 21205);
  if (url) return { url, method: form.method('Method') };
  const twiml = form.text('Twiml');
  if (!twiml) throw new RestError(400, 21205, 'Url parameter is required.');
  if (twiml.length > 4000) throw new RestError(400, 21264, 'Twiml may have at most 4000 characters.');
  return { twiml };
}

function readFallback(form: Form): CallPlan['fallback'] {
  const url = form.url('FallbackUrl', 21205);
  return url ? { url, method: form.method('FallbackMethod') } : null;
}

function readStatusCallback(form: Form): CallPlan['statusCallback'] {
  const url = form.url('StatusCallback', 21609);
  const asked = form.list('StatusCallbackEvent').map((event) => event.trim().toLowerCase());
  const wrong = asked.find((event) => !events.some((known) => known === event));
  if (wrong)
    throw new RestError(400, 21626, `StatusCallbackEvent ${wrong} is not one of ${events.join(', ')}.`);
  if (!url) return null;
  const chosen = events.filter((event) => asked.includes(event));
  const wanted = new Set(chosen.length > 0 ? chosen : (['completed'] as const));
  return { url, method: form.method('StatusCallbackMethod'), events: wanted };
}

function readDigits(form: Form): string {
  const digits = form.text('SendDigits') ?? '';
  if (/^[0-9A-D#*wW]{0,32}$/.test(digits)) return digits;
  throw new RestError(400, 21206, `SendDigits may hold up to 32 of 0-9 A-D # * w W, got ${digits}`);
}

function readDetection(form: Form): DetectionPlan | null {
  const mode = form.text('MachineDetection');
  const known = (['Enable', 'DetectMessageEnd'] as const).find((one) => one === mode);
  if (mode !== null && !known) throw new RestError(400, 21207, `MachineDetection ${mode} is not valid.`);
  const plan = {
    timeoutMs: form.whole('MachineDetectionTimeout', 3, 59, 30) * 1000,
    speechThresholdMs: form.whole('MachineDetectionSpeechThreshold', 1000, 6000, 2400),
    speechEndThresholdMs: form.whole('MachineDetectionSpeechEndThreshold', 500, 5000, 1200),
    silenceTimeoutMs: form.whole('MachineDetectionSilenceTimeout', 2000, 10_000, 5000),
  };
  const url = form.url('AsyncAmdStatusCallback', 21609);
  const callback = url ? { url, method: form.method('AsyncAmdStatusCallbackMethod') } : null;
  // SendDigits switches machine detection off.
  if (!known || form.text('SendDigits')) return null;
  return { mode: known, async: form.flag('AsyncAmd'), callback, ...plan };
}
