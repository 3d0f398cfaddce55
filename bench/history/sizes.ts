import { sizeSetting } from '../size-settings.ts';

/** How much is measured. The smoke form shows that every step works. */
export interface Plan {
  readonly sizes: readonly number[];
  /** How often each pair of slices is repeated. */
  readonly rounds: number;
  readonly sliceMs: number;
  /** Connections that ask at once where throughput is measured. */
  readonly connections: number;
  /** How many calls are deleted, and how many placed, one after the other and then together. */
  readonly writes: number;
  readonly notices: number;
  readonly listeners: readonly number[];
  /** Of one tenant, and the versions of each. */
  readonly agents: number;
  readonly versions: number;
}

/** For one size alone: HISTORY_CALLS=1000000 npm run bench -- history */
const only = sizeSetting('HISTORY_CALLS');

export const fullPlan: Plan = {
  sizes: only === undefined ? [1_000, 100_000, 1_000_000] : [only],
  rounds: 5,
  sliceMs: 350,
  connections: 16,
  writes: 150,
  notices: 300,
  listeners: [1, 50, 200],
  agents: 500,
  versions: 50,
};

export const smokePlan: Plan = {
  sizes: [200],
  rounds: 1,
  sliceMs: 40,
  connections: 2,
  writes: 4,
  notices: 4,
  listeners: [1, 3],
  agents: 5,
  versions: 2,
};

export const sizeName = (size: number) =>
  size >= 1_000_000 ? `${size / 1_000_000} M` : size >= 1_000 ? `${size / 1_000} k` : String(size);
