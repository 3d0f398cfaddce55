import { openJobQueue } from '../src/adapters/pg-boss/job-queue.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { scriptedExtractor } from '../src/adapters/scripted-agent/outcomes/extract.ts';
import { openAfterCalls } from '../src/composition/after-calls.ts';
import { openOutcomes } from '../src/composition/outcomes.ts';
import { OutboxReader } from '../src/features/outbox/outbox-reader.ts';
import { readerTimes } from '../src/features/outbox/reader-times.ts';
import { wallClock } from '../src/ports/clock.ts';
import type { Mailer } from '../src/ports/mail.ts';
import type { OutboxConsumer, OutboxStore } from '../src/ports/outbox.ts';
import type { OutcomeExtractor } from '../src/ports/outcomes.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * The event of a call is claimed; its last words are stored; its outcome is stored, or the job that asks a model for it is
 * sent; all is done, but not that event; the model has answered; what it answered is stored, but not that the job is done.
 */
export type AfterCallPoint = 'claimed' | 'settled' | 'outcome' | 'done' | 'answered' | 'stored';

export interface AfterCallServerOptions {
  readonly database: Database;
  readonly store: OutboxStore;
  /** Whether a model reads the outcomes, in jobs. */
  readonly model?: boolean;
  readonly mailer?: Mailer | null;
  readonly leaseMs: number;
  /** How often it looks for what no notice has told. */
  readonly pollMs?: number;
  readonly reached?: (point: AfterCallPoint) => void;
}

/** The part of a server that works after calls, and nothing else of it. */
export async function startAfterCallServer(
  options: AfterCallServerOptions,
): Promise<{ stop(): Promise<void> }> {
  const { database, store, model = false, mailer = null, reached = () => {} } = options;
  const { leaseMs, pollMs = readerTimes.pollMs } = options;
  const reader = new OutboxReader({
    ...{ store, clock: wallClock, log: silent },
    times: { ...readerTimes, leaseMs, pollMs },
  });
  const queue = model ? await openJobQueue(database.systemConnection(), silent) : null;
  const jobs = queue ?? { send: async () => {}, work: async () => {} };
  const organizations = {
    of: async () => ({ timeZone: 'UTC', openingHours: { week: null, holidays: [] } }) as never,
  };
  const outcomes = openOutcomes({
    ...{ database, organizations, log: silent },
    callTokens: { add: async () => {} },
    jobs: {
      ...jobs,
      work: (name, handler) =>
        jobs.work(name, async (data, context) => {
          await handler(data, context);
          reached('stored');
        }),
    },
    extractorFor: () => (model ? modelThatAsksAQuestion(reached) : scriptedExtractor),
  });
  const afterCalls = openAfterCalls({
    ...{ database, jobs, organizations, log: silent },
    outbox: { consume: (consumer) => reader.consume(watched(consumer, reached)) },
    stepsBefore: () => [async () => reached('settled'), outcomes.step, async () => reached('outcome')],
    mailers: { current: () => mailer },
    names: { of: async () => new Map() },
    webOrigin: 'https://desk.example.com',
  });
  await outcomes.start();
  await afterCalls.start();
  return {
    stop: async () => {
      await reader.stop(5_000);
      await queue?.stop(5_000);
    },
  };
}

function watched(consumer: OutboxConsumer, reached: (point: AfterCallPoint) => void): OutboxConsumer {
  return {
    ...consumer,
    handle: async (event, signal) => {
      const isEnd = event.event.type === 'call.ended';
      if (isEnd) reached('claimed');
      await consumer.handle(event, signal);
      if (isEnd) reached('done');
    },
  };
}

/** Finds a follow-up that the rules do not find. */
function modelThatAsksAQuestion(reached: (point: AfterCallPoint) => void): OutcomeExtractor {
  return {
    name: 'model',
    extract: async () => {
      const asked = {
        reason: 'question',
        urgentWhy: null,
        what: 'Asked something.',
        entry: 1,
        dueAt: null,
      } as const;
      const answer = { result: null, sentence: null, values: [], followUps: [asked] };
      reached('answered');
      return answer;
    },
  };
}
