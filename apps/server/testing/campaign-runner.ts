import { createHash } from 'node:crypto';
import {
  type CallReason,
  type CallStatus,
  type Campaign,
  exampleOrganization,
  type Side,
} from '@parley/contract';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createCallAdmission } from '../src/adapters/postgres/call-admission.ts';
import { createCampaignDispatch } from '../src/adapters/postgres/campaigns/dispatch.ts';
import { createCampaignRuns } from '../src/adapters/postgres/campaigns/runs.ts';
import { createCampaignStore } from '../src/adapters/postgres/campaigns/store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createExclusiveWork } from '../src/adapters/postgres/exclusive-work.ts';
import { AppError } from '../src/errors.ts';
import { createCallIds } from '../src/features/calls/call-ids.ts';
import { ManualCallPriority } from '../src/features/calls/manual-call-priority.ts';
import { notAdmitted } from '../src/features/calls/not-admitted.ts';
import { CampaignDispatcher } from '../src/features/campaigns/dispatcher.ts';
import { createPlaceAttempts } from '../src/features/campaigns/place-attempts.ts';
import { type RunEndpoints, runEndpoints } from '../src/features/campaigns/run-endpoints.ts';
import { createSettleCall } from '../src/features/campaigns/settle-attempts.ts';
import { createTypicalLength } from '../src/features/campaigns/typical-length.ts';
import type { AccountLimits, CampaignCalls } from '../src/ports/campaign-runs.ts';
import { CampaignDesk } from './campaigns.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { ManualClock } from './manual-clock.ts';
import { noLimits } from './no-limits.ts';
import { testDigest } from './number-digest.ts';

const silent = () => {};

/** What a server does that is killed at some point. */
export type Crash = 'before it dials' | 'after it dialled' | null;

/** Campaigns on a real database with the real admission, and a carrier that writes down whom it dialled. */
export class CampaignRunner {
  readonly desk: CampaignDesk;
  readonly clock: ManualClock;
  readonly run: RunEndpoints;
  readonly dispatcher: CampaignDispatcher;
  readonly attempts: ReturnType<typeof createPlaceAttempts>;
  readonly dispatch: ReturnType<typeof createCampaignDispatch>;
  /** In the order of the carrier. */
  readonly dialled: { readonly number: string; readonly callId: string; readonly key: string | null }[] = [];
  readonly ended: string[] = [];
  readonly manualCalls: ManualCallPriority;
  crash: Crash = null;
  /** The server places no more calls. */
  isStopping = false;
  side: Side = 'sandbox';
  /** What the account of the carrier may do. */
  account: AccountLimits = { callsAtOnce: null, callsPerSecond: null };
  /** What a call is expected to cost; null: spending limits do not count. */
  expectedMicros: number | null = null;
  /** The same on another server of the deployment. */
  readonly anotherDispatcher: () => CampaignDispatcher;
  readonly #database: Database;
  readonly #settle: ReturnType<typeof createSettleCall>;

  private constructor(database: Database, desk: CampaignDesk, clock: ManualClock) {
    this.desk = desk;
    this.clock = clock;
    this.#database = database;
    this.manualCalls = new ManualCallPriority(clock);
    const log = { debug: silent, info: silent, warn: silent, error: silent };
    const dispatch = createCampaignDispatch(database, testDigest);
    this.dispatch = dispatch;
    const calls: CampaignCalls = {
      place: (order) => this.#place(order),
      byHand: (place) => this.manualCalls.place(place),
      giveWay: () => this.manualCalls.giveWay(),
      repeated: async () => null,
      end: async (_, callId) => {
        this.ended.push(callId);
      },
      newId: createCallIds(),
      side: () => this.side,
      accountLimits: async () => this.account,
    };
    this.#settle = createSettleCall({ dispatch, clock });
    const attempts = createPlaceAttempts({ dispatch, calls, settle: this.#settle, clock, log });
    this.attempts = attempts;
    const organizations = { of: async () => exampleOrganization.settings };
    const exclusive = createExclusiveWork(database);
    const campaigns = createCampaignStore(database, testDigest);
    const typicalLength = createTypicalLength(campaigns, clock);
    this.anotherDispatcher = () =>
      new CampaignDispatcher({
        ...{ dispatch, calls, attempts, organizations, typicalLength, exclusive, clock, log },
      });
    this.dispatcher = this.anotherDispatcher();
    this.run = runEndpoints({
      ...{ dispatch, attempts, calls, organizations, typicalLength, clock, campaigns },
      runs: createCampaignRuns(database),
    });
  }

  static async open(database: Database): Promise<CampaignRunner> {
    // A Tuesday: noon in New York.
    const clock = new ManualClock('2026-10-13T16:00:00Z');
    return new CampaignRunner(database, await CampaignDesk.open(database, {}, clock), clock);
  }

  async #place(order: Parameters<CampaignCalls['place']>[0]): Promise<{ callId: string }> {
    const { caller, campaign } = order;
    if (!campaign) throw new AppError('internal', 'A test call.');
    if (this.isStopping) throw new AppError('shutting_down', 'The server stops.');
    if (this.crash === 'before it dials') throw new Error('The server was killed.');
    const decision = await createCallAdmission(this.#database, testDigest).reserve(
      {
        ...{
          tenantId: caller.tenantId,
          userId: caller.userId,
          callId: campaign.callId,
          agentId: order.agentId,
        },
        ...{
          agentVersion: order.agentVersion ?? 1,
          engine: 'relay',
          ...this.#account(),
          side: campaign.side,
        },
        ...{ to: order.phoneNumber, from: '+15005550006', instructions: order.message },
        ...{ idempotencyKey: order.idempotencyKey, campaignId: campaign.id, at: this.clock.now() },
        ...{ purpose: order.purpose, callsAtOnce: this.account.callsAtOnce },
        expectedMicros: this.expectedMicros,
        fingerprint: createHash('sha256').update(order.message).digest('hex'),
      },
      noLimits,
    );
    if (decision.kind === 'repeated') return { callId: decision.callId };
    if (decision.kind === 'do_not_call') throw new AppError('do_not_call', 'On the list.');
    if (decision.kind !== 'admitted') throw notAdmitted(decision);
    // Campaigns that earlier tests have left running are of other organizations.
    if (caller.tenantId !== this.desk.caller.tenantId) return { callId: campaign.callId };
    this.dialled.push({
      ...{ number: order.phoneNumber, callId: campaign.callId, key: order.idempotencyKey },
    });
    if (this.crash === 'after it dialled') throw new Error('The server was killed.');
    return { callId: campaign.callId };
  }

  /** Real calls are those of an account that the environment names. */
  #account() {
    return this.side === 'real'
      ? ({ carrier: 'twilio', carrierAccount: `AC-${this.desk.caller.tenantId}` } as const)
      : ({ carrier: 'lab', carrierAccount: null } as const);
  }

