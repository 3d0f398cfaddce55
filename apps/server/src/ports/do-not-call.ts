import type { DoNotCallPage, DoNotCallQuery, DoNotCallRemovalReason } from '@parley/contract';
import type { Caller } from './caller.ts';

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

type ShownEntry = DoNotCallPage['entries'][number];

/** The list as people see and change it. Every change is in the audit log. */
export interface DoNotCallEditor {
  /** Null: the cursor is none of ours. */
  page(tenantId: string, query: DoNotCallQuery): Promise<DoNotCallPage | null>;
  add(caller: Caller, number: string): Promise<{ entry: ShownEntry; added: boolean } | 'full'>;
  /** How many were new. */
  addMany(caller: Caller, numbers: readonly string[]): Promise<number | 'full'>;
  /** The first page is noted in the audit log: somebody takes all of them away. Null: the cursor is none of ours. */
  export(
    caller: Caller,
    after: string | undefined,
    limit: number,
  ): Promise<{ entries: ShownEntry[]; nextCursor: string | null } | null>;
  confirm(caller: Caller, id: string): Promise<ShownEntry | null>;
  remove(caller: Caller, id: string, reason: DoNotCallRemovalReason): Promise<ShownEntry | null>;
}
