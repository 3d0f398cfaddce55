import { createHash } from 'node:crypto';
import { equalInConstantTime } from '../../lib/constant-time.ts';
import type { AccountStore } from '../../ports/accounts.ts';
import type { Visitor } from '../../ports/identity.ts';
import type { Log } from '../../ports/log.ts';

/** The first account becomes the administrator, so it needs a code unless it is created on the server's machine. */
export interface FirstAccountRule {
  /** Printed for the operator of the server, and required to create the first account. */
  readonly code: string;
  /** Codes that servers with another AUTH_SECRET print while the deployment moves from one to the next. */
  readonly otherCodes?: readonly string[];
  /** True where the settings make this server reachable from other machines; otherwise a local visitor needs no code. */
  readonly codeAlwaysRequired: boolean;
}

export interface FirstAccountGuard {
  /** Whether this visitor would need the code now. */
  needsCode(visitor: Visitor): Promise<boolean>;
  /** Whether this visitor may create an account with the given code. */
  maySignUp(visitor: Visitor, given: unknown): Promise<boolean>;
}

export function guardFirstAccount(
  { code, otherCodes = [], codeAlwaysRequired }: FirstAccountRule,
  accounts: Pick<AccountStore, 'firstAccountTaken'>,
  log: Log,
): FirstAccountGuard {
  let taken = false;
  let logged = codeAlwaysRequired;
  const needsCode = async ({ local }: Visitor) => {
    if (local && !codeAlwaysRequired) return false;
    taken ||= await accounts.firstAccountTaken();
    if (taken) return false;
    // Logged only now: without codeAlwaysRequired the code is not printed at start.
    if (!logged)
      log.warn({}, `sign-up from another machine needs the one-time code for the first account: ${code}`);
    logged = true;
    return true;
  };
  return {
    needsCode,
    maySignUp: async (visitor, given) =>
      [code, ...otherCodes].some((wanted) => isSame(given, wanted)) || !(await needsCode(visitor)),
  };
}

/** Compares digests, so that the time does not depend on the given code. */
function isSame(given: unknown, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return typeof given === 'string' && equalInConstantTime(digest(given), digest(wanted));
}
