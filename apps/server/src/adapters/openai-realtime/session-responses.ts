import { audioMs } from '../../lib/telephone-audio.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConversationEntry } from '../../ports/language-model.ts';
import type { Log } from '../../ports/log.ts';
import type { SpeechEvent } from '../../ports/speech-engine.ts';
import { parseToolInput, type ToolResult } from '../../ports/voice-tools.ts';
import {
  cancelEvent,
  deleteEvent,
  lateResultEvent,
  toolOutputEvent,
  truncateEvent,
} from './client-events.ts';
import { type Failure, failureOfError, type ServiceError, stuckResponse } from './failures.ts';
import type { FunctionCall, ResponseResult } from './realtime-events.ts';
import { addAudio, cutsOf, type EngineResponse, ResponseQueue } from './response-queue.ts';

export interface ResponsesContext {
  readonly history: readonly ConversationEntry[];
  readonly clock: Clock;
  readonly log: Log;
  /** How long a cancelled response may take to end. */
  readonly cancelMs: number;
  send(json: string): void;
  onEvent(event: SpeechEvent): void;
  onLost(failure: Failure): void;
}

/** The service's error code for a request while a response is active. */
const responseActive = 'conversation_already_has_active_response';

/** The responses of a session: requested one at a time, reported under our item ids, truncated where interrupted. */
export class SessionResponses {
  readonly #queue = new ResponseQueue();
  readonly #context: ResponsesContext;
  /** Tool calls that the service knows of, by their names, and those that still need a result. */
  readonly #calls = new Map<string, string>();
  readonly #openCalls = new Set<string>();
  /** Results that came before the service was ready. */
  #earlyResults: (() => void)[] = [];
  #listening = false;
  #requests = 0;
  #stopCancelTimer: () => void = () => {};

  constructor(context: ResponsesContext) {
    this.#context = context;
    for (const entry of context.history) {
      if (entry.kind !== 'tool') continue;
      this.#calls.set(entry.id, entry.call.name);
      if (entry.result.status === 'running') this.#openCalls.add(entry.id);
    }
  }

