import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type WebhookEndpoint, webhookEventNames } from '@parley/contract';
import { type Lab, startLab } from '@parley/phone-lab';
import pg from 'pg';
import { expect } from 'vitest';
import { ModelServer } from '../ai-sdk/model-server.ts';
import type { Balancer } from '../balancer.ts';
import { createTestDatabase } from '../database.ts';
import { createDeployment } from '../desk.ts';
import { DeskClient } from '../desk-client.ts';
import { prepareBalancedServers, runUntilKilled } from '../faults/balanced-servers.ts';
import type { RestartingServer } from '../faults/restarting-server.ts';
import { type SeededRandom, seededRandom } from '../faults/seeded-random.ts';
import { callees, numberOf, recordedAgent, setTransferTargets } from './callees.ts';
import { type CallingProgram, clientProgram, curlProgram } from './calling-programs.ts';
import { countHappened, type Happened, readHappened, remainingEvents } from './happened.ts';
import { Receivers, reliable, unreliable, unreliableAndGone } from './receivers.ts';

/** How many times faster conversations run, and time limits of calls. */
const speed = 40;
const timesSpeed = 10;
const callsAtOnce = 16;
/** An answer is waited for an eighth of the time, and failed attempts are repeated after a hundredth of it. */
const webhookTimes = {
  waitsMs: [0, 50, 3_000, 18_000, 72_000, 180_000, 360_000, 504_000, 720_000, 864_000],
  answerMs: 2_000,
  leaseMs: 6_000,
};
/** A start takes seconds on a busy machine, and calls go on between two kills. */
const uptimesMs = [10_000, 20_000] as const;
const timesGone = 2;
const expiredRecordings = 10;

/** `chosen`: an endpoint that wants to know how calls end. */
export const paths = { all: '/all', gone: '/gone', chosen: '/chosen' } as const;
export const chosenEvents = ['call.ended', 'call.failed'] as const;

/** While it was off. */
export interface Off {
  readonly from: Date;
  readonly until: Date;
}

/** Programs place calls until so many events have happened, while servers are killed and receivers fail. */
export async function openProgramsRun(events: number, seed: number): Promise<ProgramsRun> {
  const random = (name: string) => seededRandom(seed, name);
  const receivers = await Receivers.open({
    [paths.all]: unreliable(random('all')),
    [paths.gone]: unreliableAndGone(random('gone'), timesGone, Math.floor(events / 4)),
    [paths.chosen]: reliable,
  });
  const model = await ModelServer.start(({ stream, messages }) => {
    if (!stream) return [{ say: 'They talked.' }];
    const said = String(messages.at(-1)?.content);
    if (said.includes('A person'))
      return [{ say: 'One moment.' }, { call: 'transfer_call', input: { reason: 'a form' } }];
    if (said.includes('Never call')) return [{ call: 'do_not_call', input: {} }];
    return [{ say: 'Goodbye.' }, { call: 'end_call', input: { reason: 'finished' } }];
  });
  const database = await createTestDatabase();
  const lab = await startLab({ speed, cps: 1_000, seed });
  for (const [number, script] of Object.entries(callees.fixed)) {
    lab.callees.define(number, { name: number, ...script });
    lab.callees.setNumber(number, number);
  }
  const deployment = await createDeployment(database, lab);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-programs-'));
  const filesDir = join(dataDir, 'files');
  await mkdir(filesDir);
  const settings = {
    ...{ ...deployment.settings, FILES_URL: pathToFileURL(filesDir).href, TOOL_HOSTS: '127.0.0.1' },
    ...{ LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: model.url, LLM_MODEL: 'small' },
    ...{ OPENAI_API_KEY: 'test-key', WEBHOOK_TIMES: JSON.stringify(webhookTimes) },
    RECORDING_WAITS: JSON.stringify(Array(12).fill(500)),
  };
  const { balancer, servers } = await prepareBalancedServers(settings, { dataDir, speed, timesSpeed });
  const owner = new pg.Pool({ ...database.owner, max: 4 });
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    // First the carrier, whose sockets the balancer waits for.
    await lab.stop();
    await balancer.stop();
    await model.stop();
    await receivers.close();
    await owner.end();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const client = new DeskClient(balancer.url, deployment.mint, {});
  const around = { events, random: random('kills'), lab, balancer, client, owner, receivers, stop };
  return new ProgramsRun(around, servers);
}

