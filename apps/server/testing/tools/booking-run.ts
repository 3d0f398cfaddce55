import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTerminal } from '@parley/contract';
import { type Lab, startLab } from '@parley/phone-lab';
import pg from 'pg';
import { expect } from 'vitest';
import { AgentRequests } from '../agent-requests.ts';
import type { Balancer } from '../balancer.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createDeployment } from '../desk.ts';
import { DeskClient } from '../desk-client.ts';
import { prepareBalancedServers, runUntilKilled } from '../faults/balanced-servers.ts';
import type { RestartingServer } from '../faults/restarting-server.ts';
import { placeWithRetries } from '../faults/retrying-requests.ts';
import { type SeededRandom, seededRandom } from '../faults/seeded-random.ts';
import { toolKillPoints } from '../kill-points.ts';
import type { LedgerEntry } from './booking-calendar.ts';
import { promise, startBookingModel, wishFor } from './booking-model.ts';
import { type Calendars, giveTools, startCalendars } from './two-calendars.ts';

/** Conversations and time limits run so many times faster; the calendars do not. */
const speed = 10;
/** Few enough that most conversations are over when a server is killed. */
const callsAtOnce = 4;
/** A server that does not reach its kill point in this time is killed where it is. */
const killPointTimeoutMs = 30_000;

interface Booking {
  readonly number: string;
  readonly start: string;
  readonly tool: 'book_keyed' | 'book_plain';
}

export interface BookedRow {
  readonly number: string;
  readonly tool: string;
  readonly state: string;
  readonly tries: number;
  readonly start: string;
  /** Its Idempotency-Key. */
  readonly key: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly followUps: number;
}

export interface BookingResult {
  readonly rows: readonly BookedRow[];
  /** What an agent has promised. */
  readonly promised: ReadonlySet<string>;
  /** What the calendars hold, as often as they hold it. */
  readonly booked: readonly string[];
  readonly summary: string;
  /** The requests that the calendar has seen that honours keys. */
  readonly ledger: readonly LedgerEntry[];
}

/**
 * Calls whose other party books an appointment, half of them with a calendar that honours keys, while both calendars fail
 * and two servers behind a balancer are killed and started again.
 */
export async function openBookingRun(calls: number, seed: number): Promise<BookingRun> {
  const database = await createTestDatabase();
  const lab = await startLab({ speed, cps: 1_000, seed });
  const model = await startBookingModel();
  const calendars = await startCalendars(seed, speed);
  const deployment = await createDeployment(database, lab);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-tools-'));
  const settings = {
    ...{ ...deployment.settings, TOOL_HOSTS: '127.0.0.1', OPENAI_API_KEY: 'test-key' },
    ...{ LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: model.url, LLM_MODEL: 'test-model' },
  };
  const { balancer, servers } = await prepareBalancedServers(settings, { dataDir, speed });
  const client = new DeskClient(balancer.url, deployment.mint, {});
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await balancer.stop();
    await lab.stop();
    await model.stop();
    await calendars.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return new BookingRun(
    { calls, random: seededRandom(seed, 'bookings'), database, lab, balancer },
    servers,
    client,
    {
      ...calendars,
      stop,
    },
  );
}

interface Surroundings {
  readonly calls: number;
  readonly random: SeededRandom;
  readonly database: TestDatabase;
  readonly lab: Lab;
  readonly balancer: Balancer;
}

class BookingRun implements AsyncDisposable {
  readonly #around: Surroundings;
  readonly #servers: readonly RestartingServer[];
  readonly #client: DeskClient;
  readonly #calendars: Calendars;
  readonly #bookings: readonly Booking[];
  #over = false;

  constructor(
    around: Surroundings,
    servers: readonly RestartingServer[],
    client: DeskClient,
    calendars: Calendars,
  ) {
    this.#around = around;
    this.#servers = servers;
    this.#client = client;
    this.#calendars = calendars;
    this.#bookings = Array.from({ length: around.calls }, (_, index) => bookingOf(index));
  }

