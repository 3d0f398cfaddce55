import type { Clock } from '../../ports/clock.ts';
import type { ConnectionStore, StoredConnection } from '../../ports/connections.ts';
import type { Log } from '../../ports/log.ts';
import type { ConnectionTests } from './connection-tests.ts';

const healthyEveryMs = 5 * 60 * 1000;
/** A minute, less what a job may be early. */
const failingEveryMs = 50 * 1000;
/** So that a job with many connections ends before the next one is due. */
const atOnce = 5;

export interface HealthDeps {
  readonly store: Pick<ConnectionStore, 'load' | 'markHealth'>;
  readonly tests: ConnectionTests;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Tries what is connected, every five minutes while it works and every minute while it does not. One failure may be a
 * moment of the network: what fails twice in a row is failing, for all servers, until it works again. Servers take turns
 * with this job, and each counts by itself, so with several of them it may take some minutes.
 */
export function createCheckHealth({ store, tests, clock, log }: HealthDeps): () => Promise<void> {
  /** Those whose last check failed and the one before did not. */
  const suspected = new Set<string>();
  const check = async (connection: StoredConnection): Promise<void> => {
    const { tenantId, id, settings, failing } = connection;
    const test = tests[settings.kind];
    if (!test) return;
    const problem = await test(connection, {}, 'routine');
    if (problem === null) suspected.delete(id);
    else if (failing === null && !suspected.has(id)) {
      // Not stored as checked, so the next job tries it again.
      suspected.add(id);
      return;
    }
    if (problem !== null && failing === null)
      log.warn(
        { tenantId, connectionId: id, kind: settings.kind, problem: problem.code },
        'a connection does not work; see Settings, Connections',
      );
    if (problem === null && failing !== null)
      log.info({ tenantId, connectionId: id, kind: settings.kind }, 'a connection works again');
    await store.markHealth(tenantId, id, problem?.code ?? null, clock.now());
  };

  return async () => {
    const now = clock.now().getTime();
    const { connections } = await store.load();
    const due = connections.filter((connection) => isDue(connection, now));
    for (let first = 0; first < due.length; first += atOnce)
      await Promise.all(
        due
          .slice(first, first + atOnce)
          .map((connection) =>
            check(connection).catch((err) =>
              log.error({ err, connectionId: connection.id }, 'a connection could not be checked'),
            ),
          ),
      );
  };
}

export function isDue(
  { state, settings, checkedAt, connectedAt, failing }: StoredConnection,
  now: number,
): boolean {
  if (state !== 'active') return false;
  // Each server has a machine of its own, and looks by itself.
  if (settings.kind === 'model' && settings.onThisMachine) return false;
  const last = (checkedAt ?? connectedAt).getTime();
  return now - last >= (failing === null ? healthyEveryMs : failingEveryMs);
}
