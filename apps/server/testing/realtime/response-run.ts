import { Conversation } from './conversation.ts';
import type { WireEvent } from './event-log.ts';
import { functionCall, OutputMessage } from './output-item.ts';
import type { AnswerStep, Pace } from './plan.ts';

/** What a running response needs of its session. */
export interface ResponseHost {
  readonly conversation: Conversation;
  send(event: WireEvent): void;
  newId(prefix: string): string;
  /** Breaks the connection. */
  cut(): void;
  ended(run: ResponseRun): void;
}

type Outcome =
  | { readonly status: 'completed' }
  | { readonly status: 'cancelled'; readonly reason: 'turn_detected' | 'client_cancelled' }
  | { readonly status: 'incomplete'; readonly reason: 'max_output_tokens' | 'content_filter' }
  | { readonly status: 'failed'; readonly error: { type: string; code: string | null } };

/** One response, from response.created to response.done. */
export class ResponseRun {
  readonly id: string;
  readonly #host: ResponseHost;
  readonly #metadata: unknown;
  readonly #itemIds: string[] = [];
  #message: OutputMessage | null = null;
  #ended = false;
  #resume: (() => void) | null = null;
  #releasedEarly = false;

  constructor(host: ResponseHost, metadata: unknown) {
    this.#host = host;
    this.#metadata = metadata ?? null;
    this.id = host.newId('resp');
  }

  async perform(steps: readonly AnswerStep[]): Promise<void> {
    this.#send({ type: 'response.created', response: this.#show('in_progress', null) });
    for (const step of steps) {
      // One turn of the event loop between two steps, so that messages from the client are handled in between.
      await nextTurn();
      if (this.#ended) return;
      await this.#take(step);
    }
    this.#end({ status: 'completed' });
  }

  /** Continues a paused response; one that has not paused yet will not pause. */
  release(): void {
    if (this.#resume) this.#resume();
    else this.#releasedEarly = true;
  }

  cancel(reason: 'turn_detected' | 'client_cancelled'): void {
    this.#end({ status: 'cancelled', reason });
  }

  /** The session is closed; nothing more is sent. */
  abandon(): void {
    this.#ended = true;
    this.release();
  }

  async #take(step: AnswerStep): Promise<void> {
    switch (step.kind) {
      case 'speak':
        return this.#speak(step);
      case 'call': {
        const id = this.#newItem();
        const place = this.#place();
        const callId = step.callId ?? this.#host.newId('call');
        for (const event of functionCall(id, callId, step, place)) this.#send(event);
        return;
      }
      case 'fail':
        return this.#end({ status: 'failed', error: { type: step.type, code: step.code } });
      case 'incomplete':
        return this.#end({ status: 'incomplete', reason: step.reason });
      case 'stall':
        return this.#hold();
      case 'cut':
        return this.#host.cut();
    }
  }

  async #speak(step: Extract<AnswerStep, { kind: 'speak' }>): Promise<void> {
    const message = new OutputMessage(this.#newItem(), step, this.#place());
    this.#message = message;
    this.#sendAll(message.begin());
    let held = step.holdAfterMs === null;
    while (!message.complete) {
      if (!held && step.holdAfterMs !== null && message.sentMs >= step.holdAfterMs) {
        held = true;
        await this.#hold();
      }
      if (this.#ended) return;
      this.#sendAll(message.next());
      await pause(step.pace, step.deltaMs);
      if (this.#ended) return;
    }
    this.#message = null;
    this.#sendAll(message.end('completed'));
  }

  async #hold(): Promise<void> {
    if (this.#releasedEarly) {
      this.#releasedEarly = false;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
    this.#resume = null;
  }

  #end(outcome: Outcome): void {
    if (this.#ended) return;
    if (this.#message) this.#sendAll(this.#message.end('incomplete'));
    this.#send({ type: 'response.done', response: this.#show(outcome.status, detailsOf(outcome)) });
    this.#ended = true;
    this.release();
    this.#host.ended(this);
  }

  #show(status: string, details: object | null): object {
    const items = this.#itemIds.flatMap((id) => this.#host.conversation.get(id) ?? []);
    const audioTokens = Math.ceil(items.reduce((sum, item) => sum + (item.audioMs ?? 0), 0) / 50);
    const textTokens = items.reduce((sum, item) => sum + (item.text?.split(/\s+/).length ?? 0), 0);
    return {
      ...{ id: this.id, object: 'realtime.response', status, status_details: details },
      output: items.map((item) => Conversation.show(item)),
      conversation_id: this.#host.conversation.id,
      output_modalities: ['audio'],
      max_output_tokens: 'inf',
      metadata: this.#metadata,
      usage: status === 'in_progress' ? null : usage(audioTokens, textTokens),
    };
  }

  #newItem(): string {
    const id = this.#host.newId('item');
    this.#itemIds.push(id);
    return id;
  }

  #place(): { responseId: string; outputIndex: number; conversation: Conversation } {
    const { conversation } = this.#host;
    return { responseId: this.id, outputIndex: this.#itemIds.length - 1, conversation };
  }

  #send(event: WireEvent): void {
    if (!this.#ended) this.#host.send(event);
  }

  #sendAll(events: readonly WireEvent[]): void {
    for (const event of events) this.#send(event);
  }
}

function detailsOf(outcome: Outcome): object | null {
  switch (outcome.status) {
    case 'completed':
      return null;
    case 'failed':
      return { type: 'failed', error: { ...outcome.error, message: 'The answer failed.' } };
    default:
      return { type: outcome.status, reason: outcome.reason };
  }
}

function usage(audio: number, text: number): object {
  const input = { text_tokens: 100, audio_tokens: 20, image_tokens: 0, cached_tokens: 0 };
  return {
    total_tokens: 120 + audio + text,
    input_tokens: 120,
    output_tokens: audio + text,
    input_token_details: {
      ...input,
      cached_tokens_details: { text_tokens: 0, audio_tokens: 0, image_tokens: 0 },
    },
    output_token_details: { text_tokens: text, audio_tokens: audio },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function pause(pace: Pace, deltaMs: number): Promise<void> {
  if (pace === 'fast') return nextTurn();
  return new Promise((resolve) => {
    setTimeout(resolve, deltaMs / pace);
  });
}
