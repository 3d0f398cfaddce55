import { outboxEvent } from '@parley/contract';
import type { OpenTransaction } from '../../ports/jobs.ts';
import type {
  ConsumerLag,
  Due,
  FinishedClaim,
  OutboxClaim,
  OutboxStore,
  StoredEvent,
} from '../../ports/outbox.ts';
import type { Database } from './database.ts';
import type { NoticeConnection } from './notice-connection.ts';
import { openTransaction } from './open-transaction.ts';
import { outboxChannel } from './outbox-append.ts';
import {
  assignLock,
  assignText,
  claimedEventsText,
  claimText,
  dueText,
  lagText,
  registerText,
  releaseText,
  renewText,
  trimEventsText,
  trimPositionsText,
} from './outbox-statements.ts';

const assignedAtOnce = 1_000;
const trimmedAtOnce = 5_000;
/** How many events of one subject are handed out with a claim; the rest follows with the next. */
const eventsPerClaim = 100;

type Claimed = Omit<OutboxClaim, 'events'> & { readonly lastEvent: number };
type Count = { readonly count: number };
type EventRow = Omit<StoredEvent, 'event'> & { token: string; type: string; data: object };

export function createOutboxStore(database: Database, notices: NoticeConnection): OutboxStore {
  const inSystem = <T>(work: (query: Query) => Promise<T>): Promise<T> =>
    database.asSystem((tx) => work(queryIn(openTransaction(tx))));

  return {
    register: (consumer, start, types) =>
      inSystem(async (query) => {
        await query(assignLock);
        await query(registerText, [consumer, start, types ?? null]);
      }),

    assign: () =>
      inSystem(async (query) => {
        await query(assignLock);
        const [row] = await query<Count & { consumers: string[] }>(assignText, [assignedAtOnce]);
        return { more: row?.count === assignedAtOnce, consumers: row?.consumers ?? [] };
      }),

    due: async () => {
      const [row] = await database.systemRows<Due & Record<string, unknown>>({
        name: 'outbox due',
        text: dueText,
        values: [],
      });
      return row ?? { unassigned: false, consumers: [] };
    },

    claim: (wanted, leaseMs) =>
      inSystem(async (query) => {
        const claimed = await query<Claimed>(claimText, [
          wanted.map(({ consumer }) => consumer),
          wanted.map(({ most }) => most),
          leaseMs,
        ]);
        if (claimed.length === 0) return [];
        const tokens = claimed.map(({ token }) => token);
        const rows = await query<EventRow>(claimedEventsText, [tokens, eventsPerClaim]);
        const events = Map.groupBy(rows, ({ token }) => token);
        const [found, empty] = [
          claimed.filter(({ token }) => events.has(token)),
          claimed.filter(({ token }) => !events.has(token)),
        ];
        // Somebody deleted the events: there is nothing left to do for this subject.
        if (empty.length > 0)
          await release(
            query,
            empty.map(({ token, lastEvent }) => ({ token, through: lastEvent, retryAfterMs: null })),
          );
        return found.map(({ lastEvent: _, ...claim }) => ({
          ...claim,
          events: (events.get(claim.token) ?? []).map(eventOf),
        }));
      }),

    renew: (held, leaseMs) =>
      inSystem(async (query) => {
        const tokens = held.map(({ token }) => token);
        const done = held.map(({ through }) => through);
        const renewed = await query<{ token: string }>(renewText, [tokens, done, leaseMs]);
        return new Set(renewed.map(({ token }) => token));
      }),

    release: (finished) => inSystem((query) => release(query, finished)),

    lag: () => inSystem((query) => query<ConsumerLag>(lagText)),

    trim: async (before) => {
      let trimmed = 0;
      for (let last = trimmedAtOnce; last === trimmedAtOnce; trimmed += last) {
        const [batch] = await inSystem((query) => query<Count>(trimEventsText, [before, trimmedAtOnce]));
        last = batch?.count ?? 0;
      }
      await inSystem((query) => query(trimPositionsText));
      return trimmed;
    },

    listen: (onEvent) =>
      notices.listen(outboxChannel, {
        // A server of the release before names no type.
        onNotice: (type) => onEvent(type === '' ? null : type),
        onGap: () => onEvent(null),
      }),
  };
}

type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

function queryIn(tx: OpenTransaction): Query {
  return async <Row>(text: string, values: unknown[] = []) =>
    (await tx.executeSql(text, values)).rows as Row[];
}

async function release(
  query: Query,
  finished: readonly FinishedClaim[],
): Promise<ReadonlyMap<string, boolean>> {
  const released = await query<{ token: string; more: boolean }>(releaseText, [
    finished.map(({ token }) => token),
    finished.map(({ through }) => through),
    finished.map(({ retryAfterMs }) => retryAfterMs),
  ]);
  return new Map(released.map(({ token, more }) => [token, more]));
}

function eventOf({ id, tenantId, subject, createdAt, type, data }: EventRow): StoredEvent {
  const { data: event = null } = outboxEvent.safeParse({ ...data, type });
  return { id, tenantId, subject, createdAt, event };
}
