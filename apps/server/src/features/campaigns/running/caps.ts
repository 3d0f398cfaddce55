import type { CampaignPolicy, ConsentPurpose, WaitReason } from '@parley/contract';
import { stateOfNumber } from '../../../lib/calling-hours/number-places.ts';
import { dayMs, hourMs } from './open-times.ts';

/** An attempt of any campaign with the same purpose to call the person. Those that do not count are left out. */
export interface PastAttempt {
  readonly at: Date;
  /** False: the line was busy, so the phone did not ring. */
  readonly rang: boolean;
}

export interface CapInput {
  readonly now: Date;
  readonly number: string;
  readonly purpose: ConsentPurpose;
  readonly attemptsOfPerson: readonly PastAttempt[];
  /** When any campaign has called the number, whoever was asked for. Attempts that do not count are left out. */
  readonly attemptsOfNumber: readonly Date[];
  readonly policy: Pick<CampaignPolicy, 'caps'>;
}

interface Wait {
  readonly reason: WaitReason;
  readonly until: number;
}

/** Automated or sales calls on one subject, where the law of a state counts them. */
export const stateCaps: Readonly<Record<string, { readonly attempts: number; readonly withinMs: number }>> = {
  ...{ FL: { attempts: 3, withinMs: dayMs }, OK: { attempts: 3, withinMs: dayMs } },
  ...{ MD: { attempts: 3, withinMs: dayMs }, ME: { attempts: 1, withinMs: 8 * hourMs } },
};

/** Why somebody was called often enough for now. Of several reasons the one that ends last; of those, the first. Null: none. */
export function capOf(input: CapInput): Wait | null {
  const at = input.now.getTime();
  const waits = [...waitsForPerson(input), ...waitsForNumber(input)].filter(({ until }) => until > at);
  const last = Math.max(...waits.map(({ until }) => until));
  return waits.find(({ until }) => until === last) ?? null;
}

function waitsForPerson({ attemptsOfPerson, purpose, number, policy }: CapInput): Wait[] {
  const { attempts, days, gapHours } = policy.caps;
  const ofState = purpose === 'sales' ? stateCaps[stateOfNumber(number) ?? ''] : undefined;
  const caps = [{ attempts, withinMs: days * dayMs }, ...(ofState ? [ofState] : [])];
  const times = attemptsOfPerson.map((attempt) => attempt.at.getTime());
  const rang = attemptsOfPerson.filter((attempt) => attempt.rang).map((attempt) => attempt.at.getTime());
  return [
    ...caps.map((cap) => ({ reason: 'cap' as const, until: freeAgain(times, cap.attempts, cap.withinMs) })),
    { reason: 'gap', until: freeAgain(rang, 1, gapHours * hourMs) },
  ];
}

/** People who share a number have their turns, but their phone does not ring the more often for that. */
function waitsForNumber({ attemptsOfNumber, policy }: CapInput): Wait[] {
  const times = attemptsOfNumber.map((at) => at.getTime());
  return [{ reason: 'number_cap', until: freeAgain(times, policy.caps.perNumber, dayMs) }];
}

/** When the oldest of the last so many calls is that old. */
function freeAgain(times: readonly number[], attempts: number, withinMs: number): number {
  const latestFirst = times.toSorted((a, b) => b - a);
  return (latestFirst[attempts - 1] ?? Number.NEGATIVE_INFINITY) + withinMs;
}
