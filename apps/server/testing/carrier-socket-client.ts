import { once } from 'node:events';
import type { Lab } from '@parley/phone-lab';
import twilio from 'twilio';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { DeskClient } from './desk-client.ts';
import { framesOf, silence, utter } from './realtime/speech.ts';
import { sendWebhook } from './signed-webhook.ts';

export type VoicePath = 'relay' | 'media';

export const telephoneFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };

/** The message with which the carrier opens each kind of socket: which call it is for. */
export const startMessages: Record<
  VoicePath,
  (callSid: string, customParameters: object, mediaFormat?: object) => string
> = {
  relay: (callSid, customParameters) =>
    JSON.stringify({ type: 'setup', sessionId: 'VX1', callSid, customParameters }),
  media: (callSid, customParameters, mediaFormat = telephoneFormat) =>
    JSON.stringify({
      ...{ event: 'start', sequenceNumber: '1', streamSid: 'MZ1' },
      start: { streamSid: 'MZ1', callSid, tracks: ['inbound'], mediaFormat, customParameters },
    }),
};

const firstReplies: Record<VoicePath, object> = { relay: { type: 'text' }, media: { event: 'media' } };

export interface AnsweredCall {
  readonly callId: string;
  readonly sid: string;
  readonly token: string;
}

/** The carrier's end of one kind of voice socket, driven by a test. The lab's callees must not answer. */
export class CarrierSocketClient {
  readonly url: string;
  readonly #lab: Lab;
  readonly #client: DeskClient;
  readonly #path: VoicePath;

  constructor(lab: Lab, client: DeskClient, path: VoicePath) {
    this.url = `${client.url.replace('http', 'ws')}/voice/${path}`;
    this.#lab = lab;
    this.#client = client;
    this.#path = path;
  }

  signature(url = this.url, authToken = this.#lab.authToken): Record<string, string> {
    return { 'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, {}) };
  }

  /** A socket before its start message. */
  async open(): Promise<WebSocket> {
    const socket = await connectSocket(this.url, this.signature());
    if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
    return socket;
  }

  /** A call that has just been answered, with the stream token from our document. */
  async answeredCall(number = '+15005550010'): Promise<AnsweredCall> {
    const callId = await this.#client.placeAccepted(number);
    const sid = this.#lab.calls().find(({ to }) => to === number)?.sid ?? '';
    return { callId, sid, token: await this.requestStreamToken(callId, sid) };
  }

  /** Sends the voice webhook as the carrier does; the stream token in the document, a new one each time. */
  async requestStreamToken(callId: string, sid: string): Promise<string> {
    const { accountSid, authToken } = this.#lab;
    const url = `${this.#client.url}/webhooks/twilio/voice?call=${callId}`;
    const params = { CallSid: sid, CallStatus: 'in-progress', AccountSid: accountSid };
    const { body } = await sendWebhook(url, params, { authToken });
    const token = /name="pass" value="([^"]+)"/.exec(body)?.[1] ?? '';
    expect(token.length).toBeGreaterThan(40);
    return token;
  }

  /** Asks what to do after a session whose socket was lost, as the carrier does; the stream token in the document, if any. */
  async reportLostSession({ callId, sid }: AnsweredCall, session: number): Promise<string> {
    const { accountSid, authToken } = this.#lab;
    const url = `${this.#client.url}/webhooks/twilio/relay-done?call=${callId}&session=${session}`;
    const params = {
      CallSid: sid,
      CallStatus: 'in-progress',
      AccountSid: accountSid,
      SessionStatus: 'failed',
    };
    const { body } = await sendWebhook(url, params, { authToken });
    return /name="pass" value="([^"]+)"/.exec(body)?.[1] ?? '';
  }

  /** Starts a conversation and waits for its first message. */
  async startConversation({ callId, sid, token }: AnsweredCall): Promise<WebSocket> {
    const socket = await this.open();
    socket.send(startMessages[this.#path](sid, { callId, pass: token }));
    const [first] = await once(socket, 'message');
    expect(JSON.parse(String(first))).toMatchObject(firstReplies[this.#path]);
    return socket;
  }
}

/** The socket, or the status it was refused with. */
export async function connectSocket(
  url: string,
  headers: Record<string, string>,
): Promise<WebSocket | number> {
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

/** The code that the server closes the socket with. */
export async function closeCodeOf(socket: WebSocket): Promise<number> {
  return (await once(socket, 'close'))[0];
}

/** Whether the server sends a message on the socket or closes it without one. */
export function admissionOf(socket: WebSocket): Promise<'accepted' | 'rejected'> {
  return Promise.race([
    once(socket, 'message').then(() => 'accepted' as const),
    closeCodeOf(socket).then(() => 'rejected' as const),
  ]);
}

/** Sends this text as speech on a media stream, as fast as the socket takes it. */
export function sendSpeech(socket: WebSocket, text: string): void {
  for (const payload of framesOf(Buffer.concat([utter(text), silence(800)])))
    socket.send(JSON.stringify({ event: 'media', media: { track: 'inbound', payload } }));
}
