import * as z from 'zod/mini';
import { roleName } from './people.ts';

/** What the invited person's page sends, below /api/auth: whoever has no role yet has no use for a bearer token. */

const tokenSentence = 'The link is not complete.';
export const invitationToken = z
  .string(tokenSentence)
  .check(z.minLength(1, tokenSentence), z.maxLength(200, tokenSentence));

export const invitationBody = z.object({ token: invitationToken });
export type InvitationBody = z.infer<typeof invitationBody>;

export const invitationResponse = z.object({
  role: roleName,
  /** Null: for whoever has the link. */
  email: z.nullable(z.string()),
  expiresAt: z.string(),
  /** False while nobody may create an account: it lets in somebody who has one. */
  signUpPossible: z.boolean(),
});
export type OpenInvitation = z.infer<typeof invitationResponse>;
