import type { TextDelivery } from '@parley/contract';
import type { AmdAnswer, CarrierCallUpdate } from './call.ts';
import type { CallScript } from './call-script.ts';
import type { Carrier, TextRefusal } from './carrier.ts';
import type { Log } from './log.ts';
import type { AfterSessionEnd, AudioProtocol, TextProtocol } from './voice-connection.ts';
import type { VoiceSocket } from './voice-socket.ts';

/** What an account is reached with. It may change while calls of the account are up. */
export interface AccountCredentials {
  /** Signs webhooks, also where an API key makes the requests. */
  readonly authToken: string;
  readonly apiKey: { readonly sid: string; readonly secret: string } | null;
  /** Counts the changes: another one whenever the others are. */
  readonly revision: number;
}

/** Why an account refuses to be asked. */
export type AccountFailure = 'wrong_token' | 'wrong_api_key' | 'account_suspended';

/** Where the credentials of an account are read, each time that they are needed. */
export interface AccountSource {
  readonly accountSid: string;
  /** Null: the carrier's own address. */
  readonly baseUrl: string | null;
  credentials(): AccountCredentials;
  /** What its requests may be signed with: the token, and the one before it for a while. */
  signingTokens(now: Date): readonly string[];
  /** Looks for newer credentials, where the present ones were refused. False when there are none for certain. */
  reread(): Promise<boolean>;
  reportFailure(failure: AccountFailure): void;
}

/** The addresses at which a carrier reaches this deployment. */
export interface AddressBook {
  /** For calls and numbers from now on. */
  current(): string;
  /** The current one first, then those that calls may still have been placed with. */
  all(now: Date): readonly string[];
}

/**
 * One carrier account that this server is connected to: what it is asked to do, the addresses at which it calls back, and
 * how its requests are read and answered. Accounts of one carrier may share addresses; the signature tells them apart.
 */
export interface CarrierConnection {
  readonly carrier: Carrier;
  /** By path; requested with POST. */
  readonly webhooks: Readonly<Record<string, WebhookReader>>;
  /** By path. */
  readonly sockets: Readonly<Record<string, CarrierSocket>>;
  /** Looks for newer credentials, where a signature does not fit the present ones. False: there are none. */
  reread(): Promise<boolean>;
}

/** Which accounts a request may come from, by its path. Null where none is reached at that path. */
export interface CarrierDirectory {
  webhook(path: string): Promise<readonly CarrierConnection[] | null>;
  socket(path: string): Promise<readonly CarrierConnection[] | null>;
}

