import { once } from 'node:events';
import type { Lab } from '@parley/phone-lab';
import twilio from 'twilio';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { DeskClient } from './desk-client.ts';
import { framesOf, silence, utter } from './realtime/speech.ts';
import { sendWebhook } from './signed-webhook.ts';

/** The carrier's end of a server's voice sockets, played by a test. */
export interface CarrierEnd {
  /** Of the server. */
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
}

/** The end of a lab's carrier. */
export const carrierEnd = (lab: Lab, { url }: Pick<CarrierEnd, 'url'>): CarrierEnd => ({ ...lab, url });

export type VoicePath = 'relay' | 'media';

export function socketUrl({ url }: Pick<CarrierEnd, 'url'>, path: VoicePath): string {
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

/** The code that the server closes it with. */
export async function closing(socket: WebSocket): Promise<number> {
  return (await once(socket, 'close'))[0];
}

/** Whether somebody speaks to it, or it is closed without a word. */
export function fateOf(socket: WebSocket): Promise<'in' | 'out'> {
  return Promise.race([
    once(socket, 'message').then(() => 'in' as const),
    closing(socket).then(() => 'out' as const),
  ]);
}

/** Asks what to do with an answered call, as the carrier does, and takes the pass from the document: each time another. */
export async function askForPass(
  { url, accountSid, authToken }: CarrierEnd,
  callId: string,
  sid: string,
): Promise<string> {
  const params = { CallSid: sid, CallStatus: 'in-progress', AccountSid: accountSid };
  const { body } = await sendWebhook(`${url}/webhooks/twilio/voice?call=${callId}`, params, { authToken });
  const pass = /name="pass" value="([^"]+)"/.exec(body)?.[1] ?? '';
  expect(pass.length).toBeGreaterThan(40);
  return pass;
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

/** A call that the carrier has just had answered, with the pass from our document. */
export async function answeredCall(lab: Lab, kit: DeskClient, number: string): Promise<Answered> {
  const callId = await kit.placed(number);
  const sid = lab.calls().find(({ to }) => to === number)?.sid ?? '';
  return { callId, sid, pass: await askForPass(carrierEnd(lab, kit), callId, sid) };
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
