import type { Step } from './script.ts';

/** What a clause of the instructions means. */
export type Meaning =
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  | { readonly kind: 'fact'; readonly text: string }
  /** A note without a verb. */
  | { readonly kind: 'topic'; readonly text: string }
  /** How to behave, or who to reach: nothing to say on the call. */
  | { readonly kind: 'nothing' };

export const nothingToSay: Meaning = { kind: 'nothing' };
export const steps = (...values: readonly Step[]): Meaning => ({ kind: 'steps', steps: values });

const finite =
  /\b(?:is|are|was|were|am|be|has|have|had|will|would|can|could|should|must|may|might|do|does|did|needs?|takes?|costs?|closes?|opens?|starts?|ends?|begins?|comes?|goes?|wants?|gives?|gets?|makes?|lives?|works?|runs?|expires?|arrives?|came|went|took|made|got|paid|sent|found|left|broke|fell|began|became|gave|bought|brought|kept|lost|ran|sold|\p{L}{3,}ed|\p{L}+n['’]t|\p{L}+['’](?:s|re|ve|ll|d)) /iu;

export function hasVerb(text: string): boolean {
  return finite.test(`${text} `);
}

/** Whether a text is a sentence and not just a noun phrase. */
export function isClause(text: string): boolean {
  return hasVerb(text) || /^(?:you|we|they|there|it|your \p{L}+|hello|thank)\b/iu.test(text);
}