  /** The service is ready: sends what was requested meanwhile. */
  begin(): void {
    this.#listening = true;
    for (const send of this.#earlyResults.splice(0)) send();
    this.#requestNext();
  }

  end(): void {
    this.#listening = false;
    this.#stopCancelTimer();
  }

  /** Responses that will not come when the session is lost. */
  openIds(): string[] {
    return this.#queue.open().map(({ id }) => id);
  }

  request(itemId: string, request: (eventId: string) => readonly string[]): void {
    for (const turn of this.#queue.open()) this.#drop(turn);
    this.#requests += 1;
    const eventId = `ask-${this.#requests}`;
    this.#queue.add(itemId, eventId, request(eventId));
    this.#requestNext();
  }

  truncate(itemId: string, heardMs: number): void {
    const turn = this.#queue.find(itemId);
    if (!turn || turn.cut) return;
    const stillSpeaking = this.#queue.running === turn;
    this.#drop(turn);
    turn.cut = true;
    for (const cut of cutsOf(turn.parts, heardMs, stillSpeaking)) {
      this.#context.send(truncateEvent(cut.itemId, cut.contentIndex, cut.audioEndMs));
    }
  }

  cancel(itemId: string): void {
    const turn = this.#queue.find(itemId);
    const { running } = this.#queue;
    if (turn) this.#drop(turn);
    else if (running && !running.reported) this.#drop(running);
  }

  /** Sends the result of a call, or, where it has one already, a message about the later one. */
  toolResult(callId: string, result: ToolResult): void {
    const name = this.#calls.get(callId);
    if (name === undefined) return;
    if (!this.#listening) this.#earlyResults.push(() => this.toolResult(callId, result));
    else if (this.#openCalls.delete(callId)) this.#context.send(toolOutputEvent(callId, result));
    else this.#context.send(lateResultEvent(name, result));
  }

  onCreated(responseId: string, name: string | null | undefined): void {
    const turn = this.#queue.begin(responseId, name);
    if (turn.dropped) this.#cancelResponse(turn);
  }

  onAudio(responseId: string, itemId: string, contentIndex: number, payload: string): void {
    const turn = this.#wanted(responseId);
    if (!turn || payload === '') return;
    const ms = audioMs(payload);
    addAudio(turn, itemId, contentIndex, ms);
    this.#report(turn, { type: 'engine.audio', itemId: turn.id, ms, payload });
  }

  onText(responseId: string, text: string): void {
    const turn = this.#wanted(responseId);
    if (turn) this.#report(turn, { type: 'engine.agentText', itemId: turn.id, text });
  }

  onCall(responseId: string, { callId, name, json }: FunctionCall): void {
    // A call that was reported before has its result, or will get it.
    if (this.#calls.has(callId)) return;
    this.#calls.set(callId, name);
    const turn = this.#wanted(responseId);
    if (!turn) {
      // The model gets a result, so that it does not assume the call was done.
      this.#context.send(toolOutputEvent(callId, interruptedCall));
      return;
    }
    this.#openCalls.add(callId);
    const call = { name, input: parseToolInput(json) };
    this.#report(turn, { type: 'engine.toolCall', itemId: turn.id, callId, call });
  }

  onDone(responseId: string, { error, messageIds }: ResponseResult): void {
    const turn = this.#queue.ofResponse(responseId);
    if (!turn) return;
    this.#queue.end(turn);
    this.#stopCancelTimer();
    if (turn.dropped) this.#deleteUnheard(turn, messageIds);
    else if (error) this.#fail(turn, failureOfError(error));
    else this.#report(turn, { type: 'engine.done', itemId: turn.id });
    this.#requestNext();
  }

  /** Handles an error event of the service. True when it needs no attention. */
  onRefusal({ type, code, eventId }: ServiceError): boolean {
    // Harmless: a cancel that arrived after the response ended, or a response of the service's own that was refused
    // because another is active.
    if (code === 'response_cancel_not_active' || (code === responseActive && eventId === null)) return true;
    const { requested } = this.#queue;
    if (!requested || requested.eventId !== eventId) return false;
    if (code === responseActive) this.#queue.putBack();
    else {
      this.#queue.requested = null;
      if (!requested.dropped) this.#fail(requested, failureOfError({ type, code }));
    }
    this.#requestNext();
    return code === responseActive;
  }

  #wanted(responseId: string): EngineResponse | null {
    const turn = this.#queue.ofResponse(responseId);
    return turn && !turn.dropped ? turn : null;
  }

  #report(turn: EngineResponse, event: SpeechEvent): void {
    turn.reported = true;
    this.#context.onEvent(event);
  }

  #fail(turn: EngineResponse, { kind, retryable, detail }: Failure): void {
    this.#context.log.warn({ detail }, 'speech engine response failed');
    turn.dropped = true;
    this.#report(turn, { type: 'engine.failed', itemId: turn.id, kind, retryable });
  }

  #requestNext(): void {
    const turn = this.#listening ? this.#queue.next() : null;
    for (const event of turn?.request ?? []) this.#context.send(event);
  }

  /** Nothing more of it is reported. Only an active response is cancelled: the service refuses to cancel others. */
  #drop(turn: EngineResponse): void {
    if (turn.dropped) return;
    turn.dropped = true;
    this.#queue.forget(turn);
    if (this.#queue.running === turn) this.#cancelResponse(turn);
  }

  #cancelResponse({ responseId }: EngineResponse): void {
    if (responseId === null) return;
    const { clock, cancelMs } = this.#context;
    this.#context.send(cancelEvent(responseId));
    this.#stopCancelTimer();
    this.#stopCancelTimer = clock.after(cancelMs, () => this.#context.onLost(stuckResponse));
  }

  /** The service keeps messages that it had not started to speak when it was cancelled. They are deleted. */
  #deleteUnheard(turn: EngineResponse, messageIds: readonly string[]): void {
    const sounded = new Set(turn.parts.map(({ itemId }) => itemId));
    for (const id of messageIds) if (!sounded.has(id)) this.#context.send(deleteEvent(id));
  }
}

const interruptedCall: ToolResult = { status: 'refused', detail: 'Not done: you were interrupted.' };
