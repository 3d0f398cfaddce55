import type { ConversationEntry } from '../../ports/language-model.ts';
import { type Log, withFields } from '../../ports/log.ts';
import type { SpeechBrief, SpeechCounts, SpeechListener, SpeechSession } from '../../ports/speech-engine.ts';
import type { ToolResult } from '../../ports/voice-tools.ts';
import { appendEvent, createEvent, entryEvents, sayEvent } from './client-events.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import {
  connectTimeout,
  type Failure,
  failureOfError,
  type ServiceError,
  wrongAudioFormat,
} from './failures.ts';
import { type RealtimeEvent, readAudioDelta, readRealtimeEvent } from './realtime-events.ts';
import { SessionResponses } from './session-responses.ts';
import { sessionUpdateEvent } from './session-update-event.ts';

export interface SessionOptions extends ConnectionOptions {
  readonly log: Log;
  readonly times: SessionTimes;
}

export interface SessionTimes {
  /** From opening the socket until the service is ready. */
  readonly connectMs: number;
  /** How long a cancelled response may take to end. */
  readonly cancelMs: number;
}

/** Frames buffered while connecting: longer than that may take. */
const maxEarlyFrames = 1_500;

/** A session of the service, behind the speech engine port. */
export class RealtimeSession implements SpeechSession {
  readonly #log: Log;
  readonly #brief: SpeechBrief;
  readonly #model: string;
  readonly #listener: SpeechListener;
  readonly #connection: Connection;
  readonly #responses: SessionResponses;
  readonly #stopConnectTimer: () => void;
  #state: 'connecting' | 'ready' | 'over' = 'connecting';
  #early: string[] = [];
  #framesSent = 0;
  #framesDropped = 0;

  constructor(options: SessionOptions, brief: SpeechBrief, listener: SpeechListener) {
    const { clock, times, model } = options;
    const log = brief.callId ? withFields(options.log, { callId: brief.callId }) : options.log;
    this.#log = log;
    this.#brief = brief;
    this.#model = brief.model ?? model;
    this.#listener = listener;
    this.#responses = new SessionResponses({
      ...{ clock, log, history: brief.history, cancelMs: times.cancelMs },
      send: (json) => this.#connection.send(json),
      onEvent: (event) => listener.event(event),
      onLost: (failure) => this.#lose(failure),
    });
    this.#stopConnectTimer = clock.after(times.connectMs, () => this.#lose(connectTimeout));
    this.#connection = new Connection(options, {
      opened: () => this.#connection.send(sessionUpdateEvent(model, brief)),
      message: (json) => this.#onMessage(json),
      audio: (json) => this.#onAudio(json),
      lost: (failure) => this.#lose(failure),
    });
  }

  appendAudio(payload: string): void {
    if (this.#state === 'ready') this.#append(payload);
    else if (this.#state === 'connecting') this.#buffer(payload);
  }

  say(itemId: string, text: string): void {
    this.#responses.request(itemId, (eventId) => [sayEvent(eventId, itemId, text)]);
  }

  respond(itemId: string, unheard: readonly ConversationEntry[]): void {
    this.#responses.request(itemId, (eventId) => [
      ...unheard.flatMap(entryEvents),
      createEvent(eventId, itemId),
    ]);
  }

  truncate(itemId: string, heardMs: number): void {
    this.#responses.truncate(itemId, heardMs);
  }

  cancel(itemId: string): void {
    this.#responses.cancel(itemId);
  }

  toolResult(callId: string, result: ToolResult): void {
    this.#responses.toolResult(callId, result);
  }

  counts(): SpeechCounts {
    return { framesSent: this.#framesSent, framesDropped: this.#framesDropped };
  }

  close(): void {
    if (this.#state === 'over') return;
    this.#end();
    this.#connection.close();
  }

  #append(payload: string): void {
    if (this.#connection.sendAudio(appendEvent(payload))) this.#framesSent += 1;
    else this.#framesDropped += 1;
  }

  #buffer(payload: string): void {
    this.#early.push(payload);
    if (this.#early.length <= maxEarlyFrames) return;
    this.#early.shift();
    this.#framesDropped += 1;
  }

  #onMessage(json: string): void {
    const event = readRealtimeEvent(json);
    if (event && this.#state !== 'over') this.#handle(event);
  }

  #onAudio(json: string): boolean {
    const sound = readAudioDelta(json);
    if (sound) this.#handle(sound);
    return sound !== null;
  }

  #handle(event: RealtimeEvent): void {
    switch (event.type) {
      case 'audio':
        this.#responses.onAudio(event.responseId, event.itemId, event.contentIndex, event.payload);
        break;
      case 'text':
        this.#responses.onText(event.responseId, event.text);
        break;
      case 'speechStarted':
        this.#listener.event({ type: 'engine.speechStarted', itemId: event.itemId });
        break;
      case 'speechStopped':
        this.#listener.event({ type: 'engine.speechStopped', itemId: event.itemId });
        break;
      case 'userText':
        this.#listener.event({ type: 'engine.userText', itemId: event.itemId, text: event.text });
        break;
      case 'created':
        this.#responses.onCreated(event.responseId, event.name);
        break;
      case 'call':
        this.#responses.onCall(event.responseId, event.call);
        break;
      case 'done':
        if (event.tokens) this.#listener.tokens?.({ model: this.#model, ...event.tokens });
        this.#responses.onDone(event.responseId, event.outcome);
        break;
      case 'error':
        this.#onError(event.error);
        break;
      case 'ready':
        this.#onReady(event.telephone);
        break;
    }
  }

  #onReady(telephone: boolean): void {
    if (this.#state !== 'connecting') return;
    if (!telephone) {
      this.#lose(wrongAudioFormat);
      return;
    }
    this.#state = 'ready';
    this.#stopConnectTimer();
    for (const event of this.#brief.history.flatMap(entryEvents)) this.#connection.send(event);
    this.#responses.begin();
    // The buffer is bounded already, so none of it is dropped, however slow the network is.
    for (const payload of this.#early.splice(0)) {
      this.#connection.send(appendEvent(payload));
      this.#framesSent += 1;
    }
  }

  #onError(error: ServiceError): void {
    const { type, code, param } = error;
    const fatal = this.#state === 'connecting' || code === 'session_expired';
    if (!fatal && this.#responses.onRefusal(error)) return;
    this.#log.warn({ type, code, param, fatal }, 'speech service returned an error event');
    if (fatal) this.#lose(failureOfError(error));
  }

  #lose({ kind, retryable, detail }: Failure): void {
    if (this.#state === 'over') return;
    const openItems = this.#responses.openIds();
    this.#end();
    this.#connection.close();
    this.#listener.lost({ kind, retryable, openItems, detail });
  }

  #end(): void {
    this.#state = 'over';
    this.#early = [];
    this.#stopConnectTimer();
    this.#responses.end();
  }
}
