import type { FaultSettings } from '@parley/phone-lab';
import { type KillPoint, killPoints, toolKillPoints } from '../kill-points.ts';
import type { PostgresKillTarget } from './killable-postgres.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { drawParty, type SimulatedParty, talkingParty } from './simulated-parties.ts';

export interface RunSize {
  readonly seed: number;
  readonly calls: number;
  /** How often a server is killed. */
  readonly kills: number;
  readonly databaseKills: number;
  /** The longest that a server runs before it is killed at a random time. */
  readonly uptimeMs: number;
  /** How often each fault of the carrier and of the model is injected. */
  readonly probability: number;
  /** How often one summary may fail: each retry waits longer. */
  readonly summaryFaults: number;
  /** How long the remaining work may take after the last kill. */
  readonly settleMs: number;
}

/** From one start of the server to its kill: the calls in between, and how it is killed. */
export interface Round {
  readonly arrivals: readonly Arrival[];
  /** Further calls, one after the other, while the server has not reached its kill point. */
  readonly spares: readonly Arrival[];
  /** Killed before the server, which has to survive it. */
  readonly database: PostgresKillTarget | null;
  readonly end: KillAtPoint | KillAfter;
}

export interface Arrival {
  readonly afterMs: number;
  readonly party: SimulatedParty;
  /** For calls that are ended from the desk. */
  readonly endAfterMs: number;
}

export interface KillAtPoint {
  readonly point: KillPoint;
  /** Killed when it is reached for the nth time. */
  readonly nth: number;
}

export interface KillAfter {
  readonly afterMs: number;
}

/** By then most servers have reached their kill point; where too many parties did not answer, more are needed. */
const sparesFromMs = 5_000;
const longRingMs = 20_000;
const spareEveryMs = 1_500;
const sparesPerRound = 15;

/** Calls start within this time of a server's start, and last longer. */
const arrivalMs = 1_200;

export function planOf({ seed, calls, kills, databaseKills, uptimeMs }: RunSize): Round[] {
  const random = seededRandom(seed, 'plan');
  const spare = seededRandom(seed, 'spares');
  const parties: SimulatedParty[] = [];
  for (let index = 0; index < calls; index += 1) parties.push(drawParty(index, random, parties.at(-1)));
  const everyNth = Math.max(1, Math.floor(kills / Math.max(1, databaseKills)));
  let databases = 0;
  let ends = 0;
  return Array.from({ length: kills }, (_, index) => {
    const isDatabase = databases < databaseKills && index % everyNth === everyNth - 1;
    if (isDatabase) databases += 1;
    const own = parties.filter(({ index: n }) => Math.floor((n * kills) / calls) === index);
    const arrivals = own.map((party) => arrivalOf(party, random));
    const end = isDatabase ? killAfter(uptimeMs, random) : endOf(ends++, uptimeMs, random);
    // A slow server may hear of an answer first, and then no call was ringing.
    const ring = 'point' in end && end.point === 'ringing' ? longRingMs : null;
    return {
      ...{ arrivals, end },
      spares: Array.from({ length: sparesPerRound }, (_, nth) => ({
        ...arrivalOf(talkingParty(calls + index * sparesPerRound + nth, spare, ring), spare),
        afterMs: sparesFromMs + nth * spareEveryMs,
      })),
      database: isDatabase ? (databases % 2 === 1 ? 'postmaster' : 'backend') : null,
    };
  });
}

function arrivalOf(party: SimulatedParty, random: SeededRandom): Arrival {
  return { party, afterMs: random.between(0, arrivalMs), endAfterMs: random.between(200, 2_500) };
}

const anyTimes = (points: readonly KillPoint[]) => points.map(() => null);
/** Every named kill point in turn, then as many random times; then the same with those of tools, which few calls reach. */
const turns: readonly (KillPoint | null)[] = [
  ...killPoints,
  ...anyTimes(killPoints),
  ...toolKillPoints,
  ...anyTimes(toolKillPoints),
];

function endOf(index: number, uptimeMs: number, random: SeededRandom): KillAtPoint | KillAfter {
  const point = turns[index % turns.length] ?? null;
  if (point === null) return killAfter(uptimeMs, random);
  // Few calls get so far before the server is killed.
  const isLate = point === 'ended' || point === 'summarized' || point.startsWith('tool');
  return { point, nth: isLate ? 1 : random.between(1, 3) };
}

function killAfter(uptimeMs: number, random: SeededRandom): KillAfter {
  return { afterMs: random.between(300, uptimeMs) };
}

/** Delays in real time: the server's time limits run ten times faster. */
export function knobsAt(probability: number): FaultSettings {
  return {
    dropCallback: { probability },
    delayCallback: { probability, ms: 50, upToMs: 800 },
    duplicateCallback: { probability },
    reorderCallback: { probability },
    createTimeout: { probability, ms: 300, upToMs: 1_200 },
    createErrorBefore: { probability, status: 503 },
    createErrorAfter: { probability, status: 500 },
    tooManyRequests: { probability },
    restError: { probability, status: 500 },
    endedCallRefused: { probability },
    staleReads: { probability, ms: 100, upToMs: 400 },
    slowTwiml: { probability, ms: 50, upToMs: 500 },
    cutWebsocket: { probability, ms: 100, upToMs: 3_000 },
  };
}
