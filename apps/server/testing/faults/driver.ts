import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Lab, startLab } from '@parley/phone-lab';
import { choosePort } from '../../src/composition/listening.ts';
import { layGround } from '../desk.ts';
import { DeskClient } from '../desk-client.ts';
import { type OwnCluster, startOwnCluster } from './cluster-of-its-own.ts';
import { endInsistently, placeInsistently } from './desk-hand.ts';
import type { Evidence, PlacedRequest } from './evidence.ts';
import { type FaultyModel, startFaultyModel } from './faulty-model.ts';
import { carrierFacts } from './ledger-facts.ts';
import { type Arrival, knobsAt, planOf, type Round, type RunSize } from './plan.ts';
import { readMemory, whatIsLeft } from './read-memory.ts';
import { Servers } from './servers.ts';
import type { Strikes } from './strikes.ts';
import { strikesOf } from './strikes.ts';

/** How many times faster than life calls run; the server's patience is shortened alike. */
export const speed = 10;
/** A second on the wall, as for everybody: network, disk and processor run no faster than life. */
const graceMs = 1_000;
/** A server that does not come to its point in this time is killed where it is. */
const doomMs = 120_000;
/** What was said while the database was away is stored within this, once it is back. */
const catchUpMs = 2_000;

export interface RunResult {
  readonly evidence: Evidence;
  readonly strikes: Strikes;
}

/** Places calls while everything goes wrong, and gathers what is left when all has come to rest. */
export async function runFaults(size: RunSize): Promise<RunResult> {
  await using stage = await setStage(size);
  const run = new FaultRun(size, stage);
  return await run.play(planOf(size));
}

interface Stage extends AsyncDisposable {
  readonly cluster: OwnCluster;
  readonly model: FaultyModel;
  readonly lab: Lab;
  readonly servers: Servers;
  readonly kit: DeskClient;
}

async function setStage({ seed, probability, summaryFaults }: RunSize): Promise<Stage> {
  const cluster = await startOwnCluster();
  const model = await startFaultyModel({ seed, probability, summaryFaults });
  const lab = await startLab({ speed, cps: 1_000, seed });
  const ground = await layGround(cluster, lab);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-killable-'));
  const port = await choosePort('127.0.0.1', 0, true);
  const servers = new Servers({
    ...ground.settings,
    PORT: String(port),
    DATA_DIR: dataDir,
    TIMES_SPEED: String(speed),
    VOICE_SPEED: String(speed),
    CALLS_PER_MINUTE: '1000000',
    CALLS_PER_DAY: '1000000',
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'stand-in',
    OPENAI_API_KEY: 'test-key',
    LOG_LEVEL: 'error',
  });
  // The sandbox carrier's numbers are pointed at the server once, as a person does with real ones; then it begins.
  await servers.start(null);
  await servers.stop();
  lab.faults.set(knobsAt(probability));
  return {
    ...{ cluster, model, lab, servers },
    kit: new DeskClient(`http://127.0.0.1:${port}`, ground.mint, {}),
    [Symbol.asyncDispose]: async () => {
      await servers.stop();
      await lab.stop();
      await model.stop();
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

class FaultRun {
  readonly #size: RunSize;
  readonly #stage: Stage;
  readonly #requests: PlacedRequest[] = [];
  readonly #databaseKills: string[] = [];
  readonly #underWay: Promise<void>[] = [];

  constructor(size: RunSize, stage: Stage) {
    this.#size = size;
    this.#stage = stage;
  }

  async play(rounds: readonly Round[]): Promise<RunResult> {
    const { servers, lab, cluster, model } = this.#stage;
    for (const round of rounds) await this.#round(round);
    await servers.start(null);
    await Promise.all(this.#underWay);
    await this.#rest();
    const ledger = lab.ledger();
    const carrier = carrierFacts(ledger, { speed, kills: servers.kills.map(({ at }) => at) });
    const { kills, crashes } = servers;
    return {
      evidence: {
        ...{ requests: this.#requests, carrier, crashes, graceMs },
        memory: await readMemory(cluster.connection),
      },
      strikes: strikesOf({ kills, databaseKills: this.#databaseKills, ledger, carrier, model: model.struck }),
    };
  }

  async #round({ arrivals, spares, database, end }: Round): Promise<void> {
    const { servers, cluster } = this.#stage;
    await servers.start('point' in end ? end : null);
    for (const arrival of arrivals) this.#underWay.push(this.#arrive(arrival));
    if (database) {
      await delay('afterMs' in end ? end.afterMs : 0);
      await cluster.kill(database);
      this.#databaseKills.push(database);
      await delay(catchUpMs);
    } else if ('point' in end) await this.#untilItsPoint(spares);
    else await servers.untilGone(end.afterMs);
    await servers.kill('any moment');
  }

  async #untilItsPoint(spares: readonly Arrival[]): Promise<void> {
    const { servers } = this.#stage;
    const began = Date.now();
    const isGone = (atMs: number) => servers.untilGone(began + atMs - Date.now());
    for (const spare of spares) {
      if (await isGone(spare.afterMs)) return;
      this.#underWay.push(this.#arrive({ ...spare, afterMs: 0 }));
    }
    await isGone(doomMs);
  }

  async #arrive({ who, afterMs, endAfterMs }: Arrival): Promise<void> {
    const { lab, kit } = this.#stage;
    await delay(afterMs);
    lab.callees.define(who.number, who.callee);
    lab.callees.setNumber(who.number, who.number);
    if (who.callsIn) return this.#callIn(who.number);
    const message = `Ask person ${who.number.slice(-7)} for two words.`;
    const request = await placeInsistently(kit, who.number, message);
    this.#requests.push(request);
    if (who.fate !== 'is hung up on' || request.callId === null) return;
    await delay(endAfterMs);
    await endInsistently(kit, request.callId);
  }

  #callIn(from: string): void {
    const { lab } = this.#stage;
    const [to = ''] = lab.phoneNumbers;
    lab.dialIn({ from, to, callee: from });
  }

  /** Until nobody talks and nothing is left to do, or time is up and the auditor says what is. */
  async #rest(): Promise<void> {
    const { lab, cluster } = this.#stage;
    const deadline = Date.now() + this.#size.restMs;
    await Promise.all(lab.calls().map(({ sid }) => lab.ended(sid)));
    while (Date.now() < deadline && (await whatIsLeft(cluster.connection)).length > 0) await delay(250);
  }
}
