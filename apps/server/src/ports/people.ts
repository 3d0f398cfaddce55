import type { Role, SignUpPolicy } from '@parley/contract';

/** Accounts of the built-in sign-in, their roles and sessions. Who changes something is named by id. */
export interface PeopleStore {
  list(): Promise<StoredPerson[]>;
  find(userId: string): Promise<StoredPerson | null>;
  findByEmail(email: string): Promise<StoredPerson | null>;
  setRole(actor: string, userId: string, role: string): Promise<RoleChange>;
  /** Takes the role away, ends all sessions and deletes unused links for a new password. */
  remove(actor: string, userId: string): Promise<RoleChange>;
  signOut(actor: string, userId: string): Promise<'changed' | 'unchanged' | 'missing'>;
  /** Of somebody without a role. */
  deleteAccount(actor: string, userId: string): Promise<'changed' | 'missing' | 'has role'>;
  /** Writes down that a link for a new password was made. */
  recordReset(actor: string, userId: string): Promise<void>;
  signUpPolicy(): Promise<SignUpPolicy>;
  setSignUpPolicy(actor: string, policy: SignUpPolicy): Promise<boolean>;
}

export type RoleChange = 'changed' | 'unchanged' | 'missing' | 'last admin';

export interface StoredPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** As it is stored; null: waits for one. */
  readonly role: string | null;
  readonly createdAt: Date;
  readonly seenAt: Date | null;
  readonly secondFactor: boolean;
}

/** Invitations by link. The token of a link is known to its holder alone; what is stored is a digest. */
export interface InvitationStore {
  /** Null: too many are open. */
  create(actor: string, invitation: NewInvitation): Promise<StoredInvitation | null>;
  list(): Promise<StoredInvitation[]>;
  withdraw(actor: string, id: string): Promise<boolean>;
  look(token: string): Promise<InvitationState>;
  /** Keeps it for an account that is being created with this address; for half a minute. */
  claim(token: string, email: string): Promise<InvitationState>;
  /** The account was not created. */
  release(token: string, email: string): Promise<void>;
  /** The account was created: it gets the role. */
  finish(
    token: string,
    account: { readonly userId: string; readonly email: string },
  ): Promise<InvitationState>;
  /** Somebody who has an account uses it. */
  accept(
    token: string,
    account: { readonly userId: string; readonly email: string },
  ): Promise<InvitationState | { readonly kind: 'already member' }>;
}

export interface NewInvitation {
  readonly token: string;
  readonly role: Role;
  readonly email: string | null;
  readonly days: number;
}

export interface StoredInvitation {
  readonly id: string;
  readonly role: Role;
  readonly email: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly expired: boolean;
  /** Null: their account is gone. */
  readonly createdByName: string | null;
}

export type InvitationState =
  | { readonly kind: 'open'; readonly role: Role; readonly email: string | null; readonly expiresAt: Date }
  | { readonly kind: 'missing' | 'used' | 'expired' | 'other account' };

/** People of another sign-in service, as their tokens name them. */
export interface SeenPeople {
  note(tenantId: string, person: SeenPerson): Promise<void>;
  list(tenantId: string): Promise<SeenPerson[]>;
}

export interface SeenPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly seenAt: Date;
}
