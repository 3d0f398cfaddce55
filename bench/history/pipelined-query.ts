import pg from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: string[];
}

type Rows = Record<string, unknown>[];

/** Timestamps stay text; other types are parsed as usual. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) => {
    const isText = oid === pg.types.builtins.TIMESTAMPTZ;
    return isText ? String : pg.types.getTypeParser(oid, 'text');
  }) as typeof pg.types.getTypeParser,
};

/** All statements in one round trip and one transaction: the least that the driver can do. */
export function pipelinedQuery(client: pg.ClientBase, statements: readonly Statement[]): Promise<Rows[]> {
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
