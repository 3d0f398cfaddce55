import type { CostState, Spending } from '@parley/contract';
import type { CallRecord } from './call.ts';
import type { ReportedTokens } from './language-model.ts';
import type { CallKey } from './transcript-store.ts';

/** What a carrier charges, as it reported it. */
export interface ReportedPrice {
  readonly micros: number;
  readonly currency: string;
}

/** Tokens that a model has used. Those of audio are counted apart from text. */
export interface TokenUse {
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly audioInputTokens: number;
  readonly audioOutputTokens: number;
  /** False: counted from the text, or a part may have been lost. */
  readonly exact: boolean;
}

export interface SettledCost {
  readonly micros: number;
  readonly carrierState: CostState;
  readonly modelState: CostState;
  /** Of the organization, where it has a limit. */
  readonly spending: Spending | null;
}

export interface PriceQuestion extends Pick<CallRecord, 'carrier' | 'carrierAccount'> {
  readonly carrierSid: string;
  readonly asked: number;
  readonly endedAt: Date;
}

/** What calls cost (docs/cost.md). Each function decides from what is stored, so that it can be repeated. */
export interface CallCosts {
  /**
   * Computes what the call cost, as far as it is known by now, and lets go of what was reserved for it. Null: it is not over,
   * is gone, or was a try.
   */
  settle(call: CallKey, now: Date, reported?: ReportedPrice): Promise<SettledCost | null>;
  /** What to ask the carrier; null: nothing any more, or not yet. */
  question(call: CallKey, now: Date): Promise<PriceQuestion | null>;
  /** The carrier has not reported the price: it is asked again then, or never. */
  postpone(call: CallKey, question: PriceQuestion, at: Date | null): Promise<void>;
  /** This server cannot ask the carrier, another one may: the same without counting a question. */
  leaveToOthers(call: CallKey, question: PriceQuestion, at: Date): Promise<void>;
  /** All that a voice session has used so far. */
  setUse(call: CallKey, source: string, model: string, use: TokenUse): Promise<void>;
  /** What one more request of a job has used. */
  addUse(call: CallKey, source: string, model: string, use: TokenUse): Promise<void>;
}

/** What counts tokens reports here. */
export interface CallTokens {
  /** All that a voice session has used of a model so far; `over`: it has ended. */
  set(call: CallKey, source: string, model: string, use: TokenUse, over: boolean): Promise<void>;
  /** What a request of a job has used. */
  add(call: CallKey, source: string, tokens: ReportedTokens): Promise<void>;
}
