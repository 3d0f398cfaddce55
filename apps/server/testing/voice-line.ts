import { once } from 'node:events';
import type { Lab } from '@parley/phone-lab';
import twilio from 'twilio';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { DeskClient } from './desk-client.ts';
import { framesOf, silence, utter } from './realtime/speech.ts';
import { sendWebhook } from './signed-webhook.ts';

export type VoicePath = 'relay' | 'media';

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

/** The carrier's end of one kind of voice socket, played by a test. Nobody may answer by themselves. */
export class VoiceLine {
  readonly url: string;
  readonly #lab: Lab;
  readonly #kit: DeskClient;
  readonly #path: VoicePath;

  constructor(lab: Lab, kit: DeskClient, path: VoicePath) {
    this.url = `${kit.url.replace('http', 'ws')}/voice/${path}`;
    this.#lab = lab;
    this.#kit = kit;
    this.#path = path;
  }

  signature(url = this.url, authToken = this.#lab.authToken): Record<string, string> {
    return { 'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, {}) };
  }

  /** A socket that has not yet said whose it is. */
  async open(): Promise<WebSocket> {
    const socket = await knock(this.url, this.signature());
    if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
    return socket;
  }

  /** A call that the carrier has just had answered, with the pass from our document. */
  async answered(number = '+15005550010'): Promise<Answered> {
    const callId = await this.#kit.placed(number);
    const sid = this.#lab.calls().find(({ to }) => to === number)?.sid ?? '';
    return { callId, sid, pass: await this.askForPass(callId, sid) };
  }

  /** Asks what to do with an answered call, as the carrier does, and takes the pass from the document: each time another. */
  async askForPass(callId: string, sid: string): Promise<string> {
    const { accountSid, authToken } = this.#lab;
    const url = `${this.#kit.url}/webhooks/twilio/voice?call=${callId}`;
    const params = { CallSid: sid, CallStatus: 'in-progress', AccountSid: accountSid };
    const { body } = await sendWebhook(url, params, { authToken });
    const pass = /name="pass" value="([^"]+)"/.exec(body)?.[1] ?? '';
    expect(pass.length).toBeGreaterThan(40);
    return pass;
  }

  /** A conversation of which the first words have come. */
  async begin({ callId, sid, pass }: Answered): Promise<WebSocket> {
    const socket = await this.open();
    socket.send(introductions[this.#path](sid, { callId, pass }));
    const [first] = await once(socket, 'message');
    expect(JSON.parse(String(first))).toMatchObject(firstAnswers[this.#path]);
    return socket;
  }
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

/** Says this on a media stream, as fast as the socket takes it. */
export function sayOnStream(socket: WebSocket, text: string): void {
  for (const payload of framesOf(Buffer.concat([utter(text), silence(800)])))
    socket.send(JSON.stringify({ event: 'media', media: { track: 'inbound', payload } }));
}
