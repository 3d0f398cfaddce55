import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isTerminal, type RecordingState } from '@parley/contract';
import { type Lab, type LedgerEntry, startLab } from '@parley/phone-lab';
import pg from 'pg';
import { expect } from 'vitest';
import type { Balancer } from '../balancer.ts';
import { createTestDatabase } from '../database.ts';
import { createDeployment } from '../desk.ts';
import { DeskClient } from '../desk-client.ts';
import { prepareBalancedServers, runUntilKilled } from '../faults/balanced-servers.ts';
import type { RestartingServer } from '../faults/restarting-server.ts';
import { placeWithRetries } from '../faults/retrying-requests.ts';
import { type SeededRandom, seededRandom } from '../faults/seeded-random.ts';
import { recordingKillPoints } from '../kill-points.ts';

/** Conversations and time limits run so many times faster. */
const speed = 10;
const callsAtOnce = 12;
const callsPerKill = 12;
/** At most so many times as many calls are held as are to be recorded. */
const mostTimes = 4;
/** A server that does not reach its kill point in this time is killed where it is. */
const killPointTimeoutMs = 10_000;
/** What `codeOf` makes. */
export const codes = /k[a-j][m-v][a-j][m-v]/g;
const events = ['recording-in-progress', 'recording-completed', 'recording-absent'];

export interface RecordedRow {
  readonly callId: string;
  readonly tenantId: string;
  readonly number: string;
  readonly status: string;
  readonly carrierSid: string | null;
  readonly state: RecordingState | null;
  readonly problem: string | null;
  readonly recordingSid: string | null;
  readonly atCarrier: string | null;
  readonly bytes: number | null;
}

/** What the carrier has had of a call. */
export interface AtCarrier {
  readonly made: readonly string[];
  /** What it still has. */
  readonly left: readonly string[];
  /** It says itself that there is none: by a fault, or because nothing was to be heard before the call was over. */
  readonly isAbsent: boolean;
  readonly isWrong: boolean;
}

/** What the other party says on a call from or to this number; no character follows itself, and no number shares one. */
export function codeOf(number: string): string {
  const digits = [...number.slice(-4)].map(Number);
  return `k${digits.map((digit, at) => String.fromCharCode((at % 2 === 0 ? 97 : 109) + digit)).join('')}`;
}

/** Calls in both directions that are recorded, while callbacks and downloads fail and two servers are killed. */
export async function openRecordingRun(calls: number, seed: number): Promise<RecordingRun> {
  const database = await createTestDatabase();
  const lab = await startLab({ speed, cps: 1_000, seed });
  const deployment = await createDeployment(database, lab);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-recordings-'));
  const filesDir = join(dataDir, 'files');
  await mkdir(filesDir);
  const settings = {
    ...{ ...deployment.settings, FILES_URL: pathToFileURL(filesDir).href, LLM_PROVIDER: 'scripted' },
    // Often enough that no chain of failed downloads is longer.
    RECORDING_WAITS: JSON.stringify(Array(30).fill(500)),
  };
  const { balancer, servers } = await prepareBalancedServers(settings, { dataDir, speed });
  const owner = new pg.Client(database.owner);
  await owner.connect();
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    // First the carrier, whose sockets the balancer waits for.
    await lab.stop();
    await balancer.stop();
    await owner.end();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const client = new DeskClient(balancer.url, deployment.mint, {});
  const random = seededRandom(seed, 'recordings');
  return new RecordingRun({ calls, random, lab, balancer, client, owner, filesDir, stop }, servers);
}

interface Surroundings {
  readonly calls: number;
  readonly random: SeededRandom;
  readonly lab: Lab;
  readonly balancer: Balancer;
  readonly client: DeskClient;
  readonly owner: pg.Client;
  readonly filesDir: string;
  stop(): Promise<void>;
}

export class RecordingRun implements AsyncDisposable {
  readonly #around: Surroundings;
  readonly #servers: readonly RestartingServer[];
  #over = false;

  constructor(around: Surroundings, servers: readonly RestartingServer[]) {
    this.#around = around;
    this.#servers = servers;
  }

