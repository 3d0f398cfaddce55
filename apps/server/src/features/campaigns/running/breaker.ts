import type { AttemptResult, CampaignPolicy, PauseReason } from '@parley/contract';

/** Of the last attempts, the latest first. */
export interface RecentAttempt {
  readonly at: Date;
  readonly result: AttemptResult;
}

/** Shares in per cent. */
export interface BreakerFigures {
  readonly calls: number;
  readonly failures: number;
  readonly hangUps: number;
  readonly optOuts: number;
}

/** Why a campaign is paused, with the figures for the sentence. */
export interface BreakerVerdict {
  readonly reason: Extract<PauseReason, `breaker_${string}`>;
  readonly count: number;
  readonly of: number;
  /** In per cent. */
  readonly limit: number;
}

/** Of fewer attempts nothing is concluded. */
export const leastAttempts = 10;

const kinds = {
  optOuts: { reason: 'breaker_opt_outs', results: ['opted_out'] },
  hangUps: { reason: 'breaker_hang_ups', results: ['hung_up_early'] },
  failures: { reason: 'breaker_failures', results: ['failed', 'not_counted', 'bad_number'] },
} as const satisfies Record<string, { reason: BreakerVerdict['reason']; results: readonly AttemptResult[] }>;
type Kind = keyof typeof kinds;

/**
 * What is looked at: the last so many attempts since somebody started or resumed the campaign. What was before has been
 * looked at by a person.
 */
function counted(attempts: readonly RecentAttempt[], since: Date, calls: number) {
  const recent = attempts
    .filter(({ at }) => at >= since)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, calls);
  const count = (kind: Kind) => {
    const results: readonly AttemptResult[] = kinds[kind].results;
    return recent.filter(({ result }) => results.includes(result)).length;
  };
  return { of: recent.length, count, isEnough: recent.length >= Math.min(calls, leastAttempts) };
}

/** Null: there are too few attempts. */
export function breakerFigures(
  attempts: readonly RecentAttempt[],
  since: Date,
  policy: CampaignPolicy['breaker'],
): BreakerFigures | null {
  const { of, count, isEnough } = counted(attempts, since, policy.calls);
  if (!isEnough) return null;
  const share = (kind: Kind) => Math.round((count(kind) * 1_000) / of) / 10;
  return { calls: of, failures: share('failures'), hangUps: share('hangUps'), optOuts: share('optOuts') };
}

/** Null: nothing is wrong, or there are too few attempts to say so. */
export function breakerVerdict(
  attempts: readonly RecentAttempt[],
  since: Date,
  policy: CampaignPolicy['breaker'],
): BreakerVerdict | null {
  const { of, count, isEnough } = counted(attempts, since, policy.calls);
  if (!isEnough) return null;
  // What people ask for comes before what is wrong with the lines.
  for (const kind of ['optOuts', 'hangUps', 'failures'] as const) {
    const limit = policy[kind];
    if (count(kind) * 100 > limit * of) return { reason: kinds[kind].reason, count: count(kind), of, limit };
  }
  return null;
}
