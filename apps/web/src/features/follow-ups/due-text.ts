const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long until it is due, or since: in 10 min, now, 2 h late. */
export function dueText(dueAt: string, now: number): string {
  const due = Date.parse(dueAt);
  if (Number.isNaN(due)) return '';
  const distance = Math.abs(due - now);
  if (distance < minuteMs) return 'now';
  return due > now ? `in ${spanText(distance)}` : `${spanText(distance)} late`;
}

/** Rounded down, so that what is shown has always passed in full. */
function spanText(ms: number): string {
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h`;
  const days = Math.floor(ms / dayMs);
  return days === 1 ? '1 day' : `${days} days`;
}

export function isLate(dueAt: string, now: number): boolean {
  return Date.parse(dueAt) < now - minuteMs;
}
