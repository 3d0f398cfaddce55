import pg from 'pg';

/** A statement; its values as text. */
export interface PipelinedStatement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

const timestamptz = 1184;

/** Instants as ISO strings, as the API sends them: creating a Date for each takes longer. */
const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === timestamptz ? isoInstant : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Converts `2026-02-03 04:05:06.789+00`, as a session in UTC writes it without trailing zeros; other forms by way of a Date. */
export function isoInstant(text: string): string {
  const isUtc = text.endsWith('+00') && text[10] === ' ' && text.length <= 29;
  if (!isUtc) return new Date(text).toISOString();
  const time =
    text.length === 26
      ? text.slice(11, 23)
      : `${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}`;
  // Joined into a flat string: JSON.stringify is slow for strings that V8 still keeps as concatenated pieces.
  return [text.slice(0, 10), 'T', time, 'Z'].join('');
}

/**
 * Sends several statements in one message and returns the rows of each, in array mode. PostgreSQL ends the transaction
 * where the message ends, so they are one transaction without `begin` and `commit`; after a failed one the rest is not
 * run.
 */
export function pipeline(
  client: pg.ClientBase,
  statements: readonly PipelinedStatement[],
): Promise<unknown[][]> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null | undefined, results: readonly pg.QueryResult[]) =>
      error ? reject(error) : resolve([results].flat().map(({ rows }) => rows));
    // The driver collects one result for each statement, as it does for several in one text.
    const query = new pg.Query(
      { text: '', types: wireTypes, rowMode: 'array' } as pg.QueryConfig,
      done as never,
    );
    query.submit = (connection) => send(connection, statements);
    client.query(query);
  });
}

function send(connection: pg.Connection, statements: readonly PipelinedStatement[]): null {
  connection.stream.cork();
  try {
    for (const { text, values } of statements) {
      connection.parse({ name: '', text, types: [] }, true);
      connection.bind({ values: [...values] }, true);
      connection.describe({ type: 'P', name: '' }, true);
      connection.execute({}, true);
    }
    connection.sync();
  } finally {
    connection.stream.uncork();
  }
  return null;
}
