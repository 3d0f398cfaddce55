import type {
  ChangeWebhookBody,
  CreateWebhookBody,
  DeliveriesQuery,
  Delivery,
  DeliveryAttempt,
  DeliveryDetail,
  RepeatRangeBody,
  SentEventType,
  WebhookEndpoint,
} from '@parley/contract';
import type { Caller } from './caller.ts';

export type WebhookManager = Pick<Caller, 'tenantId' | 'userId' | 'displayName'>;

/** The endpoints of an organization and what was sent to them, as its people see it. */
export interface WebhookStore {
  /** The newest first. */
  list(tenantId: string): Promise<WebhookEndpoint[]>;
  /** Null where there are too many. */
  create(
    by: WebhookManager,
    settings: CreateWebhookBody,
    secret: string,
    at: Date,
  ): Promise<WebhookEndpoint | null>;
  change(
    by: WebhookManager,
    id: string,
    change: ChangeWebhookBody,
    at: Date,
  ): Promise<WebhookEndpoint | 'missing' | 'changed'>;
  /** The secret before signs until then. */
  rotate(
    by: WebhookManager,
    id: string,
    revision: number,
    secret: string,
    earlierUntil: Date,
  ): Promise<WebhookEndpoint | 'missing' | 'changed'>;
  /** False where there is none. */
  remove(by: WebhookManager, id: string): Promise<boolean>;
  /** Stores an event for one endpoint alone. */
  addTest(
    by: WebhookManager,
    id: string,
    bodyOf: (id: string) => string,
    at: Date,
  ): Promise<Delivery | Refused>;
  /** Null where there is no such endpoint. */
  deliveries(tenantId: string, id: string, query: DeliveriesQuery): Promise<DeliveryPage | null>;
  delivery(
    tenantId: string,
    id: string,
    deliveryId: string,
  ): Promise<DeliveryDetail | 'missing' | 'no delivery'>;
  repeat(
    by: WebhookManager,
    id: string,
    deliveryId: string,
    at: Date,
  ): Promise<Delivery | Refused | 'no delivery'>;
  repeatRange(
    by: WebhookManager,
    id: string,
    range: RepeatRangeBody,
    at: Date,
  ): Promise<RepeatedRange | Refused>;
}

export interface RepeatedRange {
  readonly repeated: number;
  readonly hasMore: boolean;
  /** Where to go on. */
  readonly next: string | null;
}

type Refused = 'missing' | 'off';

export interface DeliveryPage {
  readonly deliveries: Delivery[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

/** An event as it is sent, to whoever wants it. */
export interface NewDelivery {
  /** Of the outbox. */
  readonly eventId: number;
  readonly type: SentEventType;
  /** Events of one queue are sent in order. */
  readonly queue: string;
  readonly callId: string | null;
  /** The other party, by which erasing a person finds it. */
  readonly number: string | null;
  readonly body: string;
  /** True: it says what was read of the call, so it is not told once the call is gone. */
  readonly tellsOfCall: boolean;
  /** The number was read there, so it is not told once it is not there any more. */
  readonly numberOf?: NumberSource | undefined;
}

/** What an event has its number from, other than a call. */
export type NumberSource =
  /** An entry of the do-not-call list. */
  | { readonly kind: 'listed'; readonly id: string }
  | { readonly kind: 'follow-up'; readonly id: string }
  | { readonly kind: 'recipient'; readonly campaignId: string; readonly row: number };

/** A delivery that this server alone sends, until it is noted or the lease runs out. */
export interface ClaimedDelivery {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly id: string;
  readonly lease: string;
  readonly address: string;
  /** The secret belongs to this revision of the endpoint. */
  readonly revision: number;
  readonly earlierSecretUntil: Date | null;
  readonly body: string;
  /** One of those that come in thousands. */
  readonly isBulk: boolean;
  /** Of this round that failed. */
  readonly tries: number;
}

export interface NotedAttempt {
  readonly attempt: DeliveryAttempt;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly tries: number;
  readonly nextAt: Date;
  readonly endpoint: 'accepts' | 'fails' | 'gone' | 'exhausted' | null;
}

/** The deliveries of all organizations, as servers send them. The rules are numbered in docs/webhooks.md. */
export interface WebhookDeliveries {
  /** The endpoints that want events of a type. */
  wanting(tenantId: string, type: SentEventType): Promise<string[]>;
  /**
   * Stores it once for each of the endpoints, however often it is called. False where it tells of a call that is gone, or of
   * a number that is not where it was read: then nothing is stored.
   */
  add(tenantId: string, endpointIds: readonly string[], delivery: NewDelivery, at: Date): Promise<boolean>;
  /**
   * Takes what is due: of each endpoint at most `perEndpoint` and of each organization at most `perTenant`, less what this
   * server has of it; and in any case one of each endpoint of which it has none.
   */
  claim(wanted: ClaimWanted): Promise<ClaimedDelivery[]>;
  /** False where the lease had run out: then nothing is stored, and another server sends it. */
  note(claimed: ClaimedDelivery, noted: NotedAttempt): Promise<boolean>;
  /** Lets others send it at once. */
  release(claimed: readonly ClaimedDelivery[]): Promise<void>;
  /** Open pages of the organization fetch its deliveries again. */
  announce(tenantId: string): Promise<void>;
  /** Deletes what is older. Returns how many. */
  trim(before: Date): Promise<number>;
  /** Forgets secrets that do not sign any more. */
  forgetEarlierSecrets(now: Date): Promise<void>;
}

export interface ClaimWanted {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly most: number;
  /** The same for endpoints to which nothing is being sent. */
  readonly mostIdle: number;
  readonly perEndpoint: number;
  readonly perTenant: number;
  /** Of `perEndpoint`, for events that come in thousands: the numbers of a file, the people whom a campaign leaves out. */
  readonly bulkPerEndpoint: number;
  /** How many of each endpoint this server is sending. */
  readonly held: ReadonlyMap<string, HeldDeliveries>;
}

export interface HeldDeliveries {
  readonly all: number;
  readonly bulk: number;
}
