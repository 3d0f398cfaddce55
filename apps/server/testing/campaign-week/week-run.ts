import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type CampaignPolicy, type DayHours, startingPolicy } from '@parley/contract';
import { type Lab, type LedgerEntry, startLab } from '@parley/phone-lab';
import { createDeployment } from '../desk.ts';
import { DeskClient } from '../desk-client.ts';
import { type KillablePostgres, startKillablePostgres } from '../faults/killable-postgres.ts';
import type { KillAtPoint } from '../faults/plan.ts';
import { knobsAt } from '../faults/plan.ts';
import { RestartingServer } from '../faults/restarting-server.ts';
import { freePort } from '../free-port.ts';
import type { ListedPerson, ListRules, Pause, WeekEvidence } from './evidence.ts';
import { dialsOf } from './ledger-dials.ts';
import { makeCampaign } from './make-campaign.ts';
import { beginnings, callees, listsOf, peopleOf } from './people.ts';
import { WeekClock } from './week-clock.ts';
import { type WeekDue, WeekState } from './week-state.ts';

/** Calls run so much faster than real time; the server's time limits less, because networks and disks do not. */
const speed = 40;
const timesSpeed = 10;
const pauseMs = 2_000;
const pollMs = 50;

export interface WeekSize {
  readonly people: number;
  readonly campaigns: number;
  /** A Friday: the week goes on over a Sunday. */
  readonly begins: Date;
  /** Times at which nobody can be called are left out up to a multiple of this. */
  readonly stepMs: number;
  readonly kills: number;
  readonly databaseKills: number;
  /** How often each fault of the carrier is injected. */
  readonly probability: number;
  readonly timeoutMs: number;
}

export interface WeekResult {
  readonly evidence: WeekEvidence;
  readonly kills: number;
  readonly ended: Date;
  /** All that the carrier noted of a call. */
  readonly ledgerOf: (sid: string) => LedgerEntry[];
}

const weekPolicy: CampaignPolicy = {
  ...startingPolicy,
  ...{ perMinute: 300, atOnce: 50 },
  // Most of these people do not answer: nothing is wrong with that.
  breaker: { calls: 200, failures: 100, hangUps: 100, optOuts: 100 },
};

/** Two ranges that meet at midnight; clocks are changed within the second. */
const nights: DayHours = [
  { from: '00:00', to: '03:30' },
  { from: '18:00', to: '00:00' },
];
const nightHours: CampaignPolicy['hours'] = {
  ...{ monday: nights, tuesday: nights, wednesday: nights, thursday: nights, friday: nights },
  ...{ saturday: nights, sunday: nights },
};

/** Every third list is called at night. Lists next to each other share people: for one purpose, or for two. */
function rulesOf(list: number): ListRules {
  return {
    purpose: Math.floor(list / 2) % 2 === 0 ? 'reminder' : 'service',
    hours: list % 3 === 1 ? nightHours : startingPolicy.hours,
  };
}

/** Where servers kill themselves after one that was killed at any time. */
const killPoints: readonly (KillAtPoint | null)[] = [
  { point: 'created', nth: 5 },
  null,
  { point: 'inserted', nth: 5 },
  { point: 'sending', nth: 5 },
];

