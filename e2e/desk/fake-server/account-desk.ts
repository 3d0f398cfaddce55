import type { SignInPolicyResponse, SignInSessionEntry } from '@parley/contract';

export const recoveryCodes = Array.from({ length: 10 }, (_, n) => `abcd-efgh-jkm${n}-npqr`);

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

const sessionOf = (n: number, more: Partial<SignInSessionEntry> = {}): SignInSessionEntry => ({
  id: `019a8b5e-6c00-7000-8000-00000000000${n}`,
  current: false,
  signedInAt: '2026-10-13T08:00:00.000Z',
  lastActiveAt: '2026-10-13T10:00:00.000Z',
  address: `203.0.113.${n}`,
  userAgent: iphone,
  ...more,
});

/** One's own account and the policy of the organization. */
export class AccountDesk {
  since: string | null = null;
  recoveryCodesLeft = 0;
  sessions: SignInSessionEntry[] = [
    sessionOf(1, { current: true, userAgent: windows }),
    sessionOf(2),
    sessionOf(3, { userAgent: null, address: null }),
  ];
  policy: SignInPolicyResponse = {
    policy: { secondFactorRequired: false, idleMinutes: 720 },
    revision: 0,
    changedAt: null,
    changedBy: null,
    managedBy: 'built-in',
  };

  switchOn(): void {
    this.since = '2026-10-13T10:00:00.000Z';
    this.recoveryCodesLeft = recoveryCodes.length;
  }
}
