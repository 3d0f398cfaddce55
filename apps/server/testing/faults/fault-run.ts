import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Lab, startLab } from '@parley/phone-lab';
import pg from 'pg';
import { createDeployment } from '../desk.ts';
import { DeskClient } from '../desk-client.ts';
import { freePort } from '../free-port.ts';
import { type Calendars, giveTools, startCalendars } from '../tools/two-calendars.ts';
import { readDatabaseState, remainingWork } from './database-state.ts';
import type { Evidence, PlacedRequest } from './evidence.ts';
import { type FaultyModel, startFaultyModel } from './faulty-model.ts';
import type { InjectedFaults } from './injected-faults.ts';
import { countInjectedFaults } from './injected-faults.ts';
import { type KillablePostgres, startKillablePostgres } from './killable-postgres.ts';
import { carrierFacts } from './ledger-facts.ts';
import { type Arrival, knobsAt, planOf, type Round, type RunSize } from './plan.ts';
import { RestartingServer } from './restarting-server.ts';
import { endWithRetries, placeWithRetries } from './retrying-requests.ts';
import { WriteProbe } from './write-probe.ts';

/** How many times faster than real time calls run; the server's time limits are shortened alike. */
export const speed = 10;
/** In real time: network, disk and processor are not sped up. */
const graceMs = 1_000;
/** A server that does not reach its kill point in this time is killed where it is. */
const killPointTimeoutMs = 120_000;
/** What was said while the database was unavailable is stored within this time of its return. */
const catchUpMs = 2_000;

export interface RunResult {
  readonly evidence: Evidence;
  readonly faults: InjectedFaults;
}

/** Places calls while faults are injected, waits until nothing is left to do, and collects the evidence. */
export async function runFaults(size: RunSize): Promise<RunResult> {
  await using environment = await startFaultEnvironment(size);
  const run = new FaultRun(size, environment);
  return await run.run(planOf(size));
}

interface FaultEnvironment extends AsyncDisposable {
  readonly cluster: KillablePostgres;
  readonly model: FaultyModel;
  readonly lab: Lab;
  readonly servers: RestartingServer;
  readonly client: DeskClient;
  readonly probe: WriteProbe;
  readonly calendars: Calendars;
}

