import {
  type ConnectionBudget,
  fewConnections,
  moreConnections,
} from '../../adapters/postgres/connection-budget.ts';
import type { Config } from '../../config/config.ts';
import { openCommandDatabase } from '../open-database.ts';
import { Unavailable } from '../unavailable.ts';
import { type Finding, ill, well } from './finding.ts';

/** Opens the database the way the server does: in three roles, each of which must be bound by row-level security. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const kind = config.databaseUrl === null ? 'the embedded PostgreSQL' : 'PostgreSQL';
  try {
    await using opened = await openCommandDatabase(config);
    await opened.database.ping();
    return [
      well('database', `${kind} answers`),
      well('database roles', 'all three can sign in and are bound by row-level security'),
      connectionsFinding(await opened.database.connectionBudget()),
    ];
  } catch (error) {
    if (error instanceof Unavailable) {
      const [first = '', ...rest] = error.message.split(/(?<=\.) /);
      return [ill('database', first, rest.join(' ') || 'Check DATABASE_URL.')];
    }
    const says = error instanceof Error ? error.message : String(error);
    return [
      well('database', `${kind} answers`),
      ill(
        'database roles',
        says,
        'Start Parley once with an owner that may create roles; see docs/operations.md, PostgreSQL.',
      ),
    ];
  }
}

/** What is free at this moment says little: a server that runs has its own already. */
function connectionsFinding(budget: ConnectionBudget): Finding {
  const { allowed, needed } = budget;
  return allowed < needed
    ? ill('connections', fewConnections(budget), moreConnections)
    : well('connections', `PostgreSQL allows ${allowed}, one server uses up to ${needed}`);
}
