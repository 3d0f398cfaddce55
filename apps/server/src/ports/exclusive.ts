/** Work that one server at a time does for the whole deployment. */
export interface ExclusiveWork {
  /** False when another server is at it; its turn ends with its work or its life. */
  run(name: string, work: () => Promise<void>): Promise<boolean>;
}
