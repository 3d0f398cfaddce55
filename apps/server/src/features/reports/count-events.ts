import type { OutboxConsumer } from '../../ports/outbox.ts';
import { outboxConsumer } from '../../ports/outbox-handlers.ts';
import type { CountedKind, ReportCounting } from '../../ports/reports.ts';

type Recount = (tenantId: string, kind: CountedKind, id: string) => Promise<void>;

/** Counts again whatever an event is about. Begins with what is stored from then on: the rest is `count-past.ts`. */
export function createCountEvents(counting: Pick<ReportCounting, 'recount'>): OutboxConsumer {
  const recount = together(counting);
  const ofCall = ({ tenantId, event }: { tenantId: string; event: { callId: string } }) =>
    recount(tenantId, 'call', event.callId);
  const ofFollowUp = ({ tenantId, event }: { tenantId: string; event: { followUpId: string } }) =>
    recount(tenantId, 'follow-up', event.followUpId);
  return outboxConsumer('reports', 'now', {
    'call.placed': ofCall,
    'call.received': ofCall,
    'call.ended': ofCall,
    'call.reopened': ofCall,
    'call.revised': ofCall,
    'call.cost': ofCall,
    'call.deleted': ofCall,
    'follow-up.created': ofFollowUp,
    'follow-up.closed': ofFollowUp,
    'follow-up.revised': ofFollowUp,
    'dnc.revised': ({ tenantId, event }) => recount(tenantId, 'opt-out', event.entryId),
  });
}

interface Waiting {
  readonly tenantId: string;
  readonly kind: CountedKind;
  readonly id: string;
  readonly done: PromiseWithResolvers<void>;
}

/**
 * One transaction at a time on this server, for everything that has come up meanwhile: calls of an organization change the
 * same sums and would only wait for each other.
 */
function together(counting: Pick<ReportCounting, 'recount'>): Recount {
  let waiting: Waiting[] = [];
  let running = false;
  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      const batch = Map.groupBy(waiting, ({ tenantId, kind }) => `${kind} ${tenantId}`);
      waiting = [];
      for (const list of batch.values()) await recountAll(counting, list);
    }
    running = false;
  };
  return (tenantId, kind, id) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ tenantId, kind, id, done });
    if (!running) void run();
    return done.promise;
  };
}

async function recountAll(
  counting: Pick<ReportCounting, 'recount'>,
  list: readonly Waiting[],
): Promise<void> {
  const [first] = list;
  if (!first) return;
  try {
    await counting.recount(
      first.tenantId,
      first.kind,
      list.map(({ id }) => id),
    );
    for (const { done } of list) done.resolve();
  } catch (error) {
    for (const { done } of list) done.reject(error);
  }
}
