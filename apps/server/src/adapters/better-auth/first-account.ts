import { createHash, timingSafeEqual } from 'node:crypto';
import type { AccountStore } from '../../ports/accounts.ts';
import type { Visitor } from '../../ports/identity.ts';
import type { Log } from '../../ports/log.ts';

/** Whoever comes first becomes the administrator, so a stranger must not be able to be first. */
export interface FirstAccountRule {
  /** Printed and logged for whoever runs the server, and wanted from whoever makes the first account. */
  readonly code: string;
  /** True where the settings say that others can reach this server; otherwise a local visitor needs no code. */
  readonly codeAlwaysRequired: boolean;
}

export interface FirstAccountGuard {
  /** Whether this visitor would need the code now. */
  needsCode(visitor: Visitor): Promise<boolean>;
  /** Whether this visitor may make an account with what they gave as the code. */
  maySignUp(visitor: Visitor, given: unknown): Promise<boolean>;
}

export function guardFirstAccount(
  { code, codeAlwaysRequired }: FirstAccountRule,
  accounts: Pick<AccountStore, 'firstAccountTaken'>,
  log: Log,
): FirstAccountGuard {
  let taken = false;
  let told = codeAlwaysRequired;
  const needsCode = async ({ local }: Visitor) => {
    if (local && !codeAlwaysRequired) return false;
    taken ||= await accounts.firstAccountTaken();
    if (taken) return false;
    // Where it was not printed at start, nobody expected that it would be needed.
    if (!told)
      log.warn({}, `sign-up from another machine needs the one-time code for the first account: ${code}`);
    told = true;
    return true;
  };
  return {
    needsCode,
    maySignUp: async (visitor, given) => isSame(given, code) || !(await needsCode(visitor)),
  };
}

/** Digests, so that the comparison takes the same time whatever the two have in common. */
function isSame(given: unknown, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(wanted));
}
