import type { ClientConfig } from 'pg';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

// bigint comes back as a number: our counts and sequence numbers stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The parts of a connection string, so that other roles can connect to the same place. */
export function connectionFromUrl(url: string): ClientConfig {
  return parseIntoClientConfig(url);
}
