import type {
  CallDirection,
  CostState,
  ExchangeRate,
  ModelPrices,
  Prices,
  VoiceEngine,
} from '@parley/contract';
import { converted, scaled } from './money.ts';

export interface CostPart {
  readonly micros: number;
  readonly state: CostState;
}

const nothing: CostPart = { micros: 0, state: 'none' };

/** Tokens of a model on a call; `exact` is false where they are counted from the text or a part was lost. */
export interface ModelUse {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly audioInputTokens: number;
  readonly audioOutputTokens: number;
  readonly exact: boolean;
}

export interface CostFacts {
  readonly direction: CallDirection;
  readonly engine: VoiceEngine;
  /** Of the sandbox: its carrier charges nothing. */
  readonly sandbox: boolean;
  /** From the answer to the end; null for a call that nobody answered, which the carrier does not charge. */
  readonly seconds: number | null;
  readonly reported: { readonly micros: number; readonly currency: string } | null;
  readonly usage: readonly ModelUse[];
  /** The summary or the reading of the outcome has not been done yet. */
  readonly moreUsageComes: boolean;
  readonly currency: string;
  readonly prices: Prices;
  readonly rates: readonly ExchangeRate[];
}

/** What a call cost, as far as it is known (CO1 to CO6). */
export function costOfCall(facts: CostFacts): { readonly carrier: CostPart; readonly model: CostPart } {
  return { carrier: carrierCost(facts), model: modelCost(facts) };
}

function carrierCost(facts: CostFacts): CostPart {
  const { sandbox, seconds, reported, currency, rates, prices, direction, engine } = facts;
  if (sandbox) return nothing;
  const final = reported && converted(reported, currency, rates);
  if (final !== null) return { micros: final, state: 'final' };
  if (seconds === null) return nothing;
  const perMinute = minutePrice(prices, direction, engine);
  return perMinute === null ? nothing : { micros: Math.ceil(seconds / 60) * perMinute, state: 'estimate' };
}

/** Null where the organization has not entered what a minute costs. */
function minutePrice({ carrier }: Prices, direction: CallDirection, engine: VoiceEngine): number | null {
  const line = direction === 'inbound' ? carrier.inboundPerMinute : carrier.outboundPerMinute;
  const speech = engine === 'relay' ? carrier.relayPerMinute : carrier.streamPerMinute;
  return line === null ? null : line + (speech ?? 0);
}

const perMillion = 1_000_000;

function modelCost({ usage, prices, moreUsageComes }: CostFacts): CostPart {
  const parts = usage.map((use) => ({ use, micros: tokenCost(use, prices.models) }));
  const priced = parts.filter((part) => part.micros !== null);
  if (priced.length === 0) return nothing;
  const isFinal = !moreUsageComes && priced.length === parts.length && usage.every(({ exact }) => exact);
  const micros = priced.reduce((sum, part) => sum + (part.micros ?? 0), 0);
  return { micros, state: isFinal ? 'final' : 'estimate' };
}

/** Null where a price is missing that the tokens need. */
function tokenCost(use: ModelUse, models: readonly ModelPrices[]): number | null {
  const price = models.find(({ model }) => model === use.model);
  if (!price) return null;
  const kinds = [
    [use.inputTokens, price.inputPerMillion],
    [use.outputTokens, price.outputPerMillion],
    // Audio is counted as text where it has no price of its own.
    [use.audioInputTokens, price.audioInputPerMillion ?? price.inputPerMillion],
    [use.audioOutputTokens, price.audioOutputPerMillion ?? price.outputPerMillion],
  ] as const;
  let micros = 0;
  for (const [tokens, each] of kinds) {
    if (tokens === 0) continue;
    if (each === null) return null;
    micros += scaled(tokens, each, perMillion);
  }
  return micros;
}

/** As long as a call is taken to be before it has happened. */
export const expectedMinutes = 3;

/** What a call that is to be placed is expected to cost at the carrier; 0 where no price is entered. */
export function expectedCost(
  prices: Prices,
  { engine, sandbox }: Pick<CostFacts, 'engine' | 'sandbox'>,
): number {
  return sandbox ? 0 : (minutePrice(prices, 'outbound', engine) ?? 0) * expectedMinutes;
}
