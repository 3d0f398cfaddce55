import { attestations, type CarrierCallUpdate } from '../../ports/call.ts';
import type { CallScript } from '../../ports/call-script.ts';
import type {
  CarrierConnection,
  CarrierNotice,
  InboundCall,
  WebhookResponse,
} from '../../ports/carrier-connection.ts';
import { amdAnswerOf, secondsOf, statusOf } from './call-view.ts';
import { type FormFields, parseForm, text } from './form.ts';
import { type WebhookName, webhookNames, webhookPath } from './paths.ts';
import { readHandoff } from './relay-messages.ts';
import type { SignatureCheck } from './signature.ts';
import { reasonOf } from './texts.ts';
import { writeTwiml } from './twiml.ts';
import { callbackUrls } from './urls.ts';

interface SignedForm {
  readonly callId: string | null;
  /** The session that is over, where the request is about one. */
  readonly session: number | null;
  /** Our id of a text message, where the request is about one. */
  readonly textId: string | null;
  readonly fields: FormFields;
  /** Of a connection; null: that of the environment. */
  readonly callbackUrl: string | null;
  readonly now: Date;
}

export function twilioWebhooks(
  { signedFor }: Pick<SignatureCheck, 'signedFor'>,
  connectionId: string | null,
): CarrierConnection['webhooks'] {
  return Object.fromEntries(
    webhookNames.map((name) => [
      webhookPath(name, connectionId),
      (request, now) => {
        const fields = parseForm(request.body);
        const address = signedFor(request, fields, now);
        if (address === null) return null;
        const query = new URL(request.url, 'http://localhost').searchParams;
        const session = sessionNumber(query.get('session'));
        return {
          notice: notices[name]({
            ...{ callId: query.get('call'), textId: query.get('text'), session, fields, now },
            callbackUrl: connectionId === null ? null : address,
          }),
          respond: (script) => responseOf(script, address, connectionId),
        };
      },
    ]),
  );
}

function responseOf(
  script: CallScript | null,
  address: string,
  connectionId: string | null,
): WebhookResponse {
  if (script === null) return { status: 204, contentType: null, body: '' };
  const body = writeTwiml(script, callbackUrls(address, connectionId));
  return { status: 200, contentType: 'text/xml; charset=utf-8', body };
}

const notices: Record<WebhookName, (form: SignedForm) => CarrierNotice> = {
  voice: (form) => ({ kind: 'answered', ...statusNotice(form) }),
  inbound: (form) => ({ kind: 'inbound', inbound: readInbound(form) }),
  status: (form) => ({ kind: 'status', ...statusNotice(form) }),
  amd: ({ callId, fields }) => {
    const sid = text(fields, 'CallSid');
    const answeredBy = amdAnswerOf(text(fields, 'AnsweredBy'));
    return { kind: 'amd', callId, result: sid && answeredBy ? { sid, answeredBy } : null };
  },
  relayDone: (form) => {
    const how = ends.find((one) => one === text(form.fields, 'SessionStatus')) ?? 'completed';
    const handoff = readHandoff(text(form.fields, 'HandoffData'));
    return { kind: 'session-ended', ...statusNotice(form), session: form.session, end: { how, ...handoff } };
  },
  // Twilio does not report why a media stream ended.
  streamDone: (form) => ({
    kind: 'session-ended',
    ...statusNotice(form),
    session: form.session,
    end: null,
  }),
  briefing: (form) => ({ kind: 'hand-over-answered', ...handOverLeg(form) }),
  takeCall: (form) => ({ kind: 'hand-over-key', ...handOverLeg(form), key: text(form.fields, 'Digits') }),
  handOverDone: (form) => {
    const result = text(form.fields, 'DialCallStatus');
    const bridged = text(form.fields, 'DialBridged');
    const joined = bridged === null ? result === 'completed' || result === 'answered' : bridged === 'true';
    return { kind: 'hand-over-ended', ...statusNotice(form), session: form.session, joined, result };
  },
  text: ({ fields }) => {
    const to = text(fields, 'To');
    const from = callerOf(text(fields, 'From'));
    return { kind: 'text', text: to === null ? null : { from, to, body: text(fields, 'Body') ?? '' } };
  },
  textReport: ({ callId, textId, fields }) => {
    const sid = text(fields, 'MessageSid');
    const delivery = deliveries.find((one) => one === text(fields, 'MessageStatus'));
    const code = numberOf(text(fields, 'ErrorCode'));
    const report = sid && textId && delivery ? { textId, sid, delivery, code, reason: reasonOf(code) } : null;
    return { kind: 'text-report', callId, report };
  },
  consent: (form) => ({
    ...{ kind: 'recording-answer', ...statusNotice(form), attempt: form.session },
    said: text(form.fields, 'SpeechResult'),
  }),
  recording: ({ callId, fields }) => ({ kind: 'recording', callId, sid: text(fields, 'CallSid') }),
  fallback: (form) => ({
    kind: 'failed',
    ...statusNotice(form),
    inbound: form.callId === null ? readInbound(form) : null,
  }),
};

