import type { Clock } from '../../ports/clock.ts';
import type { ConversationEntry, OnTokens } from '../../ports/language-model.ts';
import type { Log } from '../../ports/log.ts';
import type {
  SpeechBrief,
  SpeechCounts,
  SpeechEngine,
  SpeechEvent,
  SpeechLoss,
  SpeechSession,
} from '../../ports/speech-engine.ts';
import { applyEngineEffect, type EngineEffect } from './apply-engine-effect.ts';

export interface EngineConnectionDeps {
  readonly engine: SpeechEngine;
  readonly brief: Omit<SpeechBrief, 'history'>;
  readonly clock: Clock;
  readonly log: Log;
  /** The conversation so far, for a connection that replaces a lost one, or a session that resumes one. */
  history(): readonly ConversationEntry[];
  onEvent(event: SpeechEvent): void;
  /** The connection is lost and is not replaced. */
  onGone(): void;
  readonly onTokens?: OnTokens;
}

/** A connection that lasted this long may be replaced, even if it is itself a replacement. */
const healthyMs = 60_000;

/**
 * The connection to the speech engine. A connection lost with a retryable error is replaced, with the history, and
 * open answers are requested again; a replacement that is lost within `healthyMs` is not replaced.
 */
export class EngineConnection {
  readonly #deps: EngineConnectionDeps;
  #session: SpeechSession;
  #connectedAt = 0;
  #replaced = false;
  #earlierCounts: SpeechCounts = { framesSent: 0, framesDropped: 0 };

  constructor(deps: EngineConnectionDeps) {
    this.#deps = deps;
    this.#session = this.#connect(deps.history());
  }

  /** Audio of the other party. */
  appendAudio(payload: string): void {
    this.#session.appendAudio(payload);
  }

  handle(effect: EngineEffect): void {
    applyEngineEffect(this.#session, effect);
  }

  counts(): SpeechCounts {
    const { framesSent, framesDropped } = this.#session.counts();
    return {
      framesSent: this.#earlierCounts.framesSent + framesSent,
      framesDropped: this.#earlierCounts.framesDropped + framesDropped,
    };
  }

  close(): void {
    this.#session.close();
  }

  #connect(history: readonly ConversationEntry[]): SpeechSession {
    const { engine, brief, clock, onEvent, onTokens } = this.#deps;
    this.#connectedAt = clock.now().getTime();
    return engine.connect(
      { ...brief, history },
      {
        event: onEvent,
        lost: (loss) => this.#lose(loss),
        ...(onTokens && { tokens: onTokens }),
      },
    );
  }

  #lose({ kind, retryable, openItems, detail }: SpeechLoss): void {
    const { clock, log, onEvent, onGone, history } = this.#deps;
    const healthy = clock.now().getTime() - this.#connectedAt >= healthyMs;
    const willReconnect = retryable && (healthy || !this.#replaced);
    if (!willReconnect) {
      log.warn({ kind, detail }, 'connection to the speech engine lost; the call is ended');
      onGone();
      return;
    }
    log.warn({ kind, detail }, 'connection to the speech engine lost; opening a new one');
    this.#replaced = true;
    this.#earlierCounts = this.counts();
    this.#session = this.#connect(history());
    for (const itemId of openItems) onEvent({ type: 'engine.failed', itemId, kind, retryable: true });
  }
}
