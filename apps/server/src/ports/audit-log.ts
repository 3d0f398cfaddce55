import type { AuditActorKind, AuditFilter, AuditRead } from '@parley/contract';

export interface StoredAuditEntry {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly actorKind: AuditActorKind;
  readonly address: string | null;
  readonly action: string;
  readonly subject: string;
  readonly isRead: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What administrators see of the log of their organization. */
export interface AuditLog {
  /** Newest first, those before the given one. */
  list(
    tenantId: string,
    filter: AuditFilter,
    page: { readonly limit: number; readonly before: number | null },
  ): Promise<readonly StoredAuditEntry[]>;
  /** Oldest first, those after the given one. */
  exported(
    tenantId: string,
    filter: AuditFilter,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<readonly StoredAuditEntry[]>;
  find(tenantId: string, id: number): Promise<(StoredAuditEntry & { readonly sealed: boolean }) | null>;
  /** Whoever has an entry, up to 500. */
  actors(tenantId: string): Promise<readonly { readonly id: string; readonly kind: AuditActorKind }[]>;
  /** Names of those whose account still exists. */
  namesOf(tenantId: string, actors: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** A reading of what the organization keeps. */
export interface AuditReading {
  readonly tenantId: string;
  readonly actor: string;
  readonly actorKind: AuditActorKind;
  readonly address: string | null;
  readonly action: AuditRead;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** By the clock of this process, in milliseconds. */
  readonly at: number;
}

/** Stores readings, all or none, however many; `now` is the time of this process. */
export type StoreReadings = (readings: readonly AuditReading[], now: number) => Promise<void>;

/** Gives entries their place in the chain. */
export interface AuditSealing {
  /** How many were sealed; null while another server does it. */
  sealSome(): Promise<number | null>;
}

/** Takes old entries away, behind a signed checkpoint. */
export interface AuditRetention {
  countBefore(tenantId: string, before: Date): Promise<number>;
  /** Removes some of the entries older than that, whole parts of the chain; how many. Zero: none is left to remove. */
  cut(tenantId: string, before: Date): Promise<number>;
}
