/** From what was typed, in the zone of the browser, to an instant; null stands for now. */
export function startTime(typed: string | null, now: number): { at: string | null } | { mistake: string } {
  if (typed === null) return { at: null };
  const at = new Date(typed);
  if (typed === '' || Number.isNaN(at.getTime())) return { mistake: 'Choose a day and a time.' };
  if (at.getTime() <= now) return { mistake: 'This time has passed. Choose a later one, or start now.' };
  return { at: at.toISOString() };
}