interface Surroundings {
  readonly events: number;
  readonly random: SeededRandom;
  readonly lab: Lab;
  readonly balancer: Balancer;
  readonly client: DeskClient;
  readonly owner: pg.Pool;
  readonly receivers: Receivers;
  stop(): Promise<void>;
}

export class ProgramsRun implements AsyncDisposable {
  readonly offs: Off[] = [];
  /** Which programs have placed how many calls. */
  readonly placed = { curl: 0, client: 0 };
  readonly #around: Surroundings;
  readonly #servers: readonly RestartingServer[];
  readonly #endpoints = new Map<string, string>();
  /** Since when endpoints are off, by their id, until what was given up is sent again. */
  readonly #off = new Map<string, Date>();
  #happened: Happened[] = [];
  #calls = 0;
  #over = false;
  #reenablingEnds = false;

  constructor(around: Surroundings, servers: readonly RestartingServer[]) {
    this.#around = around;
    this.#servers = servers;
  }

  get receivers(): Receivers {
    return this.#around.receivers;
  }

  /** What has happened, in the order of the outbox. */
  get happened(): readonly Happened[] {
    return this.#happened;
  }

  kills(): number {
    return this.#servers.reduce((sum, { kills }) => sum + kills.length, 0);
  }

  crashes(): string[] {
    return this.#servers.flatMap(({ crashes }) => crashes);
  }

