import type {
  Call,
  ChangeContactBody,
  Contact,
  ContactBody,
  ContactOfNumber,
  ContactsQuery,
  ListedContact,
  Suggestion,
} from '@parley/contract';
import type { CallRecord } from './call.ts';
import type { Caller } from './caller.ts';
import type { CallKey } from './transcript-store.ts';

/** What an agent may be told of somebody. */
export interface ContactForAgent {
  readonly id: string;
  readonly name: string;
  readonly language: string | null;
  readonly agentNotes: string;
}

export interface ContactPageResult {
  readonly contacts: readonly ListedContact[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  readonly total: number;
}

export type StoredContact =
  | { readonly kind: 'stored'; readonly contact: Contact }
  /** This number with this name is there already. */
  | { readonly kind: 'exists'; readonly id: string; readonly name: string }
  | { readonly kind: 'too_many_contacts' }
  | { readonly kind: 'too_many_people' };

export type ChangedContact =
  | StoredContact
  | { readonly kind: 'missing' }
  | { readonly kind: 'stale'; readonly contact: Contact };

export type EnsuredContact =
  | (Extract<StoredContact, { readonly kind: 'stored' }> & {
      /** It was not there before. */
      readonly isNew: boolean;
    })
  | Exclude<StoredContact, { readonly kind: 'exists' | 'stored' }>;

export interface ContactStore {
  /** Null: the cursor is none of ours. */
  list(tenantId: string, query: ContactsQuery): Promise<ContactPageResult | null>;
  suggest(tenantId: string, text: string, limit: number): Promise<Suggestion[]>;
  /** By name; numbers without a contact are absent. */
  byNumbers(
    tenantId: string,
    numbers: readonly string[],
  ): Promise<ReadonlyMap<string, readonly ContactOfNumber[]>>;
  ofNumber(tenantId: string, number: string): Promise<Contact[]>;
  get(tenantId: string, id: string): Promise<Contact | null>;
  /** The number is in E.164 format. */
  create(caller: Caller, body: ContactBody, source: Contact['source']): Promise<StoredContact>;
  /** The contact with this number and name, made of a call where there is none. */
  ensure(caller: Caller, number: string, name: string): Promise<EnsuredContact>;
  /** Removes one that was made for a call which was refused, unless somebody has used or changed it since. */
  removeUnused(caller: Caller, id: string): Promise<void>;
  change(caller: Caller, id: string, body: ChangeContactBody): Promise<ChangedContact>;
  remove(caller: Caller, id: string): Promise<Contact | null>;
  /** By id. The first page is noted in the audit log: somebody takes all of them away. */
  page(caller: Caller, afterId: string | undefined, limit: number): Promise<Contact[]>;
  /** Calls from and to a number, newest first: the latest, or those before a call. */
  calls(tenantId: string, number: string, limit: number, beforeId?: string): Promise<Call[]>;
  /**
   * Of a call with a chosen contact that one, otherwise the only one of the other party's number; null where there is
   * none or more than one.
   */
  forCall(call: CallRecord): Promise<ContactForAgent | null>;
  /** The only contact of a number; null where it has none or is shared. */
  onlyOf(tenantId: string, number: string): Promise<ContactForAgent | null>;
  /** Counts a name that was given on a call, as one of so many; false: there were as many before. */
  countNameTry(call: CallKey, most: number): Promise<boolean>;
}

/** The names of numbers, from memory where they are known. */
export interface KnownNames {
  of(
    tenantId: string,
    numbers: readonly (string | null)[],
  ): Promise<ReadonlyMap<string, readonly ContactOfNumber[]>>;
}
