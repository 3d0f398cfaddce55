import type { Clock } from '../../../ports/clock.ts';
import type { AfterSessionEnd, TextMessage, TextProtocol } from '../../../ports/voice-connection.ts';
import type { VoiceSocket, VoiceSocketListener } from '../../../ports/voice-socket.ts';

export type TextInput =
  | { readonly kind: 'hear'; readonly text: string }
  | { readonly kind: 'typing' }
  | { readonly kind: 'press'; readonly digits: string };

type SocketMessage =
  | { readonly say: string; readonly last: boolean }
  | { readonly digits: string }
  | { readonly language: string }
  | { readonly end: AfterSessionEnd };

/** Messages stay within the process; they are text because a session writes and reads text. */
const protocol: TextProtocol = {
  reportsPlayout: true,
  readSetup: () => null,
  read: (text) => JSON.parse(text) as TextMessage,
  say: (say, last) => JSON.stringify({ say, last } satisfies SocketMessage),
  sendDigits: (digits) => JSON.stringify({ digits } satisfies SocketMessage),
  speakLanguage: (language) => JSON.stringify({ language } satisfies SocketMessage),
  end: (end) => JSON.stringify({ end } satisfies SocketMessage),
  isRegularClose: () => true,
};

/** Seventeen characters a second, as people speak. */
const msPerCharacter = 60;

interface PendingWords {
  readonly text: string;
  readonly cancel: () => void;
}

/**
 * The socket of a try by text, in the place of a carrier's. What the agent says takes as long as speaking it would, so
 * that silence is counted as on the phone; a person who answers earlier has read it all, and interrupts nothing.
 */
export class TextSocket implements VoiceSocket {
  readonly protocol = protocol;
  /** What the session wanted when it ended. */
  ended: AfterSessionEnd | null = null;
  readonly #clock: Clock;
  readonly #speed: number;
  readonly #pending: PendingWords[] = [];
  #quietAt = 0;
  #listener: VoiceSocketListener | null = null;
  #closed = false;

  constructor(clock: Clock, speed: number) {
    this.#clock = clock;
    this.#speed = speed;
  }

  listen(listener: VoiceSocketListener): void {
    this.#listener = listener;
  }

  send(text: string): void {
    const message = JSON.parse(text) as SocketMessage;
    if ('end' in message) {
      this.ended = message.end;
      // Later, as a carrier would: the session is in the middle of a step.
      queueMicrotask(() => this.close());
    } else if ('say' in message && message.say !== '') this.#speak(message.say);
  }

  /** What the person types. False once the socket is closed. */
  input(input: TextInput): boolean {
    if (this.#closed) return false;
    this.#finishSpeaking();
    switch (input.kind) {
      case 'typing':
        this.#report({ type: 'speaking', who: 'caller', on: true });
        break;
      case 'hear':
        this.#report({ type: 'prompt', text: input.text, last: true });
        break;
      case 'press':
        for (const digit of input.digits) this.#report({ type: 'dtmf', digit });
    }
    return true;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const { cancel } of this.#pending.splice(0)) cancel();
    this.#listener?.closed(1000);
  }

  #speak(text: string): void {
    const now = this.#clock.time();
    this.#quietAt = Math.max(now, this.#quietAt) + (text.length * msPerCharacter) / this.#speed;
    const words: PendingWords = {
      text,
      cancel: this.#clock.after(this.#quietAt - now, () => this.#played(words)),
    };
    this.#pending.push(words);
  }

  #played(words: PendingWords): void {
    const place = this.#pending.indexOf(words);
    if (place === -1) return;
    this.#pending.splice(place, 1);
    this.#report({ type: 'played', text: words.text });
  }

  #finishSpeaking(): void {
    this.#quietAt = 0;
    for (const { text, cancel } of this.#pending.splice(0)) {
      cancel();
      this.#report({ type: 'played', text });
    }
  }

  #report(message: TextMessage): void {
    if (!this.#closed) this.#listener?.message(JSON.stringify(message));
  }
}

/** The textSockets of this process, by call. */
export class TextSockets {
  readonly #sockets = new Map<string, TextSocket>();

  add(callId: string, socket: TextSocket): () => void {
    this.#sockets.set(callId, socket);
    return () => this.#sockets.delete(callId);
  }

  /** False when this process has no open socket of the call. */
  input(callId: string, input: TextInput): boolean {
    return this.#sockets.get(callId)?.input(input) ?? false;
  }
}
