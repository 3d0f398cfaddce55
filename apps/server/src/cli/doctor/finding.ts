/** What was found out about one thing that Parley depends on. */
export interface Finding {
  readonly name: string;
  readonly says: string;
  /** What to do about it; null where nothing is wrong. */
  readonly remedy: string | null;
}

export const well = (name: string, says: string): Finding => ({ name, says, remedy: null });
export const ill = (name: string, says: string, remedy: string): Finding => ({ name, says, remedy });
