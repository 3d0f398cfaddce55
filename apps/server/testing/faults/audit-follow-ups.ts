import { requestReasons } from '@parley/contract';
import type { DatabaseState } from './evidence.ts';
import type { Findings } from './properties.ts';

const requests: ReadonlySet<string> = new Set(requestReasons);

/** Compares each call that was talked on with what it has left to do (FU2). */
export function auditFollowUps(
  { rows, followUps, optOutsUnconfirmed }: DatabaseState,
  findings: Findings,
): void {
  const unconfirmed = new Set(optOutsUnconfirmed);
  const byCall = Map.groupBy(followUps, ({ callId }) => callId);
  for (const { id, answered } of rows) {
    if (!answered) continue;
    const own = byCall.get(id) ?? [];
    const reasons = own.map(({ reason }) => reason);
    const fits =
      new Set(reasons).size === reasons.length &&
      reasons.filter((reason) => requests.has(reason)).length <= 1 &&
      own.every(({ events }) => events === 1) &&
      (!unconfirmed.has(id) || reasons.includes('opt_out_unconfirmed'));
    findings.check('followUps', id, fits, () => {
      const told = own.map(({ reason, events }) => `${reason} (told ${events} times)`).join(', ') || 'none';
      return unconfirmed.has(id) ? `asked not to be called; follow-ups: ${told}` : `follow-ups: ${told}`;
    });
  }
}
