/** Somebody that the desk holds data about: the other party of calls by their number, or a user by their id. */
export type Person =
  | { readonly kind: 'number'; readonly number: string }
  | { readonly kind: 'user'; readonly userId: string };

/** What is kept about one person, found, exported and erased. docs/privacy.md has the rules. */
export interface PersonalData {
  /** How many records of each kind are about the person; a kind without any is left out. */
  find(tenantId: string, person: Person): Promise<Record<string, number>>;
  export(tenantId: string, person: Person): Promise<PersonExport>;
  /** All or nothing, and repeatable. `actor`: who asked for it. */
  erase(
    tenantId: string,
    person: Person,
    actor: string,
    /** The stored erasure that it belongs to; what the carrier is to delete is noted there. */
    erasure?: ErasureOrder,
  ): Promise<ErasureResult>;
}

export interface ErasureOrder {
  readonly id: string;
  /** Puts the digest of the number on the do-not-call list, if the number was not on it. */
  readonly neverCall: boolean;
}

export interface PersonExport {
  readonly person: Person;
  readonly exportedAt: Date;
  /** The records of each kind, as they are stored, without credentials. */
  readonly records: Record<string, readonly Record<string, unknown>[]>;
}

export type ErasureResult =
  | {
      readonly kind: 'erased';
      readonly id: string;
      /** How many records of each kind are gone, and how many have lost what was about the person. */
      readonly deleted: Record<string, number>;
      readonly blanked: Record<string, number>;
      /** What stays, and why. */
      readonly kept: Record<string, string>;
    }
  /** Calls with the person are not over. Nothing was changed. */
  | { readonly kind: 'live'; readonly callIds: readonly string[] };

/** What the built-in sign-in holds about a user, for the whole deployment. With another identity provider: nothing. */
export interface AccountData {
  export(userId: string): Promise<PersonExport['records']>;
  /** How many records of each kind are gone. All or nothing, and repeatable. */
  erase(userId: string): Promise<Record<string, number>>;
}
