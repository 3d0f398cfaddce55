import type { TestProject } from 'vitest/node';
import { openTestCluster } from './open-cluster.ts';

/** One PostgreSQL for the whole run; TEST_CLUSTER is the connection to one that is already running. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_CLUSTER } = process.env;
  if (TEST_CLUSTER !== undefined) {
    project.provide('cluster', JSON.parse(TEST_CLUSTER));
    return async () => {};
  }
  const { connection, stop } = await openTestCluster();
  project.provide('cluster', connection);
  return stop;
}
