/**
 * A websocket of the carrier after a valid handshake. Without a listener messages are dropped: `admitSocket` listens at
 * once and buffers them until the session listens.
 */
export interface VoiceSocket {
  send(text: string): void;
  close(code: number, reason: string): void;
  listen(listener: VoiceSocketListener): void;
}

export interface VoiceSocketListener {
  /** Text messages; binary ones are discarded. */
  message(text: string): void;
  /** Called first for each ASCII message, as a fast path for audio. Returns false to pass the message on to `message`. */
  audio?(text: string): boolean;
  /** Called once, with the code of the closing handshake, or 1006 without one. No more messages follow. */
  closed(code: number): void;
}