async function startFaultEnvironment({
  seed,
  probability,
  summaryFaults,
}: RunSize): Promise<FaultEnvironment> {
  const cluster = await startKillablePostgres();
  const model = await startFaultyModel({ seed, probability, summaryFaults });
  const lab = await startLab({ speed, cps: 1_000, seed });
  const calendars = await startCalendars(seed, speed);
  const deployment = await createDeployment(cluster, lab);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-killable-'));
  const port = await freePort();
  const servers = new RestartingServer({
    ...deployment.settings,
    PORT: String(port),
    DATA_DIR: dataDir,
    TIMES_SPEED: String(speed),
    VOICE_SPEED: String(speed),
    CALLS_PER_MINUTE: '1000000',
    CALLS_PER_DAY: '1000000',
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'test-model',
    OPENAI_API_KEY: 'test-key',
    LOG_LEVEL: 'error',
    TOOL_HOSTS: '127.0.0.1',
  });
  // The first start points the carrier's numbers at the server and gives the agent its tools, without faults.
  await servers.start(null);
  const url = `http://127.0.0.1:${port}`;
  const client = new DeskClient(url, deployment.mint, {});
  await giveTools(client, 'gs-dental', calendars);
  await servers.stop();
  lab.faults.set(knobsAt(probability));
  const proof = await openProof(cluster.connection, client);
  const probe = new WriteProbe(proof.write);
  return {
    ...{ cluster, model, lab, servers, probe, client, calendars },
    [Symbol.asyncDispose]: async () => {
      await probe[Symbol.asyncDispose]();
      await proof.close();
      await servers.stop();
      await lab.stop();
      await model.stop();
      await calendars.stop();
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const proofTimeoutMs = 10_000;

/**
 * The database stores something, and then the server reads from it. Not `/readyz`: its answer may be some seconds old.
 */
async function openProof(connection: pg.ClientConfig, client: DeskClient) {
  const pool = new pg.Pool({ ...connection, max: 1, query_timeout: proofTimeoutMs });
  // Its connection is lost with the database.
  pool.on('error', () => {});
  await pool.query('create schema test_proof');
  await pool.query('create table test_proof.writes as select 0 as count');
  return {
    write: async () => {
      await pool.query('update test_proof.writes set count = count + 1');
      const { status } = await client.request('GET', '/api/templates/templates');
      return status === 200;
    },
    close: () => pool.end(),
  };
}

class FaultRun {
  readonly #size: RunSize;
  readonly #environment: FaultEnvironment;
  readonly #requests: PlacedRequest[] = [];
  readonly #databaseKills: string[] = [];
  readonly #pending: Promise<void>[] = [];

  constructor(size: RunSize, environment: FaultEnvironment) {
    this.#size = size;
    this.#environment = environment;
  }

  async run(rounds: readonly Round[]): Promise<RunResult> {
    const { servers, lab, cluster, model, probe, calendars } = this.#environment;
    for (const round of rounds) await this.#round(round);
    await servers.start(null);
    await Promise.all(this.#pending);
    await this.#settle();
    const ledger = lab.ledger();
    const kills = servers.kills.map(({ at }) => at);
    const carrier = carrierFacts(ledger, { speed, kills, writes: probe.writes });
    const { crashes } = servers;
    return {
      evidence: {
        ...{ requests: this.#requests, carrier, crashes, graceMs, writes: probe.writes },
        database: await readDatabaseState(cluster.connection),
        booked: [...calendars.keyed.keys, ...calendars.plain.keys],
      },
      faults: countInjectedFaults({
        kills: servers.kills,
        databaseKills: this.#databaseKills,
        ledger,
        carrier,
        model: model.injected,
      }),
    };
  }

  async #round({ arrivals, spares, database, end }: Round): Promise<void> {
    const { servers, cluster } = this.#environment;
    await servers.start('point' in end ? end : null);
    for (const arrival of arrivals) this.#pending.push(this.#arrive(arrival));
    if (database) {
      await delay('afterMs' in end ? end.afterMs : 0);
      await cluster.kill(database);
      this.#databaseKills.push(database);
      await delay(catchUpMs);
    } else if ('point' in end) await this.#untilKillPoint(spares);
    else await servers.exitedWithin(end.afterMs);
    await servers.kill('any time');
  }

  async #untilKillPoint(spares: readonly Arrival[]): Promise<void> {
    const { servers } = this.#environment;
    const began = Date.now();
    const hasExited = (atMs: number) => servers.exitedWithin(began + atMs - Date.now());
    for (const spare of spares) {
      if (await hasExited(spare.afterMs)) return;
      this.#pending.push(this.#arrive({ ...spare, afterMs: 0 }));
    }
    await hasExited(killPointTimeoutMs);
  }

  async #arrive({ party, afterMs, endAfterMs }: Arrival): Promise<void> {
    const { lab, client } = this.#environment;
    await delay(afterMs);
    lab.callees.define(party.number, party.script);
    lab.callees.setNumber(party.number, party.number);
    if (party.callsIn) return this.#callIn(party.number);
    const message = `Ask person ${party.number.slice(-7)} for two words.`;
    const request = await placeWithRetries(client, party.number, message);
    this.#requests.push(request);
    if (party.scenario !== 'ended from the desk' || request.callId === null) return;
    await delay(endAfterMs);
    await endWithRetries(client, request.callId);
  }

  #callIn(from: string): void {
    const { lab } = this.#environment;
    const [to = ''] = lab.phoneNumbers;
    lab.dialIn({ from, to, callee: from });
  }

  /** Waits until no call is live and no work remains, or until the time is up: then the auditor reports the rest. */
  async #settle(): Promise<void> {
    const { lab, cluster } = this.#environment;
    const deadline = Date.now() + this.#size.settleMs;
    await Promise.all(lab.calls().map(({ sid }) => lab.ended(sid)));
    while (Date.now() < deadline && (await remainingWork(cluster.connection)).length > 0) await delay(250);
  }
}