  /** Places all calls while servers are killed, and waits until nothing is left to do. */
  async carryOut(): Promise<void> {
    const agentId = await this.#prepare();
    const killing = this.#servers.map((server, index) => this.#killAgainAndAgain(server, index * 2));
    const waiting = [...this.#bookings];
    const placing = Array.from({ length: callsAtOnce }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await this.#call(next, agentId);
    });
    await Promise.all(placing);
    this.#over = true;
    await Promise.all(killing);
    await this.#servers[0]?.start(null);
    await expect.poll(() => this.#left(), { timeout: 120_000, interval: 250 }).toBe(0);
  }

  /** When servers were killed. */
  kills(): number[] {
    return this.#servers.flatMap(({ kills }) => kills.map(({ at }) => at));
  }

  crashes(): string[] {
    return this.#servers.flatMap(({ crashes }) => crashes);
  }

  async result(): Promise<BookingResult> {
    const { keyed, plain } = this.#calendars;
    const rows = await this.#query<BookedRow & pg.QueryResultRow>(
      `select c.to_number as number, t.name as tool, t.state, t.tries, t.input ->> 'start' as start,
        t.call_id || ':' || t.id as key, t.started_at as "startedAt", t.ended_at as "endedAt",
        (select count(*)::int from follow_ups f where f.tenant_id = t.tenant_id
          and f.source_key = 'call/' || t.call_id || '/tool_unknown/' || t.id) as "followUps"
        from tool_calls t join calls c on c.id = t.call_id`,
    );
    const said = await this.#query<{ message: string }>(
      `select message from transcript_entries where speaker = 'agent'`,
    );
    const isPromised = ({ start }: Booking) => said.some(({ message }) => message.includes(promise(start)));
    const promised = new Set(this.#bookings.filter(isPromised).map(({ start }) => start));
    const booked = [...keyed.booked, ...plain.booked];
    const states = Object.entries(Object.groupBy(rows, ({ tool, state }) => `${tool}: ${state}`));
    const summary = [
      `${this.#around.calls} bookings wanted, ${booked.length} made, ${promised.size} promised; ${this.kills().length} kills`,
      states.map(([name, each]) => `${name} ${each?.length}`).join(', '),
      ...[keyed, plain].map(({ behaviours }) =>
        [...behaviours].map(([what, n]) => `${what} ${n}`).join(', '),
      ),
    ].join('; ');
    return { rows, promised, booked, summary, ledger: keyed.ledger };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over = true;
    await this.#calendars.stop();
  }

  /** An agent with a tool for each calendar. */
  async #prepare(): Promise<string> {
    const { balancer } = this.#around;
    await this.#servers[0]?.start(null);
    await expect.poll(() => balancer.ready.length).toBe(1);
    const agents = new AgentRequests(this.#client);
    const { id } = await agents.create('Booking');
    await agents.save(id, (config) => {
      config.opening.outbound = 'Hello, this is the AI assistant.';
    });
    await giveTools(this.#client, id, this.#calendars);
    await this.#servers[0]?.stop();
    return id;
  }

  /** At each point in turn, and at any time. */
  async #killAgainAndAgain(server: RestartingServer, first: number): Promise<void> {
    const { random } = this.#around;
    for (let turn = first; !this.#over; turn += 1) {
      const point = toolKillPoints[turn % (toolKillPoints.length + 1)];
      const killAt = point ? { point, nth: random.between(3, 6) } : null;
      const longestMs = point ? killPointTimeoutMs : random.between(2_000, 6_000);
      await runUntilKilled(server, killAt, longestMs, () => this.#over);
    }
    await server.stop();
  }

  async #call({ number, start, tool }: Booking, agentId: string): Promise<void> {
    const { lab } = this.#around;
    const wish = wishFor(start, tool);
    lab.callees.define(number, {
      ...{ name: number, ring: 1_000, manners: false, patienceMs: 120_000 },
      script: [{ wait: 'agent' }, { say: wish }],
      answers: [{ when: 'What can I do|AI assistant', say: wish, times: 3 }],
    });
    lab.callees.setNumber(number, number);
    await placeWithRetries(this.#client, number, 'Ask what they want.', agentId);
    await Promise.all(lab.calls().flatMap(({ to, sid }) => (to === number ? [lab.ended(sid)] : [])));
  }

  /** Calls and tool calls that are not over, and what is still to be done after calls. */
  async #left(): Promise<number> {
    const calls = await this.#query<{ status: string }>('select status from calls');
    const running = await this.#query(`select from tool_calls where state = 'running'`);
    const [after] = await this.#query<{ left: number }>(`
      select (select count(*)::int from outbox where not assigned)
        + (select count(*)::int from outbox_positions where last_event > done_event) as left`);
    const live = calls.filter(({ status }) => !isTerminal(status as never));
    return live.length + running.length + (after?.left ?? 0);
  }

  async #query<R extends pg.QueryResultRow>(text: string): Promise<R[]> {
    const owner = new pg.Client(this.#around.database.owner);
    await owner.connect();
    const { rows } = await owner.query<R>(text);
    await owner.end();
    return rows;
  }
}

function bookingOf(index: number): Booking {
  return {
    number: `+1202${String(5_000_000 + index)}`,
    start: `slot-${String(index).padStart(4, '0')}`,
    tool: index % 2 === 0 ? 'book_keyed' : 'book_plain',
  };
}
