import { knobs } from '@parley/phone-lab';
import { expect, test } from 'vitest';
import { killPoints } from '../kill-points.ts';
import { knobsAt, planOf } from './plan.ts';

const size = {
  seed: 7,
  calls: 60,
  kills: 10,
  databaseKills: 2,
  uptimeMs: 3_000,
  probability: 0.3,
  summaryFaults: 1,
  settleMs: 0,
};

test('the same seed gives the same plan, another seed another one', () => {
  expect(planOf(size)).toEqual(planOf(size));
  expect(planOf(size)).not.toEqual(planOf({ ...size, seed: 8 }));
});

test('the smallest run kills at every named point, and kills the database both ways', () => {
  const plan = planOf(size);
  const points = plan.flatMap(({ end }) => ('point' in end ? [end.point] : []));
  expect(new Set(points)).toEqual(new Set(killPoints));
  expect(new Set(plan.flatMap(({ database }) => database ?? []))).toEqual(new Set(['postmaster', 'backend']));
  expect(plan).toHaveLength(size.kills);
  expect(plan.flatMap(({ arrivals }) => arrivals)).toHaveLength(size.calls);
});

test('spare parties have numbers of their own, answer and talk', () => {
  const plan = planOf(size);
  const spares = plan.flatMap((round) => round.spares);
  expect(spares.every(({ party }) => party.scenario === 'talks' && !party.callsIn)).toBe(true);
  const numbers = new Set(spares.map(({ party }) => party.number));
  expect(numbers.size).toBe(spares.length);
  expect(plan.flatMap(({ arrivals }) => arrivals).filter(({ party }) => numbers.has(party.number))).toEqual(
    [],
  );
});

test('every fault of the carrier that concerns a call is injected, except the one for audio', () => {
  const others: readonly string[] = ['mediaGap', 'numberUpdateRefused', 'numberUpdateIgnored', 'textTimeout'];
  // Calls of this run are not recorded; those that are have a run of their own.
  const ofCalls = knobs.filter((knob) => !others.includes(knob) && !knob.startsWith('recording'));
  expect(Object.keys(knobsAt(0.3)).toSorted()).toEqual(ofCalls.toSorted());
});
