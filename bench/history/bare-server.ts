/**
 * The limit: the same transactions as the product's, from the same driver and pool, and nothing else. No token is
 * checked, nothing is parsed but the path, nothing is logged. The tenant comes with the address.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const connection = JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig;
const pool = new pg.Pool({ ...connection, max: 10 });

const listColumns = `id, agent_id, direction, from_number, to_number, status, reason, instructions, duration, created_at,
  answered_at, ended_at, summary, summary_state, carrier, engine`;

async function inTenant<T>(tenant: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query("select set_config('parley.tenant', $1, true)", [tenant]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}

async function list(tenant: string, afterId: string | null): Promise<unknown> {
  const { rows } = await inTenant(tenant, (client) =>
    afterId === null
      ? client.query(`select ${listColumns} from calls order by id desc limit 41`)
      : client.query(`select ${listColumns} from calls where id < $1 order by id desc limit 41`, [afterId]),
  );
  const calls = rows.slice(0, 40);
  return { calls, hasMore: rows.length > 40, nextCursor: calls.at(-1)?.id ?? null };
}

async function detail(tenant: string, id: string): Promise<unknown> {
  return inTenant(tenant, async (client) => {
    const call = await client.query(`select ${listColumns}, turns from calls where id = $1`, [id]);
    const lines = await client.query(
      'select ordinal, speaker, message, spoken_at, interrupted from transcript_entries where call_id = $1 order by ordinal',
      [id],
    );
    return { call: { ...call.rows[0], transcript: lines.rows } };
  });
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare');
  const [, tenant = '', id] = pathname.split('/');
  const found = id === undefined ? list(tenant, searchParams.get('afterId')) : detail(tenant, id);
  found.then(
    (answer) => {
      const body = JSON.stringify(answer);
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: Error) => response.writeHead(500).end(error.message),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
