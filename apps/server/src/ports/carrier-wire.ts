import type { CarrierCallUpdate } from './call.ts';
import type { Log } from './log.ts';
import type { AfterSessionEnd, AudioProtocol, TextProtocol } from './voice-connection.ts';

/** Form fields as the carrier sent them; a field sent more than once is a list. */
export type WebhookParams = Readonly<Record<string, string | readonly string[]>>;

/** The webhooks that the carrier requests. The id of the call is in the query, under `call`. */
export const webhookPaths = {
  voice: '/webhooks/twilio/voice',
  inbound: '/webhooks/twilio/inbound',
  status: '/webhooks/twilio/status',
  amd: '/webhooks/twilio/amd',
  relayDone: '/webhooks/twilio/relay-done',
  streamDone: '/webhooks/twilio/stream-done',
  fallback: '/webhooks/twilio/fallback',
} as const;
export type WebhookName = keyof typeof webhookPaths;

/** Where the carrier opens its websockets. */
export const socketPaths = { relay: '/voice/relay', media: '/voice/media' } as const;

export interface InboundCall {
  /** Null when the caller withholds the number. */
  readonly from: string | null;
  readonly to: string;
  readonly update: CarrierCallUpdate;
}

/** What the carrier is to do with the call next. */
export type CallScript =
  | { readonly kind: 'hang-up' }
  /** Speak, then hang up. */
  | { readonly kind: 'say'; readonly text: string; readonly language: string }
  /** Connect to a voice session that exchanges text; its socket sends the token in its first message. */
  | {
      readonly kind: 'converse';
      readonly callId: string;
      readonly token: string;
      readonly language: string;
      readonly voice: string | null;
    }
  /** The same with audio instead of text. */
  | { readonly kind: 'stream'; readonly callId: string; readonly token: string }
  /** Connect the other party with a person, and hang up when that call ends. */
  | {
      readonly kind: 'dial';
      readonly number: string;
      readonly callerId: string | null;
      readonly maxSeconds: number;
    }
  /** Refuse an inbound call before it is answered: the caller hears the busy tone. */
  | { readonly kind: 'reject' };

export interface CarrierDocument {
  readonly contentType: string;
  readonly body: string;
}

/** The carrier's protocol on our webhooks and sockets: checks signatures, reads requests, writes responses. */
export interface CarrierWire {
  /** `path` is the path with its query, byte for byte as requested. */
  isSigned(path: string, params: WebhookParams, signature: string | undefined): boolean;
  isSignedSocket(path: string, signature: string | undefined): boolean;
  /** Null when the fields are no update of a call. */
  readUpdate(params: WebhookParams, now: Date): CarrierCallUpdate | null;
  readInbound(params: WebhookParams, now: Date): InboundCall | null;
  /** Who answered, from a result of the answering machine detection (AMD). */
  readAmdResult(params: WebhookParams): { readonly sid: string; readonly answeredBy: string } | null;
  /** How a voice session ended, when the carrier asks what to do with the call. */
  readSessionEnd(params: WebhookParams): SessionEnd;
  write(script: CallScript): CarrierDocument;
  /** The messages on voice sockets. */
  readonly text: TextProtocol;
  readonly audio: AudioProtocol;
}

export interface SessionEnd {
  /** `ended` by us, `failed` because the socket was lost, `completed` with the call itself. */
  readonly how: 'ended' | 'failed' | 'completed';
  /** What the session wanted next when it ended; null when the carrier does not pass it on. */
  readonly next: AfterSessionEnd | null;
}

/** A webhook whose signature was verified. */
export interface SignedWebhook {
  /** Our id of the call, from the query; unchecked. */
  readonly callId: string | null;
  readonly params: WebhookParams;
  readonly log: Log;
}

/** The response; null is an empty one. */
export type WebhookHandler = (webhook: SignedWebhook) => Promise<CarrierDocument | null>;
export type WebhookHandlers = Readonly<Record<WebhookName, WebhookHandler>>;
