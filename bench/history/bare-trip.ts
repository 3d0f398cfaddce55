import pg from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: string[];
}

type Rows = Record<string, unknown>[];

/** Every value as the text that came over the wire, but numbers, truth values and JSON as what they are. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) => {
    const isText = oid === pg.types.builtins.TIMESTAMPTZ;
    return isText ? String : pg.types.getTypeParser(oid, 'text');
  }) as typeof pg.types.getTypeParser,
};

/** One message, one answer, one transaction: the least that the driver can be asked to do. */
export function oneTrip(client: pg.ClientBase, statements: readonly Statement[]): Promise<Rows[]> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query({ text: '', types }, ((error: Error | null, results: { rows: Rows }[]) =>
      error ? reject(error) : resolve(results.map(({ rows }) => rows))) as never);
    query.submit = (connection) => {
      connection.stream.cork();
      for (const { text, values } of statements) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.bind({ values }, true);
        connection.describe({ type: 'P', name: '' }, true);
        connection.execute({}, true);
      }
      connection.sync();
      connection.stream.uncork();
      return null;
    };
    client.query(query);
  });
}