/** What a carrier sent. */
export interface CarrierRequest {
  /** The path with its query, byte for byte as requested. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface WebhookRequest extends CarrierRequest {
  readonly body: string;
}

/**
 * Null when this account has not signed the request for this URL. The texts of a notice can be stored: no NUL, no invalid
 * Unicode.
 */
export type WebhookReader = (request: WebhookRequest, now: Date) => VerifiedWebhook | null;

export interface VerifiedWebhook {
  readonly notice: CarrierNotice;
  /** The response, with the address that the request was signed for; null where the carrier expects nothing. */
  respond(script: CallScript | null): WebhookResponse;
}

/**
 * What a carrier reports or asks in a webhook that it signed. `callId` is our id of the call, as the carrier was given
 * it; unchecked. What could not be read is null.
 */
export type CarrierNotice =
  | CallStatusNotice<'status'>
  /** A call that we placed was answered: what is to be done with it? */
  | CallStatusNotice<'answered'>
  /** A call has arrived: what is to be done with it? */
  | { readonly kind: 'inbound'; readonly inbound: InboundCall | null }
  /** Who answered, by the answering machine detection (AMD). */
  | { readonly kind: 'amd'; readonly callId: string | null; readonly result: AmdResult | null }
  /**
   * A voice session is over, and its call may not be. `session` is its number, null when the carrier does not pass it on;
   * `end` is null when the carrier does not say how it ended.
   */
  | (CallStatusNotice<'session-ended'> & { readonly session: number | null; readonly end: SessionEnd | null })
  /** The person whom a call is handed over to has answered: what are they told? */
  | HandOverNotice<'hand-over-answered'>
  /** They have pressed a key. */
  | (HandOverNotice<'hand-over-key'> & { readonly key: string | null })
  /** The hand-over is over; the other party may still be there. `joined`: both were connected with each other. */
  | (CallStatusNotice<'hand-over-ended'> & {
      readonly session: number | null;
      readonly joined: boolean;
      /** How the carrier calls it: `busy`, `no-answer`, …; for the log. */
      readonly result: string | null;
    })
  /** Somebody has sent a text message to a number of ours. */
  | { readonly kind: 'text'; readonly text: InboundText | null }
  /** What became of a text message that we sent. */
  | { readonly kind: 'text-report'; readonly callId: string | null; readonly report: TextReport | null }
  /** Somebody was asked whether the call may be recorded; `said` is null when they have said nothing. */
  | (CallStatusNotice<'recording-answer'> & { readonly attempt: number | null; readonly said: string | null })
  /** The recording of a call has changed. Only a hint: what there is, the carrier is asked. `sid` is its id of the call. */
  | { readonly kind: 'recording'; readonly callId: string | null; readonly sid: string | null }
  /** A webhook of ours failed: what is to be said? `inbound` is set for a call that has no id of ours. */
  | (CallStatusNotice<'failed'> & { readonly inbound: InboundCall | null });

/** About the leg to the person who is to take a call; that of the call itself is its parent. */
interface HandOverNotice<Kind extends string> {
  readonly kind: Kind;
  readonly callId: string | null;
  readonly session: number | null;
  /** The carrier's id of the call; null where it does not say. */
  readonly sid: string | null;
}

interface CallStatusNotice<Kind extends string> {
  readonly kind: Kind;
  readonly callId: string | null;
  readonly update: CarrierCallUpdate | null;
}

export interface InboundCall {
  /** Null when the caller withholds the number. */
  readonly from: string | null;
  readonly to: string;
  readonly update: CarrierCallUpdate;
  /** The address that it was reported to, where a connection may have several; null: that of the environment. */
  readonly callbackUrl?: string | null;
}

export interface InboundText {
  /** Null when it is no number. */
  readonly from: string | null;
  readonly to: string;
  readonly body: string;
}

export interface TextReport {
  /** Our id of the message. */
  readonly textId: string;
  /** The carrier's. */
  readonly sid: string;
  readonly delivery: TextDelivery;
  /** The carrier's error code, where it gave one. */
  readonly code: number | null;
  /** What that code means to us, where it means something. */
  readonly reason: TextRefusal['reason'] | null;
}

export interface AmdResult {
  readonly sid: string;
  readonly answeredBy: AmdAnswer;
}

export interface SessionEnd {
  /** `ended` by us, `failed` because the socket was lost, `completed` with the call itself. */
  readonly how: 'ended' | 'failed' | 'completed';
  /** What the session wanted next when it ended; null when the carrier does not pass it on. */
  readonly next: AfterSessionEnd | null;
  /** The name of whom the other party is to be connected with; null where the agent has one number for everything. */
  readonly transferTo: string | null;
  /** Why a person is needed, in words. */
  readonly transferReason?: string | null;
}

export interface WebhookResponse {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
}

/** A websocket that the carrier opens for the voice of one call. */
export type CarrierSocket = {
  /** Whether this account signed the handshake. */
  isSigned(request: CarrierRequest, now: Date): boolean;
} & SpeechProtocol;

export type SpeechProtocol =
  | { readonly speech: 'text'; readonly protocol: TextProtocol }
  | { readonly speech: 'audio'; readonly protocol: AudioProtocol };

/** Reads and answers a webhook. Null when this account has not signed it. */
export type WebhookHandler = (
  connection: CarrierConnection,
  path: string,
  request: WebhookRequest,
  log: Log,
) => Promise<WebhookResponse | null>;

/** Takes a voice socket after a handshake that this carrier signed. */
export type SocketHandler = (carrier: Carrier, speech: SpeechProtocol, socket: VoiceSocket) => void;