  async carryOut(): Promise<void> {
    const key = await this.#prepare();
    const access = { url: this.#around.balancer.url, key };
    await using client = await clientProgram(access);
    await using curl = curlProgram(access);
    const killing = this.#servers.map((server) => this.#killAgainAndAgain(server));
    const reenabling = this.#reenableEndpoints();
    const placing = Array.from({ length: callsAtOnce }, (_, lane) =>
      lane % 2 === 0 ? this.#placeCalls(curl, 'curl') : this.#placeCalls(client, 'client'),
    );
    await Promise.all(placing);
    await this.#around.owner.query(
      `update recordings set created_at = now() - interval '25 hours'
        where call_id in (select call_id from recordings where state = 'ready' limit ${expiredRecordings})`,
    );
    this.#over = true;
    await Promise.all(killing);
    await this.#killWhileSending();
    // Until nothing is left when no server runs that could add to it.
    for (let left = ['everything']; left.length > 0; left = await remainingEvents(this.#around.owner)) {
      await this.#servers[0]?.start(null);
      const settled = { timeout: 240_000, interval: 500 };
      await expect.poll(() => this.#remaining(), settled).toEqual([]);
      await this.#servers[0]?.stop();
    }
    this.#reenablingEnds = true;
    await reenabling;
    this.#happened = await readHappened(this.#around.owner, this.#endpoints.get(paths.all) ?? '');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over = true;
    this.#reenablingEnds = true;
    await this.#around.stop();
  }

  async #remaining(): Promise<string[]> {
    const off = this.#off.size > 0 ? ['an endpoint that was off'] : [];
    return [...(await remainingEvents(this.#around.owner)), ...off];
  }

  /** The key of the programs. */
  async #prepare(): Promise<string> {
    const { balancer, client, owner, receivers } = this.#around;
    await this.#servers[0]?.start(null);
    await expect.poll(() => balancer.ready.length).toBe(1);
    const ask = async (method: string, path: string, body: object) => {
      const answer = await client.request(method, path, body);
      expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()]);
      return answer.body;
    };
    await ask('PUT', '/api/data/recordings', {
      ...{ enabled: true, agentIds: [recordedAgent], removeAtCarrier: true, revision: 0, keepDays: 1 },
    });
    await setTransferTargets(owner);
    for (const path of Object.values(paths)) {
      const events = path === paths.chosen ? chosenEvents : webhookEventNames;
      const settings = { name: `Diary ${path}`, address: `${receivers.url}${path}`, events };
      const { endpoint, secret } = await ask('POST', '/api/webhooks', settings);
      receivers.setSecret(path, secret);
      this.#endpoints.set(path, endpoint.id);
    }
    const permissions = ['calls.read', 'calls.place'];
    const { secret } = await ask('POST', '/api/keys', {
      ...{ name: 'Diary', permissions, requestsPerMinute: 6_000 },
    });
    await this.#servers[0]?.stop();
    return secret;
  }

  async #killAgainAndAgain(server: RestartingServer): Promise<void> {
    const { random } = this.#around;
    while (!this.#over) await runUntilKilled(server, null, random.between(...uptimesMs), () => this.#over);
    await server.stop();
  }

  /** What waits is sent faster than calls are made: one more is killed in the middle of it. */
  async #killWhileSending(): Promise<void> {
    const [server] = this.#servers;
    const received = () => this.receivers.arrivalsAt(paths.all).length;
    const enough = received() + 50;
    await server?.start(null);
    const isEnough = async () =>
      received() >= enough || (await remainingEvents(this.#around.owner)).length === 0;
    await expect.poll(isEnough, { timeout: 120_000, interval: 50 }).toBe(true);
    await server?.kill('while it sends');
  }

  /** Somebody switches on what was switched off, and has sent again what was given up by it. */
  async #reenableEndpoints(): Promise<void> {
    const { client } = this.#around;
    while (!this.#reenablingEnds) {
      const answer = await client.request('GET', '/api/webhooks').catch(() => null);
      for (const endpoint of (answer?.body?.endpoints ?? []) as WebhookEndpoint[])
        await this.#reenable(endpoint);
      await delay(250);
    }
  }

  async #reenable({ id, name, address, events, off, revision }: WebhookEndpoint): Promise<void> {
    if (off !== null) {
      this.#off.set(id, new Date(off.at));
      const change = { name, address, events, enabled: true, revision };
      const changed = await this.#around.client
        .request('PUT', `/api/webhooks/${id}`, change)
        .catch(() => null);
      // Where the answer was lost the next look shows whether it is on.
      if (changed?.status !== 200) return;
    }
    const from = this.#off.get(id);
    if (!from) return;
    const until = new Date();
    await this.#repeatFailed(id);
    this.#off.delete(id);
    this.offs.push({ from, until });
  }

  async #repeatFailed(id: string): Promise<void> {
    const span = { from: '2000-01-01T00:00:00Z', to: '2126-01-01T00:00:00Z', which: 'failed' };
    const path = `/api/webhooks/${id}/repeat`;
    for (;;) {
      const answer = await this.#around.client.request('POST', path, span).catch(() => null);
      if (answer?.status === 200) return;
      await delay(250);
    }
  }

  /** One after the other, each once the one before is over. */
  async #placeCalls(program: CallingProgram, name: 'curl' | 'client'): Promise<void> {
    const { events, lab, owner } = this.#around;
    while ((await countHappened(owner)) < events) {
      const index = this.#calls++;
      const order = numberOf(index);
      if (order.script) lab.callees.define(order.number, { name: order.number, ...order.script });
      if (order.script) lab.callees.setNumber(order.number, order.number);
      await program.place({ ...order, externalId: `visit-${index}` });
      this.placed[name] += 1;
      const sids = lab.calls().flatMap(({ to, sid }) => (to === order.number ? [sid] : []));
      await Promise.all(sids.map((sid) => lab.ended(sid)));
    }
  }
}
