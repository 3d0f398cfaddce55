import { createCallCosts, priceQueue } from '../adapters/postgres/costs/call-costs.ts';
import { createSpendingStore } from '../adapters/postgres/costs/spending.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createFollowUpWork } from '../adapters/postgres/follow-ups/work.ts';
import { Carriers } from '../features/calls/carriers.ts';
import { type SpendingEndpoints, spendingEndpoints } from '../features/costs/endpoints.ts';
import { createPriceJob } from '../features/costs/price-job.ts';
import { createCostConsumer, createSettleCost } from '../features/costs/settle-costs.ts';
import type { CallTokens } from '../ports/call-costs.ts';
import type { Carrier } from '../ports/carrier.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { JobScheduler, JobWorkers } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import type { OutboxConsumers } from '../ports/outbox.ts';

interface CostsDeps {
  readonly database: Database;
  readonly jobs: JobWorkers;
  readonly scheduler: JobScheduler;
  readonly outbox: OutboxConsumers;
  readonly carriers: () => readonly Carrier[];
  readonly clock?: Clock | undefined;
  readonly log: Log;
}

export interface Costs {
  readonly tokens: CallTokens;
  readonly endpoints: SpendingEndpoints;
  /** From then on this server takes part in counting what calls cost. */
  start(): Promise<void>;
}

/** What calls cost, and the limits of it. */
export function openCosts({
  database,
  jobs,
  scheduler,
  outbox,
  log,
  clock = wallClock,
  ...deps
}: CostsDeps): Costs {
  const costs = createCallCosts(database, scheduler);
  const settle = createSettleCost({ costs, followUps: createFollowUpWork(database), clock });
  const carriers = new Carriers(deps.carriers);
  return {
    tokens: {
      set: async (call, source, model, use, over) => {
        await costs.setUse(call, source, model, use);
        if (over) await settle(call);
      },
      add: async (call, source, { model, ...tokens }) => {
        const audio = { audioInputTokens: 0, audioOutputTokens: 0 };
        await costs.addUse(call, source, model, { requests: 1, exact: true, ...audio, ...tokens });
        await settle(call);
      },
    },
    endpoints: spendingEndpoints(createSpendingStore(database), clock),
    start: async () => {
      await outbox.consume(createCostConsumer(settle));
      await jobs.work(
        priceQueue,
        createPriceJob({ costs, settle, carrierOf: (question) => carriers.of(question), clock, log }),
      );
    },
  };
}
