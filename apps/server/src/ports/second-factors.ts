/** The second factors of accounts: the secret of an authenticator app, and recovery codes for the day it is lost. */
export interface SecondFactors {
  /** Null: there is none, or it was not confirmed. */
  of(userId: string): Promise<SecondFactor | null>;
  /** Keeps a secret that counts once it is confirmed, in place of one that never was; false when one counts already. */
  begin(userId: string, secret: Buffer): Promise<boolean>;
  /** The secret that is not confirmed yet, or the one that counts; null without one. */
  secretOf(userId: string, state: 'pending' | 'on'): Promise<Buffer | null>;
  /** From now on it counts, unless another request was faster: one that confirmed it, or one that began anew. */
  confirm(
    userId: string,
    code: { readonly secret: Buffer; readonly step: number },
    recoveryDigests: readonly string[],
  ): Promise<'confirmed' | 'on already' | 'begun anew'>;
  /** True for one request on all servers: a code is accepted once, and none that is older. */
  useStep(userId: string, step: number): Promise<boolean>;
  /** `used` for one that was accepted before. */
  useRecoveryCode(userId: string, digest: string): Promise<'accepted' | 'used' | 'unknown'>;
  replaceRecoveryCodes(userId: string, digests: readonly string[]): Promise<void>;
  /** False when there was none. */
  remove(userId: string, actor: string): Promise<boolean>;
}

export interface SecondFactor {
  readonly since: Date;
  readonly recoveryCodesLeft: number;
}
