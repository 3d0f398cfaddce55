import { type ConstructorOptions, PgBoss } from 'pg-boss';
import { type QueueRules, queues } from '../../jobs/queues.ts';

export const jobSchema = 'jobs';

/** Any number does, as long as nothing else in this database locks on it. */
const preparationLock = 7_031_956;

/** Where the database is, in the driver's own words; both use the same driver. */
export interface JobConnection {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly user?: string | undefined;
  readonly password?: unknown;
  readonly database?: string | undefined;
  readonly ssl?: unknown;
}

/**
 * Makes the job queue's own tables, or brings them to the version this server knows, as the owner of the database. The
 * servers themselves work in the system role, whose group may use the tables and not change them.
 */
export async function prepareJobs(owner: JobConnection, systemGroup: string): Promise<void> {
  const connection = owner as ConstructorOptions;
  const boss = new PgBoss({ ...connection, schema: jobSchema, supervise: false, schedule: false, max: 1 });
  boss.on('error', () => {});
  await boss.start();
  try {
    const db = boss.getDb();
    // Held until this one connection closes: grants of servers that start together would trip over each other.
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
