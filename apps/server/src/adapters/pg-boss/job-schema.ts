import { type ConstructorOptions, PgBoss } from 'pg-boss';
import { type QueueRules, queues } from '../../jobs/queues.ts';

export const jobSchema = 'jobs';

/** An arbitrary number that nothing else in this database uses as a lock key. */
const preparationLock = 7_031_956;

/** Connection settings as the driver takes them; pg-boss uses the same driver. */
export interface JobConnection {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly user?: string | undefined;
  readonly password?: unknown;
  readonly database?: string | undefined;
  readonly ssl?: unknown;
}

/**
 * Creates or migrates the tables of the job queue, as the owner of the database. Servers use them in the system role,
 * which may not alter them.
 */
export async function prepareJobs(owner: JobConnection, systemGroup: string): Promise<void> {
  const connection = owner as ConstructorOptions;
  const boss = new PgBoss({ ...connection, schema: jobSchema, supervise: false, schedule: false, max: 1 });
  boss.on('error', () => {});
  await boss.start();
  try {
    const db = boss.getDb();
    // Held until this connection closes: concurrent grants of servers that start together would fail.
    await db.executeSql('select pg_advisory_lock($1)', [preparationLock]);
    for (const [name, rules] of Object.entries(queues)) await keepQueue(boss, name, rules);
    for (const grant of grantsTo(systemGroup)) await db.executeSql(grant);
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function keepQueue(boss: PgBoss, name: string, rules: QueueRules): Promise<void> {
  const options = {
    retryLimit: rules.retries,
    retryDelay: rules.firstRetrySeconds,
    retryDelayMax: rules.longestRetrySeconds,
    retryBackoff: true,
    heartbeatSeconds: rules.heartbeatSeconds,
    expireInSeconds: rules.expireSeconds,
    ...(rules.givenUp !== undefined && { deadLetter: rules.givenUp }),
  };
  if (await boss.getQueue(name)) await boss.updateQueue(name, options);
  else await boss.createQueue(name, { ...options, policy: 'short' });
}

const grantsTo = (group: string) =>
  [
    `usage on schema ${jobSchema}`,
    `select, insert, update, delete on all tables in schema ${jobSchema}`,
    `usage on all sequences in schema ${jobSchema}`,
    `execute on all functions in schema ${jobSchema}`,
  ].map((rights) => `grant ${rights} to "${group}"`);
