import type { CallTokens, TokenUse } from '../../../ports/call-costs.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LanguageModel, ReplyRequest, ReportedTokens } from '../../../ports/language-model.ts';
import type { Log } from '../../../ports/log.ts';
import type { SessionKey } from '../../../ports/session-directory.ts';

export interface TokenMeterDeps {
  readonly session: SessionKey;
  readonly tokens: Pick<CallTokens, 'set'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A server that is killed loses the tokens of so long at most. */
const storeMs = 15_000;
/** Of a reply that was cancelled before its provider reported its tokens: it is one of a few sentences, heard in part. */
const cancelledOutput = 50;

const nothing: TokenUse = {
  ...{ requests: 0, inputTokens: 0, outputTokens: 0, audioInputTokens: 0, audioOutputTokens: 0, exact: true },
};

/** Counts the tokens of one voice session. They are stored now and then, and completely at its end (CO4). */
export class TokenMeter {
  readonly #deps: TokenMeterDeps;
  readonly #used = new Map<string, TokenUse>();
  /** Requests whose provider has not reported yet, with what their input is taken to be. */
  readonly #unreported = new Map<ReplyRequest, { readonly model: string; readonly inputTokens: number }>();
  #cancelTimer: (() => void) | null = null;
  #over = false;
  #stored: Promise<void> = Promise.resolve();

  constructor(deps: TokenMeterDeps) {
    this.#deps = deps;
  }

  /** The reply itself passes through as it is: text reaches the session by no further step. */
  around(model: LanguageModel): LanguageModel {
    if (model.free) return model;
    const { name } = model;
    return {
      name,
      reply: (request, signal) => {
        const counted: ReplyRequest = {
          ...request,
          onTokens: (tokens) => {
            this.#unreported.delete(counted);
            this.reportTokens(tokens);
          },
        };
        this.#unreported.set(counted, { model: name, inputTokens: inputTokensOf(request) });
        this.#storeSoon();
        return model.reply(counted, signal);
      },
    };
  }

  reportTokens(tokens: ReportedTokens): void {
    this.#used.set(tokens.model, added(this.#used.get(tokens.model) ?? nothing, tokens, true));
    this.#storeSoon();
  }

  /** The session is over: stores everything. */
  async settled(): Promise<void> {
    this.#over = true;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    await this.#stored;
    await this.#store(true);
  }

  /** What is reported after the end is part of the whole as well. */
  #storeSoon(): void {
    this.#cancelTimer ??= this.#deps.clock.after(storeMs, () => {
      this.#cancelTimer = null;
      this.#stored = this.#store(this.#over).catch((err: unknown) => {
        const { callId } = this.#deps.session;
        this.#deps.log.warn({ err, callId }, 'model tokens of a call not stored; will be retried');
        this.#storeSoon();
      });
    });
  }

  /** Until the session is over it is not exact: whatever comes after may be lost with its server. */
  async #store(over: boolean): Promise<void> {
    const { session, tokens } = this.#deps;
    const { tenantId, callId } = session;
    const all = new Map(this.#used);
    for (const { model, inputTokens } of this.#unreported.values()) {
      const cancelled = { model, inputTokens, outputTokens: cancelledOutput };
      all.set(model, added(all.get(model) ?? nothing, cancelled, false));
    }
    for (const [model, use] of all)
      await tokens.set(
        { tenantId, callId },
        `session/${session.session}`,
        model,
        over ? use : { ...use, exact: false },
        over,
      );
  }
}

function added(use: TokenUse, tokens: ReportedTokens, exact: boolean): TokenUse {
  return {
    requests: use.requests + 1,
    inputTokens: use.inputTokens + tokens.inputTokens,
    outputTokens: use.outputTokens + tokens.outputTokens,
    audioInputTokens: use.audioInputTokens + (tokens.audioInputTokens ?? 0),
    audioOutputTokens: use.audioOutputTokens + (tokens.audioOutputTokens ?? 0),
    exact: use.exact && exact,
  };
}

/** One token for every four characters, as tries count them. */
function inputTokensOf({ prompt, history }: ReplyRequest): number {
  const said = history.reduce((sum, entry) => sum + ('text' in entry ? entry.text.length : 20), 0);
  return Math.ceil((prompt.length + said) / 4);
}
