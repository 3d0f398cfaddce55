import * as z from 'zod/mini';
import { limits } from './limits.ts';

/** Requests and responses about one's own account, below /api/auth: the second factor and the sessions. */

const password = z
  .string('Enter your password.')
  .check(z.minLength(1, 'Enter your password.'), z.maxLength(limits.passwordMax, 'Enter your password.'));

const codeSentence = 'Enter the code.';
/** Six digits of the authenticator app, or a recovery code. Apps and people write them with spaces. */
const code = z.string(codeSentence).check(
  z.overwrite((text) => text.replaceAll(/\s/g, '')),
  z.minLength(1, codeSentence),
  z.maxLength(40, codeSentence),
);

export const secondFactorCodeBody = z.object({ code });
export type SecondFactorCodeBody = z.infer<typeof secondFactorCodeBody>;

/** `setUp`: which set-up the code is for; a page of the release before does not say. */
export const confirmSecondFactorBody = z.object({
  code,
  setUp: z.optional(z.string().check(z.maxLength(64))),
});
export type ConfirmSecondFactorBody = z.infer<typeof confirmSecondFactorBody>;

export const passwordBody = z.object({ password });
export type PasswordBody = z.infer<typeof passwordBody>;

export const passwordAndCodeBody = z.object({ password, code });
export type PasswordAndCodeBody = z.infer<typeof passwordAndCodeBody>;

/** The response to a password that was right, of an account with a second factor: nobody is signed in yet. */
export const codeNeededResponse = z.object({ secondFactor: z.literal('needed') });
export type CodeNeededResponse = z.infer<typeof codeNeededResponse>;

export const secondFactorResponse = z.object({
  /** Since when the account has one; null: it has none. */
  since: z.nullable(z.iso.datetime()),
  recoveryCodesLeft: z.int(),
  /** By the organization. */
  required: z.boolean(),
});
export type SecondFactorResponse = z.infer<typeof secondFactorResponse>;

/** For the authenticator app: the secret as it is typed, and the address that the QR code holds. */
export const secondFactorSecretResponse = z.object({
  secret: z.string(),
  uri: z.string(),
  /** Names this set-up when it is confirmed: one that is begun later replaces it. */
  setUp: z.optional(z.string()),
});
export type SecondFactorSecretResponse = z.infer<typeof secondFactorSecretResponse>;

/** Shown once; only digests are kept. */
export const recoveryCodesResponse = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodesResponse = z.infer<typeof recoveryCodesResponse>;

export const signInSession = z.object({
  id: z.string(),
  /** The session of the browser that asks. */
  current: z.boolean(),
  signedInAt: z.iso.datetime(),
  lastActiveAt: z.iso.datetime(),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
});
export type SignInSessionEntry = z.infer<typeof signInSession>;

export const signInSessionsResponse = z.object({ sessions: z.array(signInSession) });
export type SignInSessionsResponse = z.infer<typeof signInSessionsResponse>;

export const endSessionBody = z.object({ id: z.uuid('There is no such session.') });
export type EndSessionBody = z.infer<typeof endSessionBody>;

export const sessionsEndedResponse = z.object({ ended: z.int() });
export type SessionsEndedResponse = z.infer<typeof sessionsEndedResponse>;
