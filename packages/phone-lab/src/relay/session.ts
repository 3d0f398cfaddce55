import type { WebSocket } from 'ws';
import { sendDigits } from '../call/digits.ts';
import type { Leg } from '../call/leg.ts';
import { Interrupted } from '../clock.ts';
import { newSid } from '../ids.ts';
import { type LogMessage, messageLog } from '../socket/message-log.ts';
import type { ChannelEvent } from '../speech/voice-channel.ts';
import type { RelayAttributes } from './attributes.ts';
import { type InfoEvents, relayEvents } from './events.ts';
import { Listener } from './listener.ts';
import { type AppMessage, readMessage } from './messages.ts';
import { reconnect } from './reconnect.ts';
import { setupMessage } from './setup-message.ts';
import { Speaker } from './speaker.ts';

/** How a session ended. */
export type SessionEnd =
  | { status: 'ended'; handoffData: string | null }
  | { status: 'failed'; code: number; message: string }
  /** The call itself ended, or its document was replaced. */
  | { status: 'completed' };

const mostMalformed = 10;
const closeMs = 2_000;
const mostUnsent = 500;
/** The limit of digits that wait to be pressed. */
const mostDigits = 1_000;

/** The carrier's side of one ConversationRelay socket. */
export class RelaySession {
  readonly sid = newSid('VX');
  readonly over: Promise<SessionEnd>;
  readonly #startedAt: number;
  readonly #leg: Leg;
  readonly #attributes: RelayAttributes;
  #socket: WebSocket;
  readonly #speaker: Speaker;
  readonly #listener: Listener;
  readonly #events: InfoEvents;
  readonly #over = Promise.withResolvers<SessionEnd>();
  readonly #stopListening: () => void;
  #language: string;
  #malformed = 0;
  #digitsLeft = 0;
  readonly #log: LogMessage;
  /** Messages that could not be sent while there was no socket; null while there is one. */
  #unsent: Record<string, unknown>[] | null = null;
  #end: SessionEnd | null = null;

