import { isReachable, type TransferChoice } from './manners.ts';
import type { SessionState } from './state.ts';

/** The agent's one number, where it has no names. */
const onlyNumber: TransferChoice = { name: null, when: '', reach: 'always' };

/** Whom the other party can be connected with, at any time. */
export function transferChoices({ settings }: SessionState): readonly TransferChoice[] {
  if (!settings.canTransfer) return [];
  const { transfers } = settings.manners;
  return transfers.length > 0 ? transfers : [onlyNumber];
}

export function isReachableNow(choice: TransferChoice, { liveAt }: SessionState, at: number): boolean {
  return isReachable(choice, Math.max(0, at - liveAt));
}

/** The first who can be reached now; null where nobody can. */
export function firstReachable(state: SessionState, at: number): TransferChoice | null {
  return transferChoices(state).find((choice) => isReachableNow(choice, state, at)) ?? null;
}
