import type { Erasure, ErasureProblem } from '@parley/contract';
import type { Caller } from './caller.ts';

export interface ErasureKey {
  readonly tenantId: string;
  readonly id: string;
}

export interface OpenErasure extends ErasureKey {
  readonly digest: string;
  /** Empty once the rows about it are gone. */
  readonly number: string;
  readonly neverCall: boolean;
  readonly state: Erasure['state'];
  readonly requestedBy: string;
}

export interface CarrierDeletion {
  readonly id: string;
  readonly kind: 'call' | 'text';
  readonly carrier: string;
  readonly carrierAccount: string | null;
  readonly carrierSid: string;
}

/** What is kept of an erasure outside of the database, for the case that a backup is restored. */
export interface ErasureRecord extends ErasureKey {
  readonly digest: string;
  readonly neverCall: boolean;
}

/** Erasures of numbers, as they go on. */
export interface Erasures {
  /** Of two people who ask at once, both get the same one. Its job is scheduled in the same transaction. */
  request(caller: Caller, number: string, neverCall: boolean): Promise<Erasure>;
  /** The latest first. */
  list(tenantId: string): Promise<Erasure[]>;
  /** Null: it is done, or there is none. */
  open(key: ErasureKey): Promise<OpenErasure | null>;
  /** It goes on later. */
  postpone(key: ErasureKey, problem: ErasureProblem, at: Date): Promise<void>;
  deletions(key: ErasureKey, limit: number): Promise<CarrierDeletion[]>;
  forgotten(key: ErasureKey, deletionIds: readonly string[]): Promise<void>;
  /** False while the carrier is to delete more. */
  finish(key: ErasureKey): Promise<boolean>;
  /** Which of these erasures the database does not know: it was restored from a backup that is older than they are. */
  unknown(records: readonly ErasureRecord[]): Promise<ErasureRecord[]>;
  /** Erases again what a restored backup has brought back. Returns whether there was anything. */
  repeat(record: ErasureRecord): Promise<boolean>;
  tenants(): Promise<string[]>;
}
