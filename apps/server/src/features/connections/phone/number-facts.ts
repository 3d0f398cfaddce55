import { type NumberFacts, sameWebhooks } from '@parley/contract';
import { PhoneAccountFailed } from '../../../ports/phone-account.ts';
import { chosenNumbers } from './given-up.ts';
import type { KnownPhone } from './number-work.ts';

/**
 * Where calls to the chosen numbers go, as the carrier says now. What is stored does not tell: the public address may be
 * another one by now, and then calls go to the old one.
 */
export async function numberFacts({
  stored,
  account,
}: {
  readonly stored: Pick<KnownPhone['stored'], 'numbers' | 'settings'>;
  readonly account: Pick<KnownPhone['account'], 'numbers' | 'ownWebhooks'>;
}): Promise<NumberFacts[]> {
  const chosen = chosenNumbers(stored);
  if (chosen.length === 0) return [];
  const owned = await account.numbers().catch((error: unknown) => {
    if (error instanceof PhoneAccountFailed) return null;
    throw error;
  });
  if (owned === null) return chosen.map(({ number }) => ({ number, pointsHere: null }));
  const ours = account.ownWebhooks();
  return chosen.map(({ number, sid }) => {
    const found = owned.find((one) => one.sid === sid);
    const pointsHere = found !== undefined && sameWebhooks(found.webhooks, ours);
    return { number, pointsHere, atCarrier: found ? { voice: found.voice } : null };
  });
}
