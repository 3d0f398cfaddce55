import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { roles } from '../permissions.ts';

/** Who may use the app, as whoever manages people sees it: docs/people.md. */

export const roleName = z.enum(roles);

/** `open`: everybody may create an account, which waits for a role. `invited`: with an invitation. `closed`: nobody. */
export const signUpPolicies = ['open', 'invited', 'closed'] as const;
export const signUpPolicy = z.enum(signUpPolicies);
export type SignUpPolicy = z.infer<typeof signUpPolicy>;

export const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  /** What counts; a role that is none of the three counts as operator. */
  role: roleName,
  /** The role as it is stored, where it is none of the three. */
  storedRole: z.nullable(z.string()),
  /** Within five minutes; null: not since it is written down. */
  lastSeenAt: z.nullable(z.string()),
  /** Null: the sign-in service knows. */
  secondFactor: z.nullable(z.boolean()),
});
export type Person = z.infer<typeof person>;

/** An account without a role: its owner sees Access Denied. */
export const waitingPerson = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  since: z.string(),
});
export type WaitingPerson = z.infer<typeof waitingPerson>;

export const invitation = z.object({
  id: z.string(),
  role: roleName,
  /** Null: for whoever has the link. */
  email: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  expired: z.boolean(),
  createdBy: z.nullable(z.object({ displayName: z.string() })),
});
export type Invitation = z.infer<typeof invitation>;

/** Who keeps accounts, roles and sessions. With another service than Parley's own nothing of them can be changed here. */
export const accountManager = z.enum(['built-in', 'clerk']);
export type AccountManager = z.infer<typeof accountManager>;

export const peopleResponse = z.object({
  managedBy: accountManager,
  people: z.array(person),
  waiting: z.array(waitingPerson),
  invitations: z.array(invitation),
  /** Null with another sign-in service. `role`: what new accounts get at once (SIGNUP_ROLE); null: they wait. */
  signUp: z.nullable(z.object({ policy: signUpPolicy, role: z.nullable(z.string()) })),
  /** Whether an invitation can be sent by e-mail. */
  mailPossible: z.boolean(),
});
export type People = z.infer<typeof peopleResponse>;

const emailSentence = 'Enter a valid email address.';
const daysSentence = `An invitation lasts 1 to ${limits.invitationDaysMax} days.`;

export const createInvitationBody = z.object({
  role: z.enum(roles, 'Choose a role.'),
  email: z.optional(
    z
      .string(emailSentence)
      .check(z.trim(), z.toLowerCase(), z.maxLength(limits.emailMax, emailSentence), z.email(emailSentence)),
  ),
  days: z
    .int(daysSentence)
    .check(z.minimum(1, daysSentence), z.maximum(limits.invitationDaysMax, daysSentence)),
});
export type CreateInvitationBody = z.infer<typeof createInvitationBody>;

/** `none`: there is no address, or no mail server is connected. */
const mailedLink = z.enum(['sent', 'failed', 'none']);
export type MailedLink = z.infer<typeof mailedLink>;

export const createInvitationResponse = z.object({
  invitation,
  /** Shown this once: it is not stored. */
  link: z.string(),
  mail: mailedLink,
});
export type CreatedInvitation = z.infer<typeof createInvitationResponse>;

export const setRoleBody = z.object({ role: z.enum(roles, 'Choose a role.') });
export const setSignUpBody = z.object({ policy: z.enum(signUpPolicies, 'Choose who may sign up.') });
export const resetLinkResponse = z.object({
  /** Shown this once: it is not stored. */
  link: z.string(),
  expiresAt: z.string(),
  /** Servers of the release before sent none. */
  mail: z._default(mailedLink, 'none'),
});
export type ResetLink = z.infer<typeof resetLinkResponse>;
