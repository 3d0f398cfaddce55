export interface DoNotCallEntry {
  readonly number: string;
  readonly source: string;
  readonly createdAt: Date;
}

export interface DoNotCallList {
  list(tenantId: string): Promise<DoNotCallEntry[]>;
  /** False when the number was on the list already. */
  add(tenantId: string, number: string, source: string): Promise<boolean>;
  remove(tenantId: string, number: string): Promise<boolean>;
}
