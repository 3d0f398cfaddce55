import { setTimeout as delay } from 'node:timers/promises';
import { type Counted, counted, type Slice, slice } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { type LiveCall, liveCalls, startThreeServers, type ThreeServers } from './three-servers.ts';

const part = 'commands';
/** From the request to whichever server until the one that holds the session has ended it at the carrier (CL27). */
const mostMs = 250;
/** So that each finds the servers with nothing else to do. */
const everyMs = 100;

interface Plan {
  readonly batches: number;
  readonly calls: number;
}

const fullPlan: Plan = { batches: 12, calls: 24 };
const smokePlan: Plan = { batches: 1, calls: 6 };

/** A call that was ended. */
interface Ended {
  /** Infinite where the carrier has hung up before. */
  readonly ms: number;
  /** What became of the command; null through the server that holds the call, which needs none. */
  readonly command: string | null;
}

/**
 * Calls that one of three servers holds are ended through each of them in turn. This process sends the request and is the
 * carrier that is told of the end, so both are timed by its one clock.
 */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const plan = smoke ? smokePlan : fullPlan;
  const servers = await startThreeServers();
  try {
    // A tenant is made with its first request.
    for (const desk of servers.desks) await desk.request('GET', '/api/agents');
    log(`commands: ${plan.batches} times ${plan.calls} calls, ended through three servers`);
    const batches: Slice<readonly Ended[]>[] = [];
    // The first calls measure the compiler.
    for (let round = -1; round < plan.batches; round += 1) {
      const calls = await liveCalls(servers, plan.calls);
      const batch = await slice(() => endAll(servers, calls));
      if (round >= 0) batches.push(batch);
    }
    return figuresOf(counted(batches));
  } finally {
    await servers.stop();
  }
}

async function endAll(servers: ThreeServers, calls: readonly LiveCall[]): Promise<readonly Ended[]> {
  const { desks, endings } = servers;
  const sent = new Map<string, number>();
  const asked: Promise<unknown>[] = [];
  for (const [n, { id, sid }] of calls.entries()) {
    const desk = desks[n % desks.length];
    // The agent has hung up on somebody who says nothing.
    if (endings.has(sid)) continue;
    sent.set(sid, performance.now());
    if (desk) asked.push(desk.request('POST', `/api/calls/${id}/end`));
    await delay(everyMs);
  }
  await Promise.all(asked);
  const commands = await settledCommands(servers, calls);
  return calls.flatMap(({ id, sid }) => {
    const from = sent.get(sid);
    const until = endings.get(sid) ?? Number.POSITIVE_INFINITY;
    return from === undefined ? [] : [{ ms: until - from, command: commands.get(id) ?? null }];
  });
}

/** What became of the commands for these calls. */
async function settledCommands(
  { owner }: ThreeServers,
  calls: readonly LiveCall[],
): Promise<ReadonlyMap<string, string>> {
  for (;;) {
    const { rows } = await owner.query<{ id: string; state: string }>(
      'select call_id as id, state from session_commands where call_id = any($1)',
      [calls.map(({ id }) => id)],
    );
    if (rows.every(({ state }) => state !== 'pending' && state !== 'taken'))
      return new Map(rows.map(({ id, state }) => [id, state]));
    await delay(50);
  }
}

function figuresOf({ values, quiet, remark }: Counted<readonly Ended[]>): Figure[] {
  const ended = values.flat();
  const sent = ended.filter(({ command }) => command !== null);
  const all = ended.map(({ ms }) => ms);
  const own = median(ended.filter(({ command }) => command === null).map(({ ms }) => ms));
  const other = median(sent.map(({ ms }) => ms));
  const done = sent.filter(({ command }) => command === 'done').length / sent.length;
  const what = 'end a call through any of three servers';
  const judged = (name: string, value: number): Figure => ({
    ...{ part, what: `${what}: ${name}`, value, unit: 'ms', limit: mostMs, ratio: value / mostMs },
    reach: { at: 'most', ratio: 1 },
  });
  return [
    {
      ...{ part, what: 'end a call through another server: p50', value: other, unit: 'ms' },
      ...{ limit: own, ratio: other / own, note: 'limit: through its own server' },
    },
    { ...judged('p95', percentile(all, 0.95)), note: remark || `${Math.round(quiet * 100)} % quiet` },
    { ...judged('slowest', Math.max(...all)), note: `of ${all.length}` },
    {
      ...{ part, what: 'commands carried out by the server that holds the call', value: 100 * done },
      ...{ unit: '%', ratio: done, reach: { at: 'least', ratio: 1 }, note: `of ${sent.length}` },
    },
  ];
}
