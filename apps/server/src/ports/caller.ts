/** The signed-in person behind a request, as every feature sees them. */
export interface Caller {
  readonly userId: string;
  readonly tenantId: string;
  /** Null when the token's entry for this app is empty: let in, without a role. */
  readonly role: string | null;
  readonly displayName: string;
  readonly email: string | null;
  readonly expiresAt: Date;
}
