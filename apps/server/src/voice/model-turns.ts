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
  /** What the answer has to wait for; null or left out: nothing. */
  beforeAnswer?(history: readonly ConversationEntry[]): Promise<void> | null;
  onEvent(event: EngineEvent): void;
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
    const { model, brief, tools, temperature = null, beforeAnswer, onEvent } = this.#deps;
    try {
      const waited = beforeAnswer?.(history);
      if (waited) await waited;
      if (signal.aborted) return;
      const request = { brief, prompt: this.#prompt, history, tools, temperature };
      for await (const part of model.reply(request, signal)) {
        if (signal.aborted) return;
        if (part.type === 'text') onEvent({ type: 'engine.agentText', itemId, text: part.text });
        else onEvent({ type: 'engine.toolCall', itemId, call: part.call });
      }
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
