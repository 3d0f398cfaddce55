import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type CampaignPolicy, startingPolicy } from '@parley/contract';
import { type Lab, startLab } from '@parley/phone-lab';
import { createDeployment } from '../desk.ts';
import { DeskClient } from '../desk-client.ts';
import { type KillablePostgres, startKillablePostgres } from '../faults/killable-postgres.ts';
import { knobsAt } from '../faults/plan.ts';
import { RestartingServer } from '../faults/restarting-server.ts';
import { freePort } from '../free-port.ts';
import type { ListedPerson, Pause, WeekEvidence } from './evidence.ts';
import { dialsOf } from './ledger-dials.ts';
import { makeCampaign } from './make-campaign.ts';
import { beginnings, fates, listsOf, peopleOf } from './people.ts';
import { WeekClock } from './week-clock.ts';
import { WeekState } from './week-state.ts';

/** Calls run so much faster than real time; the server's time limits less, because networks and disks do not. */
const speed = 40;
const timesSpeed = 10;
const pauseMs = 2_000;

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
}

export const weekPolicy: CampaignPolicy = {
  ...startingPolicy,
  ...{ perMinute: 60, atOnce: 50 },
  // Most of these people do not answer: nothing is wrong with that.
  breaker: { calls: 200, failures: 100, hangUps: 100, optOuts: 100 },
};

/** Lets campaigns call their people for a simulated week while servers, database and carrier fail. */
export async function runWeek(size: WeekSize): Promise<WeekResult> {
  const cluster = await startKillablePostgres();
  const people = Object.fromEntries(beginnings.map((beginning) => [beginning, fates]));
  const lab = await startLab({ speed, cps: 1_000, people });
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
    await servers.stop();
    await state.stop();
    await lab.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
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
  readonly #ids: string[] = [];
  readonly #pauses: Pause[] = [];
  readonly #listed = new Map<string, number>();

  constructor(size: WeekSize, parts: WeekParts) {
    this.#size = size;
    this.#parts = parts;
  }

  async run(): Promise<WeekResult> {
    const { lab, clock, servers } = this.#parts;
    const { people, campaigns, probability } = this.#size;
    for (const list of listsOf(peopleOf(people), campaigns)) {
      const { id, rows } = await makeCampaign(this.#parts.client, list, weekPolicy);
      this.#ids.push(id);
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
      evidence: {
        ...{ people: this.#people, policy: weekPolicy, attempts, recipients, campaigns: stored },
        ...{ pauses: this.#pauses, listed: this.#listed, dials: dialsOf(lab.ledger(), ours) },
      },
    };
  }

  /** What happens after how many attempts: spread over those that are expected. */
  #events(): { after: number; act: () => Promise<void> }[] {
    const { people, kills, databaseKills } = this.#size;
    const spread = (count: number, act: (n: number) => Promise<void>) =>
      Array.from({ length: count }, (_, n) => ({
        after: Math.round(((n + 0.7) * people) / (count + 0.5)),
        act: () => act(n),
      }));
    return [
      ...spread(kills, () => this.#kill()),
      ...spread(databaseKills, () => this.#killDatabase()),
      ...spread(3, (n) => this.#pause(n)),
      ...spread(3, (n) => this.#list(n)),
    ].toSorted((a, b) => a.after - b.after);
  }

  async #untilDone(events: { after: number; act: () => Promise<void> }[]): Promise<void> {
    const { state, clock } = this.#parts;
    const deadline = Date.now() + this.#size.timeoutMs;
    while (Date.now() < deadline) {
      const due = await state.due(clock.now());
      if (due?.unfinished === 0 && events.length === 0) return;
      if (due) clock.advance(due);
      const next = events[0];
      if (due && next && (due.dialled >= next.after || due.unfinished === 0)) {
        events.shift();
        await next.act();
      }
      await delay(50);
    }
  }

  async #kill(): Promise<void> {
    const { servers } = this.#parts;
    await servers.kill('any time');
    await servers.start(null);
  }

  async #killDatabase(): Promise<void> {
    await this.#parts.cluster.kill('postmaster');
  }

  /** Not awaited by whoever moves the clock: it goes on meanwhile. */
  async #pause(n: number): Promise<void> {
    const { client } = this.#parts;
    const id = this.#ids[n % this.#ids.length] ?? '';
    const answer = await client.request('POST', `/api/campaigns/${id}/pause`).catch(() => null);
    if (answer?.status !== 200) return;
    const from = Date.now();
    await delay(pauseMs);
    const until = Date.now();
    for (;;) {
      const resumed = await client.request('POST', `/api/campaigns/${id}/resume`).catch(() => null);
      if (resumed && resumed.status < 500) break;
      await delay(200);
    }
    this.#pauses.push({ campaign: id, from, until });
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
