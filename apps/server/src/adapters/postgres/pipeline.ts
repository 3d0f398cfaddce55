import pg from 'pg';

/** A statement; its values as text. */
export interface PipelinedStatement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

const timestamptz = 1184;

/** Instants as the wire wants them, without a detour over a Date for each. */
const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === timestamptz ? isoInstant : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** `2026-02-03 04:05:06.789+00` from a session in UTC; zeros at the end are left out. Anything else takes the long way. */
export function isoInstant(text: string): string {
  const isUtc = text.endsWith('+00') && text[10] === ' ' && text.length <= 29;
  if (!isUtc) return new Date(text).toISOString();
  const time =
    text.length === 26
      ? text.slice(11, 23)
      : `${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}`;
  // Joined, because JSON.stringify leaves its fast way for a string that is still in pieces.
  return [text.slice(0, 10), 'T', time, 'Z'].join('');
}

/**
 * The rows, as arrays, of each of several statements, sent in one message and answered in one. The database ends a
 * transaction where the message ends, so they are one without a `begin` and a `commit`; where one fails, the rest is
 * not run.
 */
export function pipeline(client: pg.ClientBase, looks: readonly PipelinedStatement[]): Promise<unknown[][]> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null | undefined, results: readonly pg.QueryResult[]) =>
      error ? reject(error) : resolve([results].flat().map(({ rows }) => rows));
    // The driver collects one result for each statement, as it does for several in one text.
    const trip = new pg.Query(
      { text: '', types: wireTypes, rowMode: 'array' } as pg.QueryConfig,
      done as never,
    );
    trip.submit = (connection) => send(connection, looks);
    client.query(trip);
  });
}

function send(connection: pg.Connection, looks: readonly PipelinedStatement[]): null {
  connection.stream.cork();
  try {
    for (const { text, values } of looks) {
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
