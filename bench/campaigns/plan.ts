export interface Plan {
  readonly people: number;
  readonly few: number;
  readonly pairs: number;
  /** Looks at a campaign, each time that it is its turn. */
  readonly ticks: number;
  readonly sliceMs: number;
  /** Requests of each kind. */
  readonly requests: number;
}

export const fullPlan: Plan = {
  people: 50_000,
  few: 500,
  pairs: 12,
  ticks: 16,
  sliceMs: 4_000,
  requests: 20,
};
export const smokePlan: Plan = { people: 400, few: 20, pairs: 1, ticks: 1, sliceMs: 400, requests: 1 };
