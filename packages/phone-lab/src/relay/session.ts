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

/** Why a session is over. */
export type SessionEnd =
  | { status: 'ended'; handoffData: string | null }
  | { status: 'failed'; code: number; message: string }
  /** The call itself ended, or its document was replaced. */
  | { status: 'completed' };

const mostMalformed = 10;
const closeMs = 2_000;
const mostMissed = 500;
/** Keys that wait to be pressed. */
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
  /** What could not be told while there was no socket; null while there is one. */
  #missed: Record<string, unknown>[] | null = null;
  #end: SessionEnd | null = null;

  constructor(leg: Leg, attributes: RelayAttributes, socket: WebSocket) {
    this.#leg = leg;
    this.#attributes = attributes;
    this.#socket = socket;
    this.#language = attributes.transcriptionLanguage;
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

  /** Every socket begins with a setup; the greeting is said once. */
  start(how: 'new' | 'again' = 'new'): void {
    this.#send(setupMessage(this.#leg, this.sid, this.#attributes.parameters));
    const { welcomeGreeting, welcomeGreetingInterruptible, fault } = this.#attributes;
    if (fault) {
      this.#send({ type: 'error', description: fault });
      this.#finish({ status: 'failed', code: 64101, message: fault });
      return;
    }
    if (!welcomeGreeting || how === 'again') return;
    this.#speaker.text(welcomeGreeting, true, {
      interruptible: welcomeGreetingInterruptible,
      preemptible: false,
    });
  }

  /** The call is gone, or goes on with something else. */
  close(): void {
    this.#finish({ status: 'completed' });
  }

  /** The network fails: no closing handshake, no farewell. */
  cut(): void {
    this.#socket.terminate();
  }

  #attach(socket: WebSocket): void {
    this.#socket = socket;
    socket.on('message', (data, isBinary) => this.#receive(isBinary ? null : String(data)));
    socket.on('close', (code) => void this.#dropped(code));
    socket.on('error', (error: Error & { code?: string }) => {
      if (error.code !== 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return socket.terminate();
      const message = 'The websocket was closed: a message was too long.';
      this.#finish({ status: 'failed', code: 64105, message }, 1009, 'Message too long');
    });
  }

  /** The socket is gone without an end. With `applicationReconnect` the call goes on, and what happens meanwhile is kept. */
  async #dropped(code: number): Promise<void> {
    if (this.#end) return;
    if (this.#attributes.applicationReconnect && code !== 1000) {
      this.#missed = [];
      const socket = await reconnect(
        this.#attributes.url,
        this.#leg.carrier.account.authToken,
        this.#attributes.documentUrl,
        () => this.#end !== null,
      );
      const missed = this.#missed;
      this.#missed = null;
      if (this.#end) return socket?.close(1000);
      if (socket) {
        this.#attach(socket);
        this.start('again');
        for (const message of missed) this.#send(message);
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
    const read = data === null ? ({ ok: false, why: 'it is binary' } as const) : readMessage(data);
    if (read.ok) {
      this.#malformed = 0;
      this.#log('from-app', read.message, data?.length ?? 0);
      this.#act(read.message);
      if (this.#speaker.isOverfull || this.#digitsLeft > mostDigits) this.#overflow();
      return;
    }
    this.#malformed += 1;
    const shown = (data ?? '<binary>').slice(0, 200);
    this.#log('from-app', { malformed: shown }, shown.length);
    this.#leg.problem('warning', 64107, `Invalid message received: ${read.why}.`);
    this.#send({ type: 'error', description: `Invalid message received: ${shown}` });
    if (this.#malformed < mostMalformed) return;
    const message = 'Too many consecutive malformed messages';
    this.#finish({ status: 'failed', code: 64105, message }, 1007, message);
  }

  /** Nobody could ever hear all that: an application that sends without end is stopped before it fills the lab. */
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
      // `true` asks for what the document allows; only `false` takes something away.
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
    // An application that never answers the close must not keep the lab waiting.
    setTimeout(() => this.#socket.terminate(), closeMs).unref();
    this.#over.resolve(end);
  }

  #send(message: Record<string, unknown>): void {
    if (this.#end) return;
    if (this.#missed) {
      // Twilio keeps so many and no more.
      if (this.#missed.length < mostMissed) this.#missed.push(message);
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
