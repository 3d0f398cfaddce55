import pg from 'pg';

/** A statement; its values as text. */
export interface PipelinedStatement {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /**
   * Prepared under this name with its first use on a connection, and planned once instead of each time. Only for rows that
   * are found by a narrow key: the plan of a list, made for a small tenant and kept, would be wrong for a large one.
   */
  readonly name?: string;
}

/** The names that are prepared on each connection. */
const preparedOn = new WeakMap<pg.Connection, Set<string>>();

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
    let used: pg.Connection | undefined;
    const done = (error: Error | null | undefined, results: readonly pg.QueryResult[]) => {
      if (error) {
        // Which statements are prepared now is not known: all of them are prepared again.
        if (used) preparedOn.delete(used);
        reject(error);
        return;
      }
      if (used) rememberNames(used, statements);
      resolve([results].flat().map(({ rows }) => rows));
    };
    // The driver collects one result for each statement, as it does for several in one text.
    const query = new pg.Query(
      { text: '', types: wireTypes, rowMode: 'array' } as pg.QueryConfig,
      done as never,
    );
    query.submit = (connection) => {
      used = connection;
      return send(connection, statements);
    };
    client.query(query);
  });
}

function send(connection: pg.Connection, statements: readonly PipelinedStatement[]): null {
  const prepared = preparedOn.get(connection);
  connection.stream.cork();
  try {
    for (const { name = '', text, values } of statements) {
      if (!prepared?.has(name)) {
        // One that a failed pipeline left behind is replaced; to close one that does not exist is no error.
        if (name !== '') connection.close({ type: 'S', name }, true);
        connection.parse({ name, text, types: [] }, true);
      }
      connection.bind({ statement: name, values: [...values] }, true);
      connection.describe({ type: 'P', name: '' }, true);
      connection.execute({}, true);
    }
    connection.sync();
  } finally {
    connection.stream.uncork();
  }
  return null;
}

function rememberNames(connection: pg.Connection, statements: readonly PipelinedStatement[]): void {
  let prepared = preparedOn.get(connection);
  for (const { name } of statements) {
    if (name === undefined || prepared?.has(name)) continue;
    prepared ??= new Set();
    prepared.add(name);
    preparedOn.set(connection, prepared);
  }
}
