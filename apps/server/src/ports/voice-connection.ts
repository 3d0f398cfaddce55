/** The first message on a voice socket: which call it is for. */
export interface VoiceSetup {
  /** The carrier's id of the call. */
  readonly sid: string;
  /** Our id of the call and its single-use token, as the carrier was given them; null when it does not return them. */
  readonly callId: string | null;
  readonly token: string | null;
}

/**
 * How a carrier writes text turns on a voice socket: it turns the other party's speech into text, and our text into
 * speech. Messages of an unknown kind are `other`; null stands for what is no message of the protocol.
 */
export interface TextProtocol {
  /** Words that were played are reported as such. */
  readonly reportsPlayout: boolean;
  /** `later`: a greeting that comes before the setup message. */
  readSetup(text: string): VoiceSetup | 'later' | null;
  read(text: string): TextMessage | null;
  /** Text to speak; `last` completes the item. */
  say(token: string, last: boolean, interruptible: boolean): string;
  sendDigits(digits: string): string;
  /** From now on the carrier hears and speaks this language, one of those that the script named. */
  speakLanguage(language: string): string;
  /**
   * Ends the session. The carrier then asks what to do with the call, and passes on what we wanted next, and for a transfer
   * the name of whom the other party is connected with, and why.
   */
  end(next: AfterSessionEnd, transferTo: string | null, transferReason?: string | null): string;
  /** Whether the carrier closes a socket with this code when the call or the session is over. */
  isRegularClose(code: number): boolean;
}

/** What the session wanted to happen when it ended: the end of the call, or to connect the other party with a person. */
export type AfterSessionEnd = 'end' | 'transfer';

/** What the carrier reports on a connection of text turns. */
export type TextMessage =
  /** What the other party says, from the beginning of the utterance; `last` with the complete text. */
  | { readonly type: 'prompt'; readonly text: string; readonly last: boolean }
  /** The carrier stopped our speech because the other party spoke. */
  | { readonly type: 'interrupt'; readonly heard: string | null }
  | { readonly type: 'dtmf'; readonly digit: string }
  /** The next words of our text that were played, in order. */
  | { readonly type: 'played'; readonly text: string }
  | { readonly type: 'speaking'; readonly who: 'agent' | 'caller'; readonly on: boolean }
  | { readonly type: 'error'; readonly description: string }
  | { readonly type: 'other'; readonly name: string };

/** How a carrier writes an audio stream on a voice socket. Audio is µ-law, 8 kHz, one channel, in base64. */
export interface AudioProtocol {
  /** Null also for another audio format. */
  readSetup(text: string): AudioSetup | 'later' | null;
  read(text: string): AudioMessage | null;
  /**
   * The fast path of `read`, called for every ASCII message: audio in the form in which the carrier usually writes it.
   * Null for everything else.
   */
  readFrame(ascii: string): AudioFrame | null;
  writer(streamId: string): AudioWriter;
}

export interface AudioSetup extends VoiceSetup {
  /** The carrier's id of the stream. */
  readonly streamId: string;
}

export interface AudioFrame {
  readonly kind: 'media';
  /** Valid base64: it is forwarded as it is. */
  readonly payload: string;
  /** Since the stream began; null when missing. */
  readonly streamMs: number | null;
}

/** What the carrier sends on an audio stream. */
export type AudioMessage =
  | AudioFrame
  | { readonly kind: 'digit'; readonly digit: string }
  /** A mark of ours was reached, or was dropped by `clear`. */
  | { readonly kind: 'mark'; readonly name: string }
  /** The call is over. A stream that closes without it was lost. */
  | { readonly kind: 'stopped' }
  /** Of no use to us, such as our own audio. */
  | { readonly kind: 'other' };

/** Messages to the carrier on one stream. */
export interface AudioWriter {
  /** The payload is base64, checked by the engine's adapter. */
  media(payload: string): string;
  mark(name: string): string;
  /** Drops what has not been played yet; marks come back at once. */
  readonly clear: string;
}