  /** Holds all calls while servers are killed, and waits until nothing is left to do. */
  async carryOut(): Promise<void> {
    const { calls, lab } = this.#around;
    await this.#prepare();
    lab.faults.set({
      dropCallback: { probability: 0.4, events },
      duplicateCallback: { probability: 0.4, events },
      reorderCallback: { probability: 0.3, events },
      delayCallback: { probability: 0.3, events, ms: 50, upToMs: 1_500 },
      recordingDownload: { probability: 0.3 },
      recordingUnknownSource: 0.3,
      recordingAbsent: 0.04,
      recordingWrongLength: 0.04,
    });
    const killing = Promise.all(this.#servers.map((server, index) => this.#killAgainAndAgain(server, index)));
    let placed = 0;
    let recorded = 0;
    const holding = Array.from({ length: callsAtOnce }, async () => {
      // A server that is killed takes calls with it that it has not answered yet: others are held in their place.
      while (recorded < calls && placed < calls * mostTimes) {
        placed += 1;
        // Not in one step: others are added while it is waited for.
        const made = await this.#call(placed);
        recorded += made;
      }
    });
    const held = Promise.all(holding).then(() => {
      this.#over = true;
    });
    await Promise.all([held, killing]);
    // One that has not come to its kill point is on its way there.
    await Promise.all(this.#servers.map((server) => server.stop()));
    await this.#servers[0]?.start(null);
    await expect.poll(() => this.#left(), { timeout: 240_000, interval: 500 }).toEqual([]);
  }

  kills(): string[] {
    return this.#servers.flatMap(({ kills }) => kills.map(({ where }) => where));
  }

  crashes(): string[] {
    return this.#servers.flatMap(({ crashes }) => crashes);
  }

  async rows(): Promise<RecordedRow[]> {
    const { rows } = await this.#around.owner.query<RecordedRow>(`
      select c.id as "callId", c.tenant_id as "tenantId", c.status, c.carrier_sid as "carrierSid",
        case when c.direction = 'inbound' then c.from_number else c.to_number end as number,
        r.state, r.problem, r.recording_sid as "recordingSid", r.at_carrier as "atCarrier", r.bytes::int as bytes
      from calls c left join recordings r on r.tenant_id = c.tenant_id and r.call_id = c.id`);
    return rows;
  }

  /** `sid`: of a call; null: it was never placed. */
  atCarrier(sid: string | null): AtCarrier {
    const ledger: LedgerEntry[] = sid === null ? [] : this.#around.lab.ledger(sid);
    const records = ledger.flatMap((one) => (one.kind === 'recording' ? [one.recording] : []));
    const made = new Map(records.map((record) => [record.sid, record]));
    const gone = new Set(
      ledger.flatMap((one) => (one.kind === 'recording.deleted' ? [one.recordingSid] : [])),
    );
    const had = (knob: string) => ledger.some((one) => one.kind === 'fault' && one.knob === knob);
    return {
      made: [...made.keys()],
      left: [...made.keys()].filter((one) => !gone.has(one)),
      isAbsent: [...made.values()].every(({ status, seconds }) => status === 'absent' && seconds === 0),
      isWrong: had('recordingWrongLength'),
    };
  }

  /** The recordings in the file store, by the id of the call that they are named after. */
  async files(): Promise<string[]> {
    const all = await readdir(this.#around.filesDir, { recursive: true });
    return all.flatMap((path) => /\/recordings\/([^/]+)\.wav$/.exec(path)?.[1] ?? []);
  }

  /** The sound as a listener gets it. */
  async sound(callId: string): Promise<Buffer> {
    const { client } = this.#around;
    const { body } = await client.request('POST', `/api/calls/${callId}/recording/address`, {
      purpose: 'download',
    });
    return Buffer.from(await (await fetch(client.url + body.url)).arrayBuffer());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over = true;
    await this.#around.stop();
  }

  async #prepare(): Promise<void> {
    const { balancer, client } = this.#around;
    await this.#servers[0]?.start(null);
    await expect.poll(() => balancer.ready.length).toBe(1);
    const settings = { enabled: true, agentIds: ['gs-dental'], removeAtCarrier: true, revision: 0 };
    expect(await client.request('PUT', '/api/data/recordings', settings)).toMatchObject({ status: 200 });
    await this.#servers[0]?.stop();
  }

  /** At each point in turn, and at any time; then it is left alone, because a start takes as long as many calls. */
  async #killAgainAndAgain(server: RestartingServer, first: number): Promise<void> {
    const { random, calls } = this.#around;
    for (let turn = first; !this.#over && turn < calls / callsPerKill; turn += this.#servers.length) {
      const point = recordingKillPoints[turn % (recordingKillPoints.length + 1)];
      const killAt = point ? { point, nth: random.between(2, 6) } : null;
      const longestMs = point ? killPointTimeoutMs : random.between(1_000, 4_000);
      await runUntilKilled(server, killAt, longestMs, () => this.#over);
    }
    if (!this.#over) await server.start(null);
  }

  /** How many recordings the carrier has made of it. */
  async #call(index: number): Promise<number> {
    const { lab, client, balancer } = this.#around;
    await expect.poll(() => balancer.ready.length, { timeout: 120_000, interval: 100 }).toBeGreaterThan(0);
    const number = `+1202555${1_000 + index}`;
    const code = codeOf(number);
    lab.callees.define(number, {
      ...{ name: number, ring: 500, manners: false, patienceMs: 15_000, greeting: code },
      script: [{ wait: 'agent' }, { say: code }, { silence: 500 }, 'hangup'],
    });
    if (index % 2 === 0) {
      lab.callees.setNumber(number, number);
      await placeWithRetries(client, number, 'Say hello.');
    } else {
      lab.dialIn({ from: number, to: lab.phoneNumbers[0] ?? '', callee: number });
    }
    const findCalls = () => lab.calls().filter(({ to, from }) => to === number || from === number);
    // It is dialled after it was accepted, perhaps by another server. One that is never dialled is not waited for.
    await expect
      .poll(findCalls, { timeout: 20_000, interval: 100 })
      .not.toEqual([])
      .catch(() => {});
    const ofNumber = findCalls();
    await Promise.all(ofNumber.map(({ sid }) => lab.ended(sid)));
    return ofNumber.reduce((made, { sid }) => made + this.atCarrier(sid).made.length, 0);
  }

  /** Why it is not over, for whatever is not. */
  async #left(): Promise<string[]> {
    const { owner } = this.#around;
    // What is due every minute is due now.
    await owner.query(`update job_schedules set next_at = now() where key = 'recordings'`);
    const rows = await this.rows();
    return rows.flatMap(({ callId, status, carrierSid, state, atCarrier }) => {
      if (!isTerminal(status as never)) return [`${callId}: ${status}`];
      const carrier = this.atCarrier(carrierSid);
      // The carrier never began: it is asked for longer than this run takes.
      if (state === null || carrier.made.length === 0) return [];
      const isSettled =
        state === 'ready' ? atCarrier === 'removed' : state === 'absent' || state === 'failed';
      return isSettled ? [] : [`${callId}: ${state} ${atCarrier}`];
    });
  }
}
