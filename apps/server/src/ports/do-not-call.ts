export interface DoNotCallEntry {
  readonly number: string;
  readonly source: string;
  readonly createdAt: Date;
  /** The call in which it was requested. */
  readonly callId: string | null;
  /**
   * Requested on an inbound call, whose number can be forged: the owner of the number may not know of it. The number is
   * still not called.
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
