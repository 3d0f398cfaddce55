import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { invitationToken } from './people/invitation.ts';

/** Requests and responses of the built-in identity provider, below /api/auth. Clerk has an API of its own. */

const name = (what: string) =>
  z
    .string(`Enter your ${what} name.`)
    .check(
      z.trim(),
      z.minLength(1, `Enter your ${what} name.`),
      z.maxLength(limits.personNameMax, `A name may have at most ${limits.personNameMax} characters.`),
    );

const emailSentence = 'Enter a valid email address.';
const email = z
  .string(emailSentence)
  .check(z.trim(), z.toLowerCase(), z.maxLength(limits.emailMax, emailSentence), z.email(emailSentence));

const longest = z.maxLength(
  limits.passwordMax,
  `A password may have at most ${limits.passwordMax} characters.`,
);
const shortest = `A password needs at least ${limits.passwordMin} characters.`;
const newPassword = z.string(shortest).check(z.minLength(limits.passwordMin, shortest), longest);
const password = z.string('Enter your password.').check(z.minLength(1, 'Enter your password.'), longest);

export const signUpBody = z.object({
  firstName: name('first'),
  lastName: name('last'),
  email,
  password: newPassword,
  /** The one-time code for the first account; not needed when it is created from the server's own machine. */
  code: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  /** Of the link of an invitation. */
  invitation: z.optional(invitationToken),
});
export type SignUpBody = z.infer<typeof signUpBody>;

export const signInBody = z.object({ email, password });
export type SignInBody = z.infer<typeof signInBody>;

export const resetPasswordBody = z.object({
  token: z
    .string('The link is not complete.')
    .check(z.minLength(1, 'The link is not complete.'), z.maxLength(200)),
  newPassword,
});
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>;

export const signedInUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});

/** The response to sign-up and sign-in. The session itself is in an HttpOnly cookie. */
export const signedInResponse = z.object({ user: signedInUser });
export type SignedInResponse = z.infer<typeof signedInResponse>;

/** The response of get-session: null for a visitor. */
export const sessionResponse = z.nullable(z.object({ user: signedInUser, expiresAt: z.string() }));
export type SessionResponse = z.infer<typeof sessionResponse>;
