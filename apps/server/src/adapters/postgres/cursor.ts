import type pg from 'pg';
import { type PipelinedStatement, pipeline } from './pipeline.ts';
import { acquireConnection, withConnection } from './pools.ts';
import type { Row } from './row-reader.ts';
import { asUnavailable } from './unavailable.ts';

export interface CursorOptions {
  /** Rows of one fetch. */
  readonly batch: number;
  /** Stops the statement, also in the middle of a fetch. */
  readonly signal: AbortSignal;
}

interface CursorPools {
  /** A cursor holds its connection for as long as its reader takes. */
  readonly own: pg.Pool;
  /** Cancels what a cursor does; of the same role. */
  readonly other: pg.Pool;
}

/**
 * Rows of a statement, some at a time, in a transaction that only reads and sees what was committed when it began. Nothing is
 * fetched before it is asked for. The database gives up by itself where this server dies in the middle.
 */
export async function* readCursor(
  { own, other }: CursorPools,
  opening: readonly PipelinedStatement[],
  { text, values }: PipelinedStatement,
  { batch, signal }: CursorOptions,
): AsyncGenerator<Row[]> {
  signal.throwIfAborted();
  const client = await acquireConnection(own).catch((error: unknown) => {
    throw asUnavailable(error);
  });
  const cancel = () => void cancelBackend(other, client);
  signal.addEventListener('abort', cancel, { once: true });
  let whole = false;
  try {
    await client.query("begin read only; set local client_connection_check_interval = '1s'");
    await pipeline(client, [...opening, { text: `declare found no scroll cursor for ${text}`, values }]);
    for (;;) {
      signal.throwIfAborted();
      const [rows = []] = (await pipeline(client, [
        { text: `fetch forward ${batch} from found`, values: [] },
      ])) as Row[][];
      if (rows.length > 0) yield rows;
      if (rows.length < batch) break;
    }
    await client.query('commit');
    whole = true;
  } catch (error) {
    signal.throwIfAborted();
    throw asUnavailable(error);
  } finally {
    signal.removeEventListener('abort', cancel);
    // A connection that was left in the middle is closed: a late cancellation would hit its next user.
    client.release(!whole);
  }
}

async function cancelBackend(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  const { processID } = client as pg.PoolClient & { processID?: number };
  await withConnection(pool, (other) => other.query('select pg_cancel_backend($1)', [processID])).catch(
    // The connection is closed anyway, which the database notices within a second.
    () => {},
  );
}
