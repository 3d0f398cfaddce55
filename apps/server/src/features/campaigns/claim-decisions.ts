import type { Campaign } from '@parley/contract';
import type { Candidate, ClaimContext, ClaimDecision } from '../../ports/campaign-runs.ts';
import { type GateAnswer, gate } from './running/gate.ts';
import { type Bucket, take } from './running/pace.ts';

/** What is the same for all who are looked at together. */
export interface ClaimRules {
  readonly now: Date;
  /** Of the account; null: as many as there are. */
  readonly lines: number | null;
  /** Null: whoever asks for one call does not wait for a token. */
  readonly bucket: Bucket | null;
  /** Calls a minute: those of the policy, or fewer where the account may not so many. */
  readonly pace: number;
  /** How long a conversation typically lasts. */
  readonly typicalMs: number;
  readonly newId: () => string;
}

/** For everybody who comes after as well, so nobody is looked at any more. */
const forAll: ReadonlySet<string> = new Set(['campaign_lines', 'account_lines', 'rate']);

export interface Claims {
  readonly decisions: readonly ClaimDecision[];
  readonly bucket: Bucket | null;
  /** Why nobody else was looked at; null: everybody was. */
  readonly full: GateAnswer | null;
}

/** Who of those whose turn it is is dialled, and why the others are not. */
export function decideClaims(
  candidates: readonly Candidate[],
  { campaign, ofCampaign, ofAccount }: ClaimContext,
  { now, lines, bucket: given, pace, typicalMs, newId }: ClaimRules,
): Claims {
  const decisions: ClaimDecision[] = [];
  const numbers = new Set<string>();
  let bucket = given;
  let dialled = 0;
  for (const candidate of candidates) {
    const token = bucket && take(bucket, now, pace);
    const answer = gate({
      ...inputOf(candidate, campaign, now),
      live: {
        toNumber: candidate.inCall || numbers.has(candidate.number),
        ...{ ofCampaign: ofCampaign + dialled, ofAccount: ofAccount + dialled },
      },
      ...{ lines, typicalMs },
      rate: token && token.wait > 0 ? { at: new Date(now.getTime() + token.wait) } : null,
    });
    if (!answer.dial && forAll.has(answer.reason)) return { decisions, bucket, full: answer };
    decisions.push(decisionOf(candidate.row, answer, newId));
    if (!answer.dial) continue;
    numbers.add(candidate.number);
    dialled += 1;
    bucket = token?.bucket ?? null;
  }
  return { decisions, bucket, full: null };
}

function inputOf(candidate: Candidate, campaign: Campaign, now: Date) {
  const { number, doNotCall, beingErased, consent, zones, reached, past, pastOfNumber, ground, registry } =
    candidate;
  return {
    ...{ now, number, doNotCall, beingErased, consent, zones },
    shiftMs: campaign.pretendMs ?? 0,
    ...{ purpose: campaign.purpose, policy: campaign.policy, declaredGround: ground ?? campaign.ground },
    ...{ registry, reachedBefore: reached, limit: null },
    suppressed: candidate.wrongNumber ? ('wrong_number' as const) : null,
    attemptsOfPerson: past.map(({ at, result }) => ({ at, rang: result !== 'busy' })),
    attemptsOfNumber: pastOfNumber.map(({ at }) => at),
  };
}

function decisionOf(row: number, answer: GateAnswer, newId: () => string): ClaimDecision {
  if (answer.dial) return { row, dial: true, callId: newId() };
  const { state, reason } = answer;
  return {
    ...{ row, dial: false, state, reason },
    nextAt: answer.state === 'pending' ? answer.nextAt : null,
    zone: answer.state === 'pending' ? (answer.zone ?? null) : null,
  };
}
