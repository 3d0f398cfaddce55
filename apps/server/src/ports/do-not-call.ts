export interface DoNotCallEntry {
  readonly number: string;
  readonly source: string;
  readonly createdAt: Date;
  /** The call in which it was asked for. */
  readonly callId: string | null;
  /**
   * Asked for by somebody who called in: the number that a caller shows can be forged, so the person it belongs to may
   * know nothing of it. It is kept to all the same.
   */
  readonly unconfirmed: boolean;
}

export type NewDoNotCallEntry = Omit<DoNotCallEntry, 'createdAt'>;

export interface DoNotCallList {
  list(tenantId: string): Promise<DoNotCallEntry[]>;
  find(tenantId: string, number: string): Promise<DoNotCallEntry | null>;
  /** False when the number was on the list already. An entry that was unconfirmed becomes confirmed by one that is not. */
  add(tenantId: string, entry: NewDoNotCallEntry): Promise<boolean>;
  confirm(tenantId: string, number: string): Promise<'confirmed' | 'already' | 'missing'>;
  remove(tenantId: string, number: string): Promise<boolean>;
}
