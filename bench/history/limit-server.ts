/**
 * The limit: the same transactions as the product's, from the same driver and pool, and nothing else. No token is
 * checked, nothing is parsed but the path, nothing is logged. The tenant comes with the address.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { pipelinedQuery, type Statement } from './pipelined-query.ts';

const connection = JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig;
const pool = new pg.Pool({ ...connection, max: 10 });

const callColumns = `id as "_id", agent_id as "agentId", direction, from_number as "from", to_number as "to", status,
  reason, instructions, duration, created_at as "createdAt", answered_at as "answeredAt", ended_at as "endTime",
  summary, summary_state as "summaryState", carrier = 'lab' as sandbox, engine`;

async function list(tenant: string, afterId: string | null): Promise<unknown> {
  const [, rows = []] = await inTenant(tenant, [
    afterId === null
      ? { text: `select ${callColumns} from calls order by id desc limit $1`, values: ['41'] }
      : {
          text: `select ${callColumns} from calls where id < $2 order by id desc limit $1`,
          values: ['41', afterId],
        },
  ]);
  const calls = rows.slice(0, 40);
  return { calls, hasMore: rows.length > 40, nextCursor: calls.at(-1)?._id ?? null };
}

async function detail(tenant: string, id: string): Promise<unknown> {
  const [, calls = [], transcript = []] = await inTenant(tenant, [
    { text: `select ${callColumns}, turns from calls where id = $1`, values: [id] },
    {
      text: `select ordinal, speaker, message, spoken_at as "timestamp", interrupted from transcript_entries
        where call_id = $1 order by ordinal`,
      values: [id],
    },
  ]);
  return { call: { ...calls[0], transcript } };
}

async function inTenant(
  tenant: string,
  statements: readonly Statement[],
): Promise<Record<string, unknown>[][]> {
  const client = await pool.connect();
  try {
    return await pipelinedQuery(client, [
      { text: "select set_config('parley.tenant', $1, true)", values: [tenant] },
      ...statements,
    ]);
  } finally {
    client.release();
  }
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://limit');
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
// As long as the product keeps an idle connection open.
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
for (const end of ['disconnect', 'SIGTERM']) process.on(end, () => process.exit());
