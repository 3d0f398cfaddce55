import {
  type CallBrief,
  type ConversationEntry,
  type LanguageModel,
  ModelFailure,
} from '../ports/language-model.ts';
import type { Log } from '../ports/log.ts';
import { writePrompt } from './prompt.ts';
import type { Effect } from './session/effects.ts';
import type { EngineEvent } from './session/events.ts';
import type { VoiceTool } from './tools/voice-tool.ts';

export interface ModelTurnsDeps {
  readonly model: LanguageModel;
  readonly brief: CallBrief;
  readonly tools: readonly VoiceTool[];
  /** Null or left out: the model's own. */
  readonly temperature?: number | null;
  readonly log: Log;
  /** Until then no words of an answer are passed on; null or left out: they are at once. Asked again after each tool call. */
  holdBack?(history: readonly ConversationEntry[]): Promise<void> | null;
  onEvent(event: EngineEvent): void;
}

/** The words of one answer, which may have to wait; tool calls do not wait for them. */
class HeldWords {
  readonly #pass: (text: string) => void;
  #held: string[] = [];
  #until: Promise<void> | null = null;

  constructor(pass: (text: string) => void) {
    this.#pass = pass;
  }

  hold(until: Promise<void> | null | undefined): void {
    if (!until) return;
    const latest = until.then(() => {
      if (this.#until === latest) this.#release();
    });
    this.#until = latest;
  }

  push(text: string): void {
    if (this.#until) this.#held.push(text);
    else this.#pass(text);
  }

  /** Resolves when none is held any more. */
  async passed(): Promise<void> {
    while (this.#until) await this.#until;
  }

  #release(): void {
    const held = this.#held;
    this.#held = [];
    this.#until = null;
    for (const text of held) this.#pass(text);
  }
}

/** Made once: an abort without a reason creates an error with a stack at every interruption. */
const cancelled = new Error('The answer was cancelled.');

/** Requests the answers of one session from a language model, and cancels them. */
export class ModelTurns {
  readonly #deps: ModelTurnsDeps;
  readonly #prompt: string;
  readonly #running = new Map<string, AbortController>();

  constructor(deps: ModelTurnsDeps) {
    this.#deps = deps;
    this.#prompt = writePrompt(deps.brief, deps.tools);
  }

  respond({ itemId, attempt, history }: Extract<Effect, { type: 'respond' }>): void {
    const abort = new AbortController();
    this.#running.set(itemId, abort);
    void this.#stream(itemId, attempt, history, abort.signal).finally(() => this.#running.delete(itemId));
  }

  cancel(itemId: string): void {
    this.#running.get(itemId)?.abort(cancelled);
  }

  async #stream(
    itemId: string,
    attempt: number,
    history: Extract<Effect, { type: 'respond' }>['history'],
    signal: AbortSignal,
  ): Promise<void> {
    const { model, brief, tools, temperature = null, holdBack, onEvent } = this.#deps;
    const words = new HeldWords((text) => {
      if (!signal.aborted) onEvent({ type: 'engine.agentText', itemId, text });
    });
    try {
      words.hold(holdBack?.(history));
      const request = { brief, prompt: this.#prompt, history, tools, temperature };
      for await (const part of model.reply(request, signal)) {
        if (signal.aborted) return;
        if (part.type === 'text') words.push(part.text);
        else {
          onEvent({ type: 'engine.toolCall', itemId, call: part.call });
          words.hold(holdBack?.(history));
        }
      }
      await words.passed();
      if (signal.aborted) return;
      onEvent({ type: 'engine.done', itemId });
    } catch (error) {
      if (!signal.aborted) this.#fail(itemId, attempt, error);
    }
  }

  #fail(itemId: string, attempt: number, error: unknown): void {
    const failure =
      error instanceof ModelFailure
        ? error
        : new ModelFailure('unusable', 'The language model failed.', error);
    const { kind, retryable } = failure;
    this.#deps.log.warn(
      { err: failure, kind, attempt, model: this.#deps.model.name },
      'the language model failed to answer',
    );
    this.#deps.onEvent({ type: 'engine.failed', itemId, kind, retryable });
  }
}
