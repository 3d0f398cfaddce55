import type { OutboxEvent } from '@parley/contract';

/** An event of the outbox. Its id grows with the order of events of one subject, and stays the same when it is repeated. */
export interface StoredEvent {
  readonly id: number;
  readonly tenantId: string;
  readonly subject: string;
  readonly createdAt: Date;
  /** Null when its type or version is of a newer release than this server's. */
  readonly event: OutboxEvent | null;
}

/** A subject that this server alone handles for a consumer, until it is released or the claim runs out. */
export interface OutboxClaim {
  readonly token: string;
  readonly consumer: string;
  readonly tenantId: string;
  readonly subject: string;
  /** How often handling the first of the events has failed in a row. */
  readonly failures: number;
  /** The next events of the subject, in order. */
  readonly events: readonly StoredEvent[];
}

/** How far a consumer is behind. */
export interface ConsumerLag {
  readonly consumer: string;
  /** Subjects with events that are not done. */
  readonly waiting: number;
  /** Those of them whose last try failed. */
  readonly failing: number;
  /** When the oldest event that is not done was stored; null when all are done. */
  readonly oldest: Date | null;
}

/** Where the events are kept, and how far each consumer has come. The rules are numbered in docs/outbox.md. */
export interface OutboxStore {
  /**
   * Makes a consumer known. A new one begins with what is stored from now on, or with the oldest event still kept. It gets
   * events of the types that any server has named for it; those of every type if none were named.
   */
  register(consumer: string, start: 'now' | 'oldest', types?: readonly OutboxEvent['type'][]): Promise<void>;
  /** Assigns new events to the consumers that want them, in order. */
  assign(): Promise<Assigned>;
  /** Whether there is anything to do, in one statement. */
  due(): Promise<Due>;
  /** Of each consumer at most so many subjects. */
  claim(wanted: readonly WantedClaims[], leaseMs: number): Promise<OutboxClaim[]>;
  /** Prolongs claims and stores how far each has come. Returns the tokens of those that are still this server's. */
  renew(held: readonly HeldClaim[], leaseMs: number): Promise<ReadonlySet<string>>;
  /**
   * Ends claims. Returns the tokens of those that had not run out, and whether their subject has more events; nothing was
   * stored for the others.
   */
  release(finished: readonly FinishedClaim[]): Promise<ReadonlyMap<string, boolean>>;
  lag(): Promise<ConsumerLag[]>;
  /** Deletes events that were stored before this time and that all consumers are done with. Returns how many. */
  trim(before: Date): Promise<number>;
  /** Calls `onEvent` when events of a type were stored, and with null when any may have been, until closed. */
  listen(onEvent: (type: string | null) => void): Promise<{ close(): Promise<void> }>;
}

export interface Assigned {
  /** There may be more to assign. */
  readonly more: boolean;
  /** Those that got events. */
  readonly consumers: readonly string[];
}

export interface Due {
  /** There are events to assign. */
  readonly unassigned: boolean;
  /** Those with a subject that can be claimed. */
  readonly consumers: readonly string[];
}

export interface WantedClaims {
  readonly consumer: string;
  readonly most: number;
}

export interface HeldClaim {
  readonly token: string;
  /** The last event that was handled; null when none was. */
  readonly through: number | null;
}

export interface FinishedClaim extends HeldClaim {
  /** How long the subject waits because its next event failed; null when none did. */
  readonly retryAfterMs: number | null;
}

/** What reads the outbox under a name of its own. */
export interface OutboxConsumer {
  readonly name: string;
  readonly start: 'now' | 'oldest';
  /** What it handles; without them, every event. */
  readonly types?: readonly OutboxEvent['type'][];
  /**
   * Handles one event. Called for the events of one subject in order, for several subjects at once. It may be called twice
   * for an event, with the same id; one that throws is called again later, and the subject's later events wait. The signal
   * is aborted when it takes too long, when the server cannot wait any more to stop, and when another server may have
   * taken the subject.
   */
  handle(event: StoredEvent & { readonly event: OutboxEvent }, signal: AbortSignal): Promise<void>;
}

export interface OutboxConsumers {
  /** Lets this server take part in handling the consumer's events. */
  consume(consumer: OutboxConsumer): Promise<void>;
}