/** Lets campaigns call their people for a simulated week while servers, database and carrier fail. */
export async function runWeek(size: WeekSize): Promise<WeekResult> {
  const cluster = await startKillablePostgres();
  const calleeRanges = Object.fromEntries(beginnings.map((beginning) => [beginning, callees]));
  const lab = await startLab({ speed, cps: 1_000, calleeRanges });
  const folder = await mkdtemp(join(tmpdir(), 'parley-week-'));
  const clock = new WeekClock(join(folder, 'clock.json'), lab, size.begins, size.stepMs);
  const deployment = await createDeployment(cluster, lab);
  const port = await freePort();
  const servers = new RestartingServer({
    ...deployment.settings,
    ...{ PORT: String(port), DATA_DIR: folder, CAMPAIGN_CLOCK: join(folder, 'clock.json') },
    ...{ TIMES_SPEED: String(timesSpeed), VOICE_SPEED: String(speed), LOG_LEVEL: 'error' },
    ...{ CALLS_PER_MINUTE: '1000000', CALLS_PER_DAY: '1000000' },
  });
  const state = new WeekState(cluster.connection);
  try {
    await servers.start(null);
    const client = new DeskClient(`http://127.0.0.1:${port}`, deployment.mint, {});
    return await new Week(size, { cluster, lab, clock, servers, client, state }).run();
  } finally {
    clock.close();
    await servers.stop();
    await state.stop();
    await lab.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface WeekEvent {
  /** So many calls. */
  readonly after: number;
  readonly n: number;
  /** Not before somebody could be called. */
  readonly whenDue: boolean;
  readonly act: (due: WeekDue, n: number) => Promise<void>;
}

function isTimeFor({ after, whenDue }: WeekEvent, due: WeekDue, calls: number): boolean {
  return due.unfinished === 0 || (calls >= after && (due.now || !whenDue));
}

interface WeekParts {
  readonly cluster: KillablePostgres;
  readonly lab: Lab;
  readonly clock: WeekClock;
  readonly servers: RestartingServer;
  readonly client: DeskClient;
  readonly state: WeekState;
}

class Week {
  readonly #size: WeekSize;
  readonly #parts: WeekParts;
  readonly #people: ListedPerson[] = [];
  readonly #lists = new Map<string, ListRules>();
  readonly #pauses: Pause[] = [];
  readonly #listed = new Map<string, number>();

  constructor(size: WeekSize, parts: WeekParts) {
    this.#size = size;
    this.#parts = parts;
  }

  async run(): Promise<WeekResult> {
    const { lab, clock, servers } = this.#parts;
    const { people, campaigns, probability } = this.#size;
    for (const [n, list] of listsOf(peopleOf(people), campaigns).entries()) {
      const rules = rulesOf(n);
      const policy = { ...weekPolicy, hours: rules.hours };
      const { id, rows } = await makeCampaign(this.#parts.client, list, policy, rules.purpose);
      this.#lists.set(id, rules);
      this.#people.push(...rows);
    }
    lab.faults.set(knobsAt(probability));
    clock.run();
    await this.#untilDone(this.#events());
    lab.faults.clear();
    await Promise.all(lab.calls().map(({ sid }) => lab.ended(sid)));
    const { attempts, recipients, campaigns: stored, calls } = await this.#parts.state.read();
    const ours = new Map(calls.flatMap(({ id, sid }) => (sid === null ? [] : [[sid, id] as const])));
    return {
      ...{ kills: servers.kills.length, ended: new Date(clock.now()) },
      ledgerOf: (sid) => lab.ledger(sid),
      evidence: {
        ...{ people: this.#people, lists: this.#lists, policy: weekPolicy, attempts, recipients },
        campaigns: stored,
        ...{ pauses: this.#pauses, listed: this.#listed, dials: dialsOf(lab.ledger(), ours) },
      },
    };
  }

  /** What happens after how many attempts: spread over those that are expected. */
  #events(): WeekEvent[] {
    const { people, kills, databaseKills } = this.#size;
    const spread = (count: number, act: WeekEvent['act'], whenDue = false) =>
      Array.from({ length: count }, (_, n) => ({
        after: Math.round(((n + 0.7) * people) / (count + 0.5)),
        ...{ act, n, whenDue },
      }));
    return [
      ...spread(kills, (_, n) => this.#kill(n)),
      ...spread(databaseKills, () => this.#killDatabase()),
      ...spread(3, ({ campaigns }) => this.#pause(campaigns), true),
      ...spread(3, (_, n) => this.#list(n)),
    ].toSorted((a, b) => a.after - b.after);
  }

  async #untilDone(events: WeekEvent[]): Promise<void> {
    const { state, clock } = this.#parts;
    const deadline = Date.now() + this.#size.timeoutMs;
    while (Date.now() < deadline) {
      const due = await state.due(clock.now());
      if (due?.unfinished === 0 && events.length === 0) return;
      if (due) clock.advance(due);
      const next = events[0];
      if (due && next && isTimeFor(next, due, clock.calls)) {
        events.shift();
        await next.act(due, next.n);
      }
      await this.#revive();
      await delay(pollMs);
    }
  }

  /** One that has killed itself is started again. */
  async #revive(): Promise<void> {
    const { servers, clock } = this.#parts;
    if (!(await servers.exitedWithin(0))) return;
    clock.killed();
    await servers.start(null);
  }

  async #kill(n: number): Promise<void> {
    const { servers, clock } = this.#parts;
    await servers.kill('any time');
    clock.killed();
    await servers.start(killPoints[n % killPoints.length] ?? null);
  }

  async #killDatabase(): Promise<void> {
    await this.#parts.cluster.kill('postmaster');
    this.#parts.clock.killed();
  }

  /** One that could call somebody now, if there is one. */
  async #pause(due: readonly string[]): Promise<void> {
    const { client, clock } = this.#parts;
    const id = due[0] ?? [...this.#lists.keys()][0] ?? '';
    // Slowly: nobody moves the clock meanwhile.
    clock.run(1);
    const answer = await client.request('POST', `/api/campaigns/${id}/pause`).catch(() => null);
    const isTold = answer?.status === 200;
    const from = Date.now();
    if (isTold) await delay(pauseMs);
    const until = Date.now();
    // Also where no answer came: it may be paused all the same, because the server was killed after that.
    for (;;) {
      const resumed = await client.request('POST', `/api/campaigns/${id}/resume`).catch(() => null);
      if (resumed && resumed.status < 500) break;
      await this.#revive();
      await delay(200);
    }
    clock.run();
    if (isTold) this.#pauses.push({ campaign: id, from, until });
  }

  /** Somebody who is yet to be called says at the desk that they want no calls. */
  async #list(n: number): Promise<void> {
    const { client } = this.#parts;
    const person = this.#people[Math.round(((n + 0.5) * this.#people.length) / 3)];
    if (!person) return;
    const body = { number: person.number };
    const answer = await client.request('POST', '/api/do-not-call', body).catch(() => null);
    if (answer?.status === 200 || answer?.status === 201) this.#listed.set(person.number, Date.now());
  }
}
