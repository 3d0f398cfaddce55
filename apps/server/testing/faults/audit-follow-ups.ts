import { requestReasons } from '@parley/contract';
import { otherPartyResponded } from '../../src/lib/other-party.ts';
import type { DatabaseState } from './evidence.ts';
import type { Findings } from './properties.ts';
import { callBackRequest } from './simulated-parties.ts';

const requests: ReadonlySet<string> = new Set(requestReasons);

/** Each call on which the other party said something has one outcome (OC3). */
export function auditOutcomes({ rows, entries, events }: DatabaseState, findings: Findings): void {
  const byCall = Map.groupBy(entries, ({ callId }) => callId);
  for (const { id, answered, outcomeState } of rows) {
    const transcript = byCall.get(id) ?? [];
    const told = (events.get(id) ?? []).filter(({ type }) => type === 'call.outcome').length;
    const isRead = outcomeState === 'ready' && told === 1;
    const isNone = outcomeState === 'none' && told === 0;
    const fits = isRead || (isNone && !(answered && otherPartyResponded({ transcript })));
    findings.check(
      'outcomes',
      id,
      fits,
      () => `${outcomeState}, told ${told} times, ${transcript.length} entries`,
    );
  }
}

/** Compares each call that was talked on with what it has left to do (FU2). */
export function auditFollowUps(
  { rows, entries, followUps, optOutsUnconfirmed }: DatabaseState,
  findings: Findings,
): void {
  const unconfirmed = new Set(optOutsUnconfirmed);
  const wantCallBack = new Set(
    entries.flatMap(({ speaker, message, callId }) =>
      speaker === 'user' && message.includes(callBackRequest) ? [callId] : [],
    ),
  );
  const byCall = Map.groupBy(followUps, ({ callId }) => callId);
  for (const { id, answered } of rows) {
    if (!answered) continue;
    const own = byCall.get(id) ?? [];
    const reasons = own.map(({ reason }) => reason);
    const requested = reasons.filter((reason) => requests.has(reason)).length;
    const fits =
      new Set(reasons).size === reasons.length &&
      requested <= 1 &&
      (!wantCallBack.has(id) || requested === 1) &&
      own.every(({ events }) => events === 1) &&
      (!unconfirmed.has(id) || reasons.includes('opt_out_unconfirmed'));
    findings.check('followUps', id, fits, () => {
      const told = own.map(({ reason, events }) => `${reason} (told ${events} times)`).join(', ') || 'none';
      const asked = [
        ...(unconfirmed.has(id) ? ['asked not to be called; '] : []),
        ...(wantCallBack.has(id) ? ['asked to be called back; '] : []),
      ];
      return `${asked.join('')}follow-ups: ${told}`;
    });
  }
}
