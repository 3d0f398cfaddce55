/** Work that one server at a time does for the whole deployment. */
export interface ExclusiveWork {
  /** False when another server is doing it; its lock ends with the work or with the server. */
  run(name: string, work: () => Promise<void>): Promise<boolean>;
}

/** How many carrier accounts one server compares at the same time, each with a lock of its own. */
export const accountsAtOnce = 4;
