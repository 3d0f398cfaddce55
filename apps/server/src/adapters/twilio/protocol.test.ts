import twilio from 'twilio';
import { describe } from 'vitest';
import { carrierConnectionContract } from '../../../testing/carrier-connection-contract.ts';
import type { CarrierSide, ReportedFacts } from '../../../testing/carrier-side.ts';
import { fixedAccount, fixedAddress } from '../../composition/fixed-account.ts';
import { connectTwilio } from './connection.ts';
import { parseForm } from './form.ts';
import { socketPath, type WebhookName, webhookPath } from './paths.ts';

const publicUrl = 'https://desk.example.com';
const authToken = 'the account signs with this token';
const account = (accountSid: string, token: string) => ({
  ...{ accountSid, authToken: token, apiKey: null, phoneNumber: '+15005550006', baseUrl: null },
});
const connect = (digit: string, token: string, connectionId: string | null) =>
  connectTwilio(fixedAccount(account(`AC${digit.repeat(32)}`, token)), fixedAddress(publicUrl), {
    sandbox: false,
    connectionId,
  });

const header = (url: string, params: Record<string, unknown>) => ({
  'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, params),
});

function webhook(
  connectionId: string | null,
  name: WebhookName,
  { callId, sid, from, to }: ReportedFacts,
  more: Record<string, string> = {},
  given: string | null = null,
) {
  const path = webhookPath(name, connectionId);
  const url = given ?? (callId === null ? `${path}?` : `${path}?call=${callId}`);
  const fields = { CallSid: sid, CallStatus: 'in-progress', From: from, To: to, ...more };
  const body = new URLSearchParams(fields).toString();
  return { path, url, body, headers: header(publicUrl + url, { ...parseForm(body) }) };
}

/** Requests about the leg to a colleague have its sid; that of the call is their parent. */
function colleague(
  connectionId: string | null,
  name: WebhookName,
  facts: ReportedFacts,
  more: Record<string, string> = {},
) {
  const leg = { ...facts, sid: `CA${'2'.repeat(32)}` };
  const url = `${webhookPath(name, connectionId)}?call=${facts.callId}&session=2`;
  return webhook(connectionId, name, leg, { ParentCallSid: facts.sid, ...more }, url);
}

const parameters = (given: { callId: string; token: string } | null) =>
  given ? { customParameters: { callId: given.callId, pass: given.token } } : {};
const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };

const carrierSide = (connectionId: string | null): CarrierSide => ({
  sid: `CA${'1'.repeat(32)}`,
  webhooks: {
    status: (facts) => webhook(connectionId, 'status', facts),
    answered: (facts) => webhook(connectionId, 'voice', facts),
    inbound: (facts) => webhook(connectionId, 'inbound', facts, { CallStatus: 'ringing' }),
    amd: (facts) => webhook(connectionId, 'amd', facts, { AnsweredBy: 'machine_start' }),
    'session-ended': (facts) => webhook(connectionId, 'streamDone', facts),
    'hand-over-answered': (facts) => colleague(connectionId, 'briefing', facts),
    'hand-over-key': (facts) => colleague(connectionId, 'takeCall', facts, { Digits: '1' }),
    'hand-over-ended': (facts) =>
      webhook(
        connectionId,
        'handOverDone',
        facts,
        { DialCallStatus: 'completed', DialBridged: 'true' },
        `${webhookPath('handOverDone', connectionId)}?call=${facts.callId}&session=2`,
      ),
    text: (facts) => webhook(connectionId, 'text', facts, { Body: 'STOP' }),
    'text-report': (facts) =>
      webhook(
        connectionId,
        'textReport',
        facts,
        { MessageSid: `SM${'3'.repeat(32)}`, MessageStatus: 'undelivered', ErrorCode: '30006' },
        `${webhookPath('textReport', connectionId)}?call=${facts.callId}&text=text-1`,
      ),
    'recording-answer': (facts) => {
      const url = `${webhookPath('consent', connectionId)}?call=${facts.callId}&session=2`;
      return webhook(connectionId, 'consent', facts, { SpeechResult: 'Yes.' }, url);
    },
    recording: (facts) => webhook(connectionId, 'recording', facts, { RecordingStatus: 'completed' }),
    failed: (facts) => webhook(connectionId, 'fallback', facts),
  },
  sessionEnded: (facts, response, message) => {
    const action = /action="([^"]+)"/.exec(response)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const HandoffData = JSON.parse(message).handoffData;
    return webhook(
      connectionId,
      'relayDone',
      facts,
      { SessionStatus: 'ended', HandoffData },
      action.slice(publicUrl.length),
    );
  },
  handshake: (speech) => {
    const path = socketPath(speech === 'text' ? 'relay' : 'media', connectionId);
    return { path, url: path, headers: header(publicUrl.replace('http', 'ws') + path, {}) };
  },
  text: {
    setup: (callSid, given) =>
      JSON.stringify({ type: 'setup', sessionId: 'VX1', callSid, ...parameters(given) }),
    prompt: (voicePrompt, last) => JSON.stringify({ type: 'prompt', voicePrompt, lang: 'en-US', last }),
    interrupt: (utteranceUntilInterrupt) => JSON.stringify({ type: 'interrupt', utteranceUntilInterrupt }),
    dtmf: (digit) => JSON.stringify({ type: 'dtmf', digit }),
    played: (value) => JSON.stringify({ type: 'info', name: 'tokensPlayed', value }),
    speaking: (who, on) =>
      JSON.stringify({
        ...{
          type: 'info',
          name: who === 'agent' ? 'agentSpeaking' : 'clientSpeaking',
          value: on ? 'on' : 'off',
        },
      }),
    error: (description) => JSON.stringify({ type: 'error', description }),
    unknown: '{"type":"configUpdated"}',
    understand: (text) => {
      const { type, token, last, interruptible, digits, ttsLanguage } = JSON.parse(text);
      if (type === 'text') return { say: token, last, interruptible };
      if (type === 'sendDigits') return { digits };
      if (type === 'language') return { language: ttsLanguage };
      return type === 'end' ? 'end' : null;
    },
  },
  audio: {
    setup: (callSid, streamSid, given) =>
      JSON.stringify({
        ...{ event: 'start', sequenceNumber: '1', streamSid },
        start: { accountSid: 'AC0', streamSid, callSid, mediaFormat, ...parameters(given) },
      }),
    frame: (payload, streamMs) =>
      JSON.stringify({
        ...{ event: 'media', sequenceNumber: '3' },
        media: { track: 'inbound', chunk: '2', timestamp: String(streamMs), payload },
        streamSid: 'MZ1',
      }),
    mark: (name) => JSON.stringify({ event: 'mark', streamSid: 'MZ1', mark: { name } }),
    digit: (digit) => JSON.stringify({ event: 'dtmf', dtmf: { track: 'inbound_track', digit } }),
    stop: '{"event":"stop","stop":{}}',
    unknown: '{"event":"connected"}',
    understand: (text) => {
      const { event, media, mark } = JSON.parse(text);
      if (event === 'media') return { media: media.payload };
      if (event === 'mark') return { mark: mark.name };
      return event === 'clear' ? 'clear' : null;
    },
  },
});

describe.each([
  ['of the environment', null],
  ['of a connection', 'b1f0a7c2-5d3e-4c1b-9a86-0f6f4f7f2d11'],
])('Twilio’s webhooks and voice sockets %s', (_whose, connectionId) => {
  carrierConnectionContract(() => ({
    connection: connect('1', authToken, connectionId),
    other: connect('2', 'another account signs with this token', connectionId),
    carrier: carrierSide(connectionId),
  }));
});
