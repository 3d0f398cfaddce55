import * as z from 'zod/mini';

/** `final`: as the carrier told it, or with all tokens counted. `none`: nothing to pay, or no price is known. */
export const costState = z.enum(['estimate', 'final', 'none']);
export type CostState = z.infer<typeof costState>;

const part = z.object({ micros: z.int(), state: costState });

/** What a call cost, in millionths of the currency's unit (docs/cost.md). */
export const callCost = z.object({
  currency: z.string(),
  carrier: part,
  model: part,
  /** What the carrier told in a currency that the organization has no exchange rate for. */
  told: z.nullable(z.object({ micros: z.int(), currency: z.string() })),
  /** Of the conversation, its summary and the readings of its outcome. */
  tokens: z.object({ input: z.int(), output: z.int() }),
});
export type CallCost = z.infer<typeof callCost>;

/** Both parts together, and whether a part of it is an estimate. */
export function totalOf({ carrier, model }: Pick<CallCost, 'carrier' | 'model'>): {
  readonly micros: number;
  readonly state: CostState;
} {
  const states = [carrier.state, model.state];
  const state = states.includes('estimate') ? 'estimate' : states.includes('final') ? 'final' : 'none';
  return { micros: carrier.micros + model.micros, state };
}
