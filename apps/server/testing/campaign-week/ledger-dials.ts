import { type CallStatus, isTerminal } from '@parley/contract';
import { type LedgerEntry, pretendedTimes } from '@parley/phone-lab';
import type { Dial } from './evidence.ts';

type Entry<Kind extends LedgerEntry['kind']> = Extract<LedgerEntry, { kind: Kind }>;
const of = <Kind extends LedgerEntry['kind']>(entries: readonly LedgerEntry[], kind: Kind) =>
  entries.filter((entry): entry is Entry<Kind> => entry.kind === kind);

const ourId = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;
const refusal = /do not call me again|stop calling/i;

/** All calls that the carrier was asked to make. `ours`: our ids by the carrier's, as far as we know them. */
export function dialsOf(ledger: readonly LedgerEntry[], ours: ReadonlyMap<string, string>): Dial[] {
  const times = pretendedTimes(ledger);
  const byCall = Map.groupBy(
    ledger.filter(({ callSid }) => callSid !== null),
    ({ callSid }) => callSid ?? '',
  );
  return [...byCall].flatMap(([sid, entries]) => {
    const calls = of(entries, 'call');
    const [first, last] = [calls[0], calls.at(-1)];
    if (!first || !last || first.record.direction !== 'outbound-api') return [];
    const told = of(entries, 'webhook').map(({ url }) => ourId.exec(url)?.[0]);
    return [
      {
        ...{ sid, number: first.record.to, callId: told.find((id) => id) ?? ours.get(sid) ?? null },
        ...{ at: times.get(sid) ?? Number.NaN, createdAt: Date.parse(first.at) },
        endedAt: isTerminal(last.record.status as CallStatus) ? Date.parse(last.at) : null,
        ...{ answered: last.record.answeredAt !== null, status: last.record.status },
        optedOut: isAnswered(of(entries, 'relay')),
      },
    ];
  });
}

/**
 * The refusal came to the agent, and the agent has answered it. What was said into a line that broke is not known to anybody:
 * a session that follows the broken one apologises, and answers nothing.
 */
function isAnswered(messages: readonly Entry<'relay'>[]): boolean {
  let isAsked = false;
  for (const { direction, message } of messages) {
    const { type, voicePrompt = '' } = message as { type?: string; voicePrompt?: string };
    if (direction === 'from-app' && type === 'text' && isAsked) return true;
    if (direction === 'to-app' && type === 'setup') isAsked = false;
    if (direction === 'to-app' && type === 'prompt' && refusal.test(voicePrompt)) isAsked = true;
  }
  return false;
}
