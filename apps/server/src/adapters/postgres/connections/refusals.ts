import type { ChangeRefused } from '../../../ports/connections.ts';
import { Refused } from './writing.ts';

/**
 * Runs a transaction and turns what it refuses into a value. Two at one moment are told apart by unique indexes: the
 * second waits for the first, and is refused.
 */
export async function refusing<T>(
  transaction: () => Promise<T>,
  claimedNumber: () => Promise<string | null> = async () => null,
): Promise<T | ChangeRefused> {
  try {
    return await transaction();
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    switch (violatedIndex(error)) {
      case 'connections_account':
        return { kind: 'account_taken' };
      case 'connections_active':
        return { kind: 'stale' };
      case 'connections_of_deployment':
        return { kind: 'one_organization_only' };
      case 'phone_numbers_connected':
      case 'phone_numbers_account':
        return { kind: 'number_claimed', number: (await claimedNumber()) ?? '' };
      default:
        throw error;
    }
  }
}

function violatedIndex(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code, constraint } = each as { code?: string; constraint?: string };
    if (code === '23505') return constraint;
  }
  return undefined;
}