  /** Somebody calls a number by hand. */
  async byHand(number: string): Promise<string> {
    const { tenantId, userId } = this.desk.caller;
    const callId = createCallIds()();
    const decision = await createCallAdmission(this.#database, testDigest).reserve(
      {
        ...{
          tenantId,
          userId,
          callId,
          agentId: 'ada',
          agentVersion: 1,
          ...this.#account(),
        },
        ...{ engine: 'relay', to: number, from: '+15005550006', instructions: 'Say hello.' },
        ...{ idempotencyKey: null, fingerprint: callId, at: this.clock.now() },
      },
      noLimits,
    );
    return decision.kind;
  }

  async start({ id, revision }: Campaign, body: object = {}) {
    const given = { revision, at: null, ground: true, ...body };
    return (await this.run.startCampaign(this.desk.ask({ params: { id }, body: given }))).campaign;
  }

  /** A look at all campaigns after so many seconds, until what was claimed is placed. */
  async tick(seconds = 0): Promise<void> {
    this.clock.advance(seconds * 1_000);
    await this.dispatcher.tick();
    await this.dispatcher.placed();
  }

  /** The call ends as the carrier says, and its campaign hears of it. */
  async end(
    callId: string,
    { status = 'completed', reason = null, seconds = 60 }: Ending = {},
    isHeard = true,
  ): Promise<void> {
    const { tenantId } = this.desk.caller;
    const endedAt = this.clock.now();
    const answeredAt = status === 'completed' ? new Date(endedAt.getTime() - seconds * 1_000) : null;
    await this.#database.asSystem((tx) =>
      tx.execute(sql`
        update calls set status = ${status}, reason = ${reason}, duration = ${answeredAt && seconds},
          answered_at = ${answeredAt?.toISOString() ?? null}::timestamptz, ended_at = ${endedAt.toISOString()}::timestamptz
        where id = ${callId}`),
    );
    if (isHeard)
      await this.#settle(tenantId, {
        ...{ id: callId, status, reason, answeredAt, endedAt, duration: seconds, outcomeResult: null },
      });
  }

  /** What the carrier charges for a call is known. */
  async charge(callId: string, micros: number): Promise<void> {
    const { tenantId } = this.desk.caller;
    await this.#database.asSystem((tx) =>
      tx.execute(sql`
        insert into call_costs (tenant_id, call_id, day, currency, carrier_micros, carrier_state, model_state)
        values (${tenantId}, ${callId}, '2026-10-13', 'USD', ${micros}, 'final', 'none')
        on conflict (tenant_id, call_id) do update set carrier_micros = excluded.carrier_micros`),
    );
  }

  async campaign({ id }: Pick<Campaign, 'id'>): Promise<Campaign> {
    return (await this.desk.endpoints.getCampaign(this.desk.ask({ params: { id } }))).campaign;
  }

  /** Each row with its state. */
  async states(campaign: Campaign): Promise<Record<number, string>> {
    const { recipients } = await this.desk.recipients(campaign);
    return Object.fromEntries(recipients.map(({ row, state }) => [row, state]));
  }
}

/** The rows of most tests: a name, a number and what the template asks for. */
export const ada = ['Ada Weber', '+12025550123', 'Monday'];
export const eve = ['Eve Long', '+12025550124', 'Friday'];

/** One database for the tests of a file, and for each of them a runner with an organization of its own. */
export function openRunners(
  set: (opened: { readonly database: Database; readonly runner: CampaignRunner }) => void,
): void {
  let testDatabase: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await testDatabase.open();
  });
  afterAll(() => testDatabase.drop());
  beforeEach(async () => set({ database, runner: await CampaignRunner.open(database) }));
}

interface Ending {
  readonly status?: CallStatus;
  readonly reason?: CallReason | null;
  readonly seconds?: number;
}
