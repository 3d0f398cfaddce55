/** Rows that have no effect any more once some time has passed. */
export interface ExpiredRows {
  /** Deletes those whose effect ended before this time. Returns how many, by table. */
  remove(before: Date): Promise<Readonly<Record<string, number>>>;
}
