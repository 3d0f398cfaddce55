import { connectionCheck } from '@parley/contract';
import { environmentConnections } from '../../composition/environment-connections.ts';
import { environmentTests } from '../../composition/environment-tests.ts';
import type { ResolvedConfig } from '../../composition/resolve-carrier.ts';
import { wallClock } from '../../ports/clock.ts';
import { type Finding, findingOf } from './finding.ts';
import { settingsRemedies } from './remedies.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** What the settings say, tried as the card of the page tries it and said in its words; null where they say nothing. */
export async function environmentFinding(
  config: ResolvedConfig,
  kind: 'model' | 'speech' | 'mail' | 'storage',
): Promise<Finding | null> {
  const shown = environmentConnections(config)[kind];
  // The address has a check of its own, which needs the database.
  const tests = environmentTests(config, { clock: wallClock, log: silent, checkAddress: async () => null });
  const result = await tests[kind]?.();
  if (!shown || !result) return null;
  const { problem } = result;
  const remedy = problem ? settingsRemedies[problem.code] : undefined;
  return findingOf(connectionCheck(kind, { shown, problem, remedy }));
}
