import type { GenericEndpointContext } from 'better-auth';
import { APIError } from 'better-auth/api';
import { recoveryCodeDigest } from '../../lib/recovery-codes.ts';
import { matchingStep } from '../../lib/totp.ts';
import type { Attempt, LoginAttempts } from '../../ports/accounts.ts';
import { clientAddressHeader } from '../../ports/identity.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import type { KnownDevices } from './known-devices.ts';

interface Account {
  readonly id: string;
  readonly email: string;
}

interface CodeCheckDeps {
  readonly factors: SecondFactors;
  readonly attempts: LoginAttempts;
  readonly devices: Pick<KnownDevices, 'recognise'>;
  readonly now: () => number;
}

/** Checks codes of the second factor, each attempt counted before it is made. */
export function createCodeCheck({ factors, attempts, devices, now }: CodeCheckDeps) {
  /** Runs a check that finds null for a wrong code. */
  async function counted<Found>(
    ctx: GenericEndpointContext,
    account: Account,
    check: () => Promise<Found | null>,
  ): Promise<Found> {
    const attempt = attemptOf(ctx, account);
    await consume(attempts, attempt);
    const found = await check().catch(async (error: unknown) => {
      // A used code is no guess.
      await attempts.refund(attempt);
      throw error;
    });
    if (found === null) throw new APIError('FORBIDDEN', { code: 'WRONG_CODE' });
    await attempts.resetCodes(account.email);
    return found;
  }

  function attemptOf({ headers }: GenericEndpointContext, { email }: Account): Attempt {
    return {
      kind: 'code',
      email,
      address: headers?.get(clientAddressHeader) ?? 'unknown',
      device: devices.recognise(headers?.get('cookie') ?? null, email),
    };
  }

  /** A code of the app or a recovery code; it is used up. */
  async function use(userId: string, code: string): Promise<true | null> {
    if (/^\d{6}$/.test(code)) {
      const secret = await factors.secretOf(userId, 'on');
      if (secret === null) throw new APIError('CONFLICT', { code: 'SECOND_FACTOR_OFF' });
      const step = matchingStep(secret, code, now());
      if (step === null) return null;
      if (!(await factors.useStep(userId, step))) throw new APIError('FORBIDDEN', { code: 'CODE_USED' });
      return true;
    }
    const result = await factors.useRecoveryCode(userId, recoveryCodeDigest(userId, code));
    if (result === 'used') throw new APIError('FORBIDDEN', { code: 'RECOVERY_CODE_USED' });
    return result === 'accepted' ? true : null;
  }

  return {
    counted,
    accept: (ctx: GenericEndpointContext, account: Account, code: string) =>
      counted(ctx, account, () => use(account.id, code)),
  };
}

/** For somebody who is signed in: whoever finds the desk unattended does not know it. */
export async function requirePassword(
  ctx: GenericEndpointContext,
  { id, email }: Account,
  password: string,
  attempts: LoginAttempts,
): Promise<void> {
  const attempt: Attempt = { kind: 'password', email };
  await consume(attempts, attempt);
  const account = await ctx.context.internalAdapter.findCredentialAccount(id);
  const hash = account?.password;
  if (!hash || !(await ctx.context.password.verify({ hash, password })))
    throw new APIError('FORBIDDEN', { code: 'WRONG_PASSWORD' });
  await attempts.refund(attempt);
}

async function consume(attempts: LoginAttempts, attempt: Attempt): Promise<void> {
  const seconds = await attempts.consume(attempt);
  if (seconds !== null)
    throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: seconds });
}
