import { waitByAge } from '../wait-by-age.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Between the end of a call, or the question before, and the next question for its price. Together about a day. */
const gapsMs = [minute, 2 * minute, 5 * minute, 15 * minute, hour, 3 * hour, 8 * hour, 12 * hour];

const allGapsMs = gapsMs.reduce((sum, gap) => sum + gap, 0);

/** When another server may ask, where this one cannot; null: nobody has asked for as long as all questions take. */
export function questionOfOthers(endedAt: Date, now: Date): Date | null {
  const age = now.getTime() - endedAt.getTime();
  return age < allGapsMs ? new Date(now.getTime() + waitByAge(age, minute)) : null;
}

/** When the carrier is asked next, after so many questions without an answer; null: no more. */
export function nextQuestion(asked: number, now: Date): Date | null {
  const gap = gapsMs[asked];
  return gap === undefined ? null : new Date(now.getTime() + gap);
}
