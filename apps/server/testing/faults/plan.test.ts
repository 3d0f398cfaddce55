import { knobs } from '@parley/phone-lab';
import { expect, test } from 'vitest';
import { stopPoints } from '../stop-points.ts';
import { knobsAt, planOf } from './plan.ts';

const size = {
  seed: 7,
  calls: 60,
  kills: 10,
  databaseKills: 2,
  lifeMs: 3_000,
  probability: 0.3,
  summaryFaults: 1,
  restMs: 0,
};

test('the same seed gives the same plan, another one another', () => {
  expect(planOf(size)).toEqual(planOf(size));
  expect(planOf(size)).not.toEqual(planOf({ ...size, seed: 8 }));
});

test('the smallest run kills at every named point, and both ways of losing the database', () => {
  const plan = planOf(size);
  const points = plan.flatMap(({ end }) => ('point' in end ? [end.point] : []));
  expect(new Set(points)).toEqual(new Set(stopPoints));
  expect(new Set(plan.flatMap(({ database }) => database ?? []))).toEqual(new Set(['postmaster', 'backend']));
  expect(plan).toHaveLength(size.kills);
  expect(plan.flatMap(({ arrivals }) => arrivals)).toHaveLength(size.calls);
});

test('spare people are all somebody else, pick up and talk', () => {
  const plan = planOf(size);
  const spares = plan.flatMap((round) => round.spares);
  expect(spares.every(({ who }) => who.fate === 'talks' && !who.callsIn)).toBe(true);
  const numbers = new Set(spares.map(({ who }) => who.number));
  expect(numbers.size).toBe(spares.length);
  expect(plan.flatMap(({ arrivals }) => arrivals).filter(({ who }) => numbers.has(who.number))).toEqual([]);
});

test('every knob of the carrier is turned, but the one for sound', () => {
  expect(Object.keys(knobsAt(0.3)).toSorted()).toEqual(
    knobs.filter((knob) => knob !== 'mediaGap').toSorted(),
  );
});
