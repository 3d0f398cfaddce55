import type { FaultSettings } from '@parley/phone-lab';
import { type StopPoint, stopPoints } from '../stop-points.ts';
import { type Chance, chanceOf } from './chance.ts';
import type { DatabaseVictim } from './cluster-of-its-own.ts';
import { type Someone, someone, talker } from './people.ts';

export interface RunSize {
  readonly seed: number;
  readonly calls: number;
  /** How often a server is killed. */
  readonly kills: number;
  readonly databaseKills: number;
  /** The longest that a server lives when it dies at any moment. */
  readonly lifeMs: number;
  /** How often each knob strikes, and the model misbehaves. */
  readonly probability: number;
  /** How often the model may fail at one summary: what it fails at is tried again later and later. */
  readonly summaryFaults: number;
  /** How long everything may take to come to rest after the last kill. */
  readonly restMs: number;
}

/** One server's life: who calls meanwhile, and how it ends. */
export interface Round {
  readonly arrivals: readonly Arrival[];
  /** Who arrives besides, one after the other, as long as the server does not come to the point where it is to die. */
  readonly spares: readonly Arrival[];
  /** Killed before the server is, which has to live on. */
  readonly database: DatabaseVictim | null;
  readonly end: KillAtPoint | KillAtMoment;
}

export interface Arrival {
  readonly afterMs: number;
  readonly who: Someone;
  /** For those who are hung up on from the desk. */
  readonly endAfterMs: number;
}

export interface KillAtPoint {
  readonly point: StopPoint;
  /** The how-manieth time it is reached. */
  readonly time: number;
}

export interface KillAtMoment {
  readonly afterMs: number;
}

/** By then most servers have come to their point; the others were left by people who were busy, or silent. */
const sparesFromMs = 5_000;
const spareEveryMs = 1_500;
const sparesPerRound = 15;

/** People arrive in the first part of a server's life, and talk for longer than that. */
const arrivalMs = 1_200;

export function planOf({ seed, calls, kills, databaseKills, lifeMs }: RunSize): Round[] {
  const chance = chanceOf(seed, 'plan');
  const spare = chanceOf(seed, 'spares');
  const people: Someone[] = [];
  for (let index = 0; index < calls; index += 1) people.push(someone(index, chance, people.at(-1)));
  const everyNth = Math.max(1, Math.floor(kills / Math.max(1, databaseKills)));
  let databases = 0;
  let ends = 0;
  return Array.from({ length: kills }, (_, index) => {
    const isDatabase = databases < databaseKills && index % everyNth === everyNth - 1;
    if (isDatabase) databases += 1;
    const own = people.filter(({ index: n }) => Math.floor((n * kills) / calls) === index);
    return {
      arrivals: own.map((who) => arrivalOf(who, chance)),
      spares: Array.from({ length: sparesPerRound }, (_, nth) => ({
        ...arrivalOf(talker(calls + index * sparesPerRound + nth, spare), spare),
        afterMs: sparesFromMs + nth * spareEveryMs,
      })),
      database: isDatabase ? (databases % 2 === 1 ? 'postmaster' : 'backend') : null,
      end: isDatabase ? momentOf(lifeMs, chance) : endOf(ends++, lifeMs, chance),
    };
  });
}

function arrivalOf(who: Someone, chance: Chance): Arrival {
  return { who, afterMs: chance.between(0, arrivalMs), endAfterMs: chance.between(200, 2_500) };
}

/** Every named point in turn, then as many moments that nobody chose. */
function endOf(index: number, lifeMs: number, chance: Chance): KillAtPoint | KillAtMoment {
  const point = stopPoints[index % (2 * stopPoints.length)];
  if (point === undefined) return momentOf(lifeMs, chance);
  // Not every call comes so far while a server lives.
  const isLate = point === 'ended' || point === 'summed-up';
  return { point, time: isLate ? 1 : chance.between(1, 3) };
}

function momentOf(lifeMs: number, chance: Chance): KillAtMoment {
  return { afterMs: chance.between(300, lifeMs) };
}

/** Waits that concern the server's own clock; its patience runs ten times faster than life. */
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
