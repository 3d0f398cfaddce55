/** One websocket of the carrier's, after its handshake was found good. What arrives before somebody listens is kept. */
export interface VoiceSocket {
  send(text: string): void;
  close(code: number, reason: string): void;
  listen(listener: VoiceSocketListener): void;
}

export interface VoiceSocketListener {
  /** Text only; what is not text never arrives here. */
  message(text: string): void;
  /** Offered each message in ASCII first, for listeners that take some of them many times a second. False leaves it. */
  audio?(text: string): boolean;
  /** Once, with the code of the closing handshake, or 1006 where there was none. Nothing follows. */
  closed(code: number): void;
}
