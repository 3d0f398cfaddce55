/** What a column may say about somebody. */
export type ColumnContent =
  /** The number of the other party. */
  | 'number'
  /** What people say or write; it may mention anybody. */
  | 'words'
  /** The same, where somebody reads on from a place that is counted in characters. */
  | 'file'
  /** Words in a column of type jsonb. */
  | 'words in JSON'
  | 'name'
  | 'user id'
  | 'email'
  | 'network address'
  /** Never exported. */
  | 'credential'
  /** Codes, ids, digests, settings. */
  | 'none';

/** How records are found and what erasing a person does to them. */
export interface Erasure {
  /** An SQL condition; $1 is the number or the user id. */
  readonly where: string;
  readonly action:
    | { readonly kind: 'delete' }
    /** Deleted by the database together with records of another table. */
    | { readonly kind: 'goes with'; readonly table: string }
    | { readonly kind: 'blank'; readonly columns: Readonly<Record<string, string | null>> }
    /** Of several people in a record only this one: each id with what else stands there about whoever has it. */
    | { readonly kind: 'blank own'; readonly ids: Readonly<Record<string, readonly string[]>> }
    | { readonly kind: 'keep'; readonly why: string }
    /** The number gives way to its keyed digest, so that the record still protects the person. */
    | { readonly kind: 'digest'; readonly column: string; readonly why: string };
}

export interface RegisteredTable {
  readonly table: string;
  readonly columns: Readonly<Record<string, ColumnContent>>;
  readonly byNumber?: Erasure;
  readonly byUser?: Erasure;
  /**
   * What the carrier keeps of the records that are erased by number: a statement that selects carrier, carrier_account and
   * carrier_sid, with $1 as in `byNumber`.
   */
  readonly atCarrier?: { readonly kind: 'call' | 'text'; readonly select: string };
  /** Deleted with the transcripts of old calls, before the calls themselves. It has a `call_id`. */
  readonly keptAs?: 'transcripts';
  /** Why nothing in it is about a person, or why it is not searched for one. */
  readonly none?: string;
}

/** Calls with the person as the other party; the other number is one of ours. Written as the index has it. */
export const isTheirCall = "((case direction when 'inbound' then from_number else to_number end) = $1)";
export const isOfTheirCall = `call_id in (select id from calls where ${isTheirCall})`;
export const deleted = { kind: 'delete' } as const;
export const blank = (columns: Readonly<Record<string, string | null>>) =>
  ({ kind: 'blank', columns }) as const;
export const blankOwn = (ids: Readonly<Record<string, readonly string[]>>) =>
  ({ kind: 'blank own', ids }) as const;
export const digest = (column: string, why: string) => ({ kind: 'digest', column, why }) as const;
export const keep = (why: string) => ({ kind: 'keep', why }) as const;
export const goesWith = (table: string) => ({ kind: 'goes with', table }) as const;
