import type { Call, ContactOfNumber, FollowUp } from '@parley/contract';
import { namedParty } from '../../lib/named-party.ts';
import type { CallStore } from '../../ports/call-store.ts';
import type { KnownNames } from '../../ports/contacts.ts';
import type { LiveFeed } from '../../ports/live-events.ts';

type Names = ReadonlyMap<string, readonly ContactOfNumber[]>;

function otherParty({ direction, from, to }: Pick<Call, 'direction' | 'from' | 'to'>): string | null {
  return direction === 'inbound' ? from : to;
}

const nobody: readonly ContactOfNumber[] = [];

/** Written into the calls, which were just read for this request: copies of a whole page would cost more than the names. */
function nameCalls(calls: readonly Call[], names: Names): void {
  for (const call of calls) {
    const number = otherParty(call);
    const people = number === null ? nobody : (names.get(number) ?? nobody);
    call.contact = people.length === 0 ? null : namedParty(people, call.contact?.id ?? null);
  }
}

export async function namedFollowUps(
  names: KnownNames,
  tenantId: string,
  followUps: readonly FollowUp[],
): Promise<FollowUp[]> {
  const known = await names.of(
    tenantId,
    followUps.map(({ number }) => number),
  );
  return followUps.map((followUp) => nameFollowUp(followUp, known));
}

function nameFollowUp(followUp: FollowUp, names: Names): FollowUp {
  const people = names.get(followUp.number ?? '') ?? nobody;
  return { ...followUp, contact: namedParty(people, followUp.contact?.id ?? null) };
}

export async function namedCallList(
  names: KnownNames,
  tenantId: string,
  calls: readonly Call[],
): Promise<readonly Call[]> {
  nameCalls(calls, await names.of(tenantId, calls.map(otherParty)));
  return calls;
}

/** The calls with the names of their other parties. */
export function namedCalls(store: CallStore, names: KnownNames): CallStore {
  const named = async <Read extends Call>(tenantId: string, call: Read | null): Promise<Read | null> => {
    if (call) await namedCallList(names, tenantId, [call]);
    return call;
  };
  return {
    ...store,
    list: async (tenantId, page) => {
      const calls = await store.list(tenantId, page);
      await namedCallList(names, tenantId, calls);
      return calls;
    },
    get: async (tenantId, id) => named(tenantId, await store.get(tenantId, id)),
    restore: async (tenantId, id, actor) => named(tenantId, await store.restore(tenantId, id, actor)),
    detail: async (tenantId, id) => {
      const call = await store.detail(tenantId, id);
      if (!call) return null;
      const { contacts = [], followUps = [] } = call;
      const known = new Map([[otherParty(call) ?? '', contacts]]);
      nameCalls([call], known);
      const isKnown = followUps.every(({ number }) => number === null || known.has(number));
      return {
        ...call,
        followUps: isKnown
          ? followUps.map((followUp) => nameFollowUp(followUp, known))
          : await namedFollowUps(names, tenantId, followUps),
      };
    },
  };
}

/** The same for what open pages are sent. */
export function namedFeed(feed: LiveFeed, names: KnownNames): LiveFeed {
  return {
    listen: (listener) => feed.listen(listener),
    read: async (notice) => {
      const event = await feed.read(notice);
      if (event?.type === 'call.changed') await namedCallList(names, notice.tenantId, [event.call]);
      if (event?.type !== 'follow-up.changed') return event;
      const [followUp] = await namedFollowUps(names, notice.tenantId, [event.followUp]);
      return followUp ? { ...event, followUp } : event;
    },
  };
}
