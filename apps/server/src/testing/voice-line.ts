import { once } from 'node:events';
import twilio from 'twilio';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { framesOf, silence, utter } from './realtime/speech.ts';
import { sendWebhook } from './signed-webhook.ts';

/** The carrier's end of a server's voice sockets, played by a test. */
export interface CarrierEnd {
  /** Of the server. */
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
}

export type VoicePath = 'relay' | 'media';

export function socketUrl({ url }: CarrierEnd, path: VoicePath): string {
  return `${url.replace('http', 'ws')}/voice/${path}`;
}

export function signSocket(url: string, authToken: string): Record<string, string> {
  return { 'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, {}) };
}

/** The socket, or the status it was refused with. */
export async function knock(url: string, headers: Record<string, string>): Promise<WebSocket | number> {
  const socket = new WebSocket(url, { headers });
  const { promise, resolve } = Promise.withResolvers<WebSocket | number>();
  socket.once('open', () => resolve(socket));
  socket.once('unexpected-response', (_request, response) => {
    resolve(response.statusCode ?? 0);
    response.resume();
  });
  socket.on('error', () => {});
  return promise;
}

export async function openVoiceSocket(carrier: CarrierEnd, path: VoicePath): Promise<WebSocket> {
  const url = socketUrl(carrier, path);
  const socket = await knock(url, signSocket(url, carrier.authToken));
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
}

/** Asks what to do with an answered call, as the carrier does, and takes the pass from the document. */
export async function askForPass(
  { url, accountSid, authToken }: CarrierEnd,
  callId: string,
  sid: string,
): Promise<string> {
  const params = { CallSid: sid, CallStatus: 'in-progress', AccountSid: accountSid };
  const { body } = await sendWebhook(`${url}/webhooks/twilio/voice?call=${callId}`, params, { authToken });
  return /name="pass" value="([^"]+)"/.exec(body)?.[1] ?? '';
}

export const telephone = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };

/** The first words of each kind of socket: whose it is. */
export const introductions: Record<
  VoicePath,
  (callSid: string, customParameters: object, mediaFormat?: object) => string
> = {
  relay: (callSid, customParameters) =>
    JSON.stringify({ type: 'setup', sessionId: 'VX1', callSid, customParameters }),
  media: (callSid, customParameters, mediaFormat = telephone) =>
    JSON.stringify({
      ...{ event: 'start', sequenceNumber: '1', streamSid: 'MZ1' },
      start: { streamSid: 'MZ1', callSid, tracks: ['inbound'], mediaFormat, customParameters },
    }),
};

const firstAnswers: Record<VoicePath, object> = { relay: { type: 'text' }, media: { event: 'media' } };

export interface Answered {
  readonly callId: string;
  readonly sid: string;
  readonly pass: string;
}

/** A conversation of which the first words have come. */
export async function beginTalk(
  carrier: CarrierEnd,
  path: VoicePath,
  { callId, sid, pass }: Answered,
): Promise<WebSocket> {
  const socket = await openVoiceSocket(carrier, path);
  socket.send(introductions[path](sid, { callId, pass }));
  const [first] = await once(socket, 'message');
  expect(JSON.parse(String(first))).toMatchObject(firstAnswers[path]);
  return socket;
}

/** Says this on a media stream, as fast as the socket takes it. */
export function sayOnStream(socket: WebSocket, text: string): void {
  for (const payload of framesOf(Buffer.concat([utter(text), silence(800)])))
    socket.send(JSON.stringify({ event: 'media', media: { track: 'inbound', payload } }));
}
