import pg from 'pg';

/** A statement that reads; its values as text. */
export interface Look {
  readonly text: string;
  readonly values: readonly string[];
}

/**
 * Several statements in one message and one answer. The database ends a transaction where the message ends, so they
 * are one without a `begin` and a `commit`; where one fails, the rest is not run.
 */
class OneTrip extends pg.Query {
  readonly #looks: readonly Look[];

  constructor(
    looks: readonly Look[],
    done: (error: Error | null | undefined, results: readonly pg.QueryResult[]) => void,
  ) {
    // The driver collects one result for each statement, as it does for several in one text.
    super({ text: '', types: wireTypes }, done as never);
    this.#looks = looks;
    this.submit = (connection) => this.#send(connection);
  }

  #send(connection: pg.Connection): null {
    connection.stream.cork();
    try {
      for (const { text, values } of this.#looks) {
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
}

const timestamptz = 1184;

/** Instants as the wire wants them, without a detour over a Date for each. */
const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === timestamptz ? isoInstant : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** `2026-02-03 04:05:06.789+00` from a session in UTC; anything else takes the long way. */
export function isoInstant(text: string): string {
  if (!text.endsWith('+00') || text[10] !== ' ' || text.length > 29) return new Date(text).toISOString();
  const fraction = text.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/** The rows of each statement. */
export function inOneTrip(client: pg.ClientBase, looks: readonly Look[]): Promise<unknown[][]> {
  return new Promise((resolve, reject) => {
    client.query(
      new OneTrip(looks, (error, results) =>
        error ? reject(error) : resolve([results].flat().map(({ rows }) => rows)),
      ),
    );
  });
}
