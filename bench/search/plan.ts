import { sizeSetting } from '../size-settings.ts';

export interface Plan {
  readonly calls: number;
  /** Answers of each kind. */
  readonly answers: number;
  /** Calls that are placed with and without what search adds, in pairs of slices. */
  readonly placed: number;
  /** Conversations and documents whose cost is compared. */
  readonly conversations: number;
  readonly documents: number;
}

export const fullPlan: Plan = {
  calls: 1_000_000,
  answers: 100,
  placed: 200,
  conversations: 30,
  documents: 3_000,
};
export const smokePlan: Plan = { calls: 600, answers: 2, placed: 4, conversations: 1, documents: 20 };

/** For another size: SEARCH_CALLS=50000 npm run bench -- search */
export const sized = (plan: Plan): Plan => ({
  ...plan,
  calls: sizeSetting('SEARCH_CALLS') ?? plan.calls,
});