  constructor(leg: Leg, attributes: RelayAttributes, socket: WebSocket) {
    this.#leg = leg;
    this.#attributes = attributes;
    this.#socket = socket;
    this.#language = attributes.transcriptionLanguage;
    leg.channel.language = attributes.ttsLanguage;
    this.#startedAt = leg.labMs();
    this.over = this.#over.promise;
    this.#log = messageLog(leg, 'relay');
    this.#speaker = new Speaker(leg);
    this.#events = relayEvents(attributes.events, (message) => this.#send(message));
    this.#listener = new Listener(leg.carrier.clock, attributes, this.#speaker, {
      onInterrupt: () => this.#interrupt(),
      onPrompt: (voicePrompt, last) =>
        this.#send({ type: 'prompt', voicePrompt, lang: promptLanguage(this.#language), last }),
      onDigit: (digit) => this.#send({ type: 'dtmf', digit }),
    });
    this.#stopListening = leg.channel.listen((event) => this.#onChannelEvent(event));
    this.#attach(socket);
  }

  /** Lab seconds since the socket opened. */
  get seconds(): number {
    return Math.max(0, Math.round((this.#leg.labMs() - this.#startedAt) / 1000));
  }

  /** Every socket begins with a setup; the greeting is said once per session. */
  start(how: 'first' | 'reconnect' = 'first'): void {
    this.#send(setupMessage(this.#leg, this.sid, this.#attributes.parameters));
    const { welcomeGreeting, welcomeGreetingInterruptible, fault } = this.#attributes;
    if (fault) {
      this.#send({ type: 'error', description: fault });
      this.#finish({ status: 'failed', code: 64101, message: fault });
      return;
    }
    if (!welcomeGreeting || how === 'reconnect') return;
    this.#speaker.text(welcomeGreeting, true, {
      interruptible: welcomeGreetingInterruptible,
      preemptible: false,
    });
  }

  /** The call ended, or its document was replaced. */
  close(): void {
    this.#finish({ status: 'completed' });
  }

  /** The network fails: the socket breaks without a closing handshake. */
  cut(): void {
    this.#socket.terminate();
  }

  #attach(socket: WebSocket): void {
    this.#socket = socket;
    socket.on('message', (data, isBinary) => this.#receive(isBinary ? null : String(data)));
    socket.on('close', (code) => void this.#onClose(code));
    socket.on('error', (error: Error & { code?: string }) => {
      if (error.code !== 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return socket.terminate();
      const message = 'The websocket was closed: a message was too long.';
      this.#finish({ status: 'failed', code: 64105, message }, 1009, 'Message too long');
    });
  }

  /** The socket closed without an end message. With `applicationReconnect` it is opened again; messages are kept meanwhile. */
  async #onClose(code: number): Promise<void> {
    if (this.#end) return;
    if (this.#attributes.applicationReconnect && code !== 1000) {
      this.#unsent = [];
      const socket = await reconnect(
        this.#attributes.url,
        this.#leg.carrier.account.authToken,
        this.#attributes.documentUrl,
        () => this.#end !== null,
      );
      const unsent = this.#unsent;
      this.#unsent = null;
      if (this.#end) return socket?.close(1000);
      if (socket) {
        this.#attach(socket);
        this.start('reconnect');
        for (const message of unsent) this.#send(message);
        return;
      }
    }
    this.#finish({ status: 'failed', code: 64105, message: 'The websocket ended without an end message.' });
  }

  #onChannelEvent(event: ChannelEvent): void {
    this.#events.onChannelEvent(event);
    this.#listener.onChannelEvent(event);
  }

  #interrupt(): void {
    const { text, ms } = this.#speaker.interrupt();
    this.#send({ type: 'interrupt', utteranceUntilInterrupt: text, durationUntilInterruptMs: ms });
  }

  #receive(data: string | null): void {
    if (this.#end) return;
    const read = data === null ? ({ ok: false, reason: 'it is binary' } as const) : readMessage(data);
    if (read.ok) {
      this.#malformed = 0;
      this.#log('from-app', read.message, data?.length ?? 0);
      this.#act(read.message);
      if (this.#speaker.isOverLimit || this.#digitsLeft > mostDigits) this.#overflow();
      return;
    }
    this.#malformed += 1;
    const shown = (data ?? '<binary>').slice(0, 200);
    this.#log('from-app', { malformed: shown }, shown.length);
    this.#leg.problem('warning', 64107, `Invalid message received: ${read.reason}.`);
    this.#send({ type: 'error', description: `Invalid message received: ${shown}` });
    if (this.#malformed < mostMalformed) return;
    const message = 'Too many consecutive malformed messages';
    this.#finish({ status: 'failed', code: 64105, message }, 1007, message);
  }

  /** An application that sends without end is stopped before it fills the memory. */
  #overflow(): void {
    const message = 'The websocket was closed: more was sent than can be said.';
    this.#finish({ status: 'failed', code: 64105, message }, 1008, 'Too much was sent');
  }

  #act(message: AppMessage): void {
    switch (message.type) {
      case 'text':
        this.#speaker.text(message.token, message.last, this.#flags(message));
        break;
      case 'play':
        this.#speaker.play(message.source, message.loop, this.#flags(message));
        break;
      case 'sendDigits':
        this.#press(message.digits);
        break;
      case 'language':
        this.#language = message.transcriptionLanguage ?? this.#language;
        this.#leg.channel.language = message.ttsLanguage ?? this.#leg.channel.language;
        break;
      case 'end':
        this.#finish({ status: 'ended', handoffData: message.handoffData });
    }
  }

  #press(digits: string): void {
    this.#digitsLeft += digits.length;
    if (this.#digitsLeft > mostDigits) return;
    sendDigits(this.#leg.channel, 'app', digits)
      .catch((error: unknown) => {
        if (!(error instanceof Interrupted)) throw error;
      })
      .finally(() => {
        this.#digitsLeft -= digits.length;
      });
  }

  #flags(message: { interruptible: boolean | null; preemptible: boolean | null }) {
    const { interruptible, preemptible } = this.#attributes;
    return {
      // `false` makes the message uninterruptible; otherwise the setting of the document applies.
      interruptible: message.interruptible === false ? ('none' as const) : interruptible,
      preemptible: message.preemptible ?? preemptible,
    };
  }

  #finish(end: SessionEnd, code = 1000, reason = 'Closing websocket session'): void {
    if (this.#end) return;
    this.#end = end;
    this.#listener.stop();
    this.#speaker.stop();
    this.#stopListening();
    if (end.status === 'failed') this.#leg.problem('error', end.code, end.message);
    this.#socket.close(code, reason);
    // The application may not answer the close.
    setTimeout(() => this.#socket.terminate(), closeMs).unref();
    this.#over.resolve(end);
  }

  #send(message: Record<string, unknown>): void {
    if (this.#end) return;
    if (this.#unsent) {
      if (this.#unsent.length < mostUnsent) this.#unsent.push(message);
      return;
    }
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const text = JSON.stringify(message);
    this.#log('to-app', message, text.length);
    this.#socket.send(text);
  }
}

/** With automatic detection a prompt names the language without a region. */
function promptLanguage(language: string): string {
  return language === 'multi' ? 'en' : language;
}
