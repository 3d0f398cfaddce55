/** What a page shows that nobody has used for a while. */
export type IdleState =
  | { kind: 'active'; nextInMs: number }
  | { kind: 'warning'; secondsLeft: number }
  | { kind: 'ended' };

/** How long before the end the page warns: two minutes, or one where people have only a few. */
export function warningMs(idleMinutes: number): number {
  return (idleMinutes > 10 ? 2 : 1) * 60_000;
}

export function idleStateAt(now: number, activeAt: number, idleMinutes: number): IdleState {
  const left = activeAt + idleMinutes * 60_000 - now;
  if (left <= 0) return { kind: 'ended' };
  const untilWarning = left - warningMs(idleMinutes);
  return untilWarning > 0
    ? { kind: 'active', nextInMs: untilWarning }
    : { kind: 'warning', secondsLeft: Math.ceil(left / 1000) };
}