const ends = ['ended', 'failed'] as const;
/** Others come before the first of these, or are of channels that are not used. */
const deliveries = ['sent', 'delivered', 'undelivered', 'failed'] as const;

/** An error code. */
function numberOf(value: string | null): number | null {
  return value !== null && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;
}

/** A SIP response with which a call fails: 200 is an answer. */
function failureCodeOf(value: string | null): number | null {
  return value !== null && /^[3-6]\d\d$/.test(value) ? Number(value) : null;
}

/** Null in URLs of versions that did not number sessions. */
function sessionNumber(value: string | null): number | null {
  return value !== null && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : null;
}

/** These requests are about the leg to the colleague. */
function handOverLeg({ callId, session, fields }: SignedForm) {
  return { callId, session, sid: text(fields, 'ParentCallSid') };
}

function statusNotice(form: SignedForm) {
  return { callId: form.callId, update: readUpdate(form) };
}

function readUpdate({ fields, now }: SignedForm): CarrierCallUpdate | null {
  const sid = text(fields, 'CallSid');
  const status = statusOf(text(fields, 'CallStatus') ?? undefined);
  if (!sid || !status) return null;
  return {
    sid,
    status,
    at: timeOf(text(fields, 'Timestamp')) ?? now,
    endedAt: null,
    duration: secondsOf(text(fields, 'CallDuration')),
    answeredBy: amdAnswerOf(text(fields, 'AnsweredBy')),
    sipCode: failureCodeOf(text(fields, 'SipResponseCode')),
    attestation: attestations.find((one) => one === text(fields, 'StirStatus')) ?? null,
  };
}

function readInbound(form: SignedForm): InboundCall | null {
  const update = readUpdate(form);
  const to = text(form.fields, 'To');
  if (!update || !to) return null;
  return { from: callerOf(text(form.fields, 'From')), to, update, callbackUrl: form.callbackUrl };
}

/** A withheld number is reported as a word, or as the digits that spell one on a keypad. */
const spelledOut = new Set([
  '+266696687', // ANONYMOUS
  '+7378742833', // RESTRICTED
  '+2562533', // BLOCKED
  '+8656696', // UNKNOWN
  '+86282452253', // UNAVAILABLE
]);

function callerOf(from: string | null): string | null {
  if (from === null || spelledOut.has(from)) return null;
  return /^\+[0-9]{5,15}$/.test(from) || /^(?:sip|client):/.test(from) ? from : null;
}

function timeOf(value: string | null): Date | null {
  const time = new Date(value ?? Number.NaN);
  // False for an invalid date too. PostgreSQL cannot store every year that a Date can hold.
  return time.getUTCFullYear() >= 2000 && time.getUTCFullYear() < 2200 ? time : null;
}
