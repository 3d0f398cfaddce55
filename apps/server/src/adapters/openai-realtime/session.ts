import type { ConversationEntry } from '../../ports/language-model.ts';
import { type Log, withFields } from '../../ports/log.ts';
import type { SpeechBrief, SpeechCounts, SpeechListener, SpeechSession } from '../../ports/speech-engine.ts';
import type { ToolResult } from '../../ports/voice-tools.ts';
import { appendEvent, createEvent, entryEvents, sayEvent } from './client-events.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { connectTimeout, type Failure, failureOfError, type ServiceError, wrongFormat } from './failures.ts';
import { Responses } from './responses.ts';
import { readAudioDelta, readServerEvent, type ServerEvent } from './server-events.ts';
import { sessionUpdate } from './session-update.ts';

export interface SessionOptions extends ConnectionOptions {
  readonly log: Log;
  readonly times: SessionTimes;
}

export interface SessionTimes {
  /** From the first knock until it listens. */
  readonly connectMs: number;
  /** How long an answer that was cancelled may take to end. */
  readonly cancelMs: number;
}

/** Frames kept while the service still connects: longer than it may take. */
const earlyFrames = 1_500;

/** A conversation with the service, in the words of the port. */
export class RealtimeSession implements SpeechSession {
  readonly #log: Log;
  readonly #brief: SpeechBrief;
  readonly #listener: SpeechListener;
  readonly #connection: Connection;
  readonly #answers: Responses;
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
    this.#listener = listener;
    this.#answers = new Responses({
      ...{ clock, log, tools: brief.tools, history: brief.history, cancelMs: times.cancelMs },
      send: (json) => this.#connection.send(json),
      onEvent: (event) => listener.event(event),
      onLost: (failure) => this.#lose(failure),
    });
    this.#stopConnectTimer = clock.after(times.connectMs, () => this.#lose(connectTimeout));
    this.#connection = new Connection(options, {
      opened: () => this.#connection.send(sessionUpdate(model, brief)),
      message: (json) => this.#onMessage(json),
      audio: (json) => this.#onSound(json),
      lost: (failure) => this.#lose(failure),
    });
  }

  appendAudio(payload: string): void {
    if (this.#state === 'ready') this.#append(payload);
    else if (this.#state === 'connecting') this.#keep(payload);
  }

  say(itemId: string, text: string): void {
    this.#answers.request(itemId, (eventId) => [sayEvent(eventId, itemId, text)]);
  }

  respond(itemId: string, unheard: readonly ConversationEntry[]): void {
    this.#answers.request(itemId, (eventId) => [
      ...unheard.flatMap(entryEvents),
      createEvent(eventId, itemId),
    ]);
  }

  truncate(itemId: string, heardMs: number): void {
    this.#answers.truncate(itemId, heardMs);
  }

  cancel(itemId: string): void {
    this.#answers.cancel(itemId);
  }

  toolResult(callId: string, result: ToolResult): void {
    this.#answers.toolResult(callId, result);
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

  #keep(payload: string): void {
    this.#early.push(payload);
    if (this.#early.length <= earlyFrames) return;
    this.#early.shift();
    this.#framesDropped += 1;
  }

  #onMessage(json: string): void {
    const event = readServerEvent(json);
    if (event && this.#state !== 'over') this.#take(event);
  }

  #onSound(json: string): boolean {
    const sound = readAudioDelta(json);
    if (sound) this.#take(sound);
    return sound !== null;
  }

  #take(event: ServerEvent): void {
    switch (event.type) {
      case 'audio':
        this.#answers.onAudio(event.responseId, event.itemId, event.contentIndex, event.payload);
        break;
      case 'text':
        this.#answers.onText(event.responseId, event.text);
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
        this.#answers.onCreated(event.responseId, event.name);
        break;
      case 'call':
        this.#answers.onCall(event.responseId, event.call);
        break;
      case 'done':
        this.#answers.onDone(event.responseId, event.outcome);
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
      this.#lose(wrongFormat);
      return;
    }
    this.#state = 'ready';
    this.#stopConnectTimer();
    for (const event of this.#brief.history.flatMap(entryEvents)) this.#connection.send(event);
    this.#answers.begin();
    // Bounded already, and the whole point of keeping it: none of this is left out, however fast the network is.
    for (const payload of this.#early.splice(0)) {
      this.#connection.send(appendEvent(payload));
      this.#framesSent += 1;
    }
  }

  #onError(error: ServiceError): void {
    const { type, code, param } = error;
    const fatal = this.#state === 'connecting' || code === 'session_expired';
    if (!fatal && this.#answers.onRefusal(error)) return;
    this.#log.warn({ type, code, param }, 'speech engine rejected a request');
    if (fatal) this.#lose(failureOfError(error));
  }

  #lose({ kind, retryable, detail }: Failure): void {
    if (this.#state === 'over') return;
    const openItems = this.#answers.openIds();
    this.#end();
    this.#connection.close();
    this.#listener.lost({ kind, retryable, openItems, detail });
  }

  #end(): void {
    this.#state = 'over';
    this.#early = [];
    this.#stopConnectTimer();
    this.#answers.end();
  }
}
