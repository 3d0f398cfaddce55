import type pg from 'pg';
import { HttpConnection, requestText } from '../desk/http-connection.ts';
import { counted, slice } from '../quiet.ts';
import type { Figure } from '../report.ts';
import { percentile } from '../statistics.ts';
import type { DeskAtSize } from './desk-at-size.ts';
import { drive } from './drive.ts';
import type { Plan } from './sizes.ts';

const tenant = 'org_with_many_agents';
/** What the list may take, whatever the machine: it is looked at many times a day. */
const mostMs = 30;
const callsPerAgent = 20;

/** The list of agents of a tenant that has many, each with many versions and some knowledge. */
export async function measureAgents({ product, owner, tokens }: DeskAtSize, plan: Plan): Promise<Figure[]> {
  const { agents, versions } = plan;
  const connection = await HttpConnection.open(product.port);
  const request = requestText({ path: '/api/agent-cards', token: tokens.of(tenant) });
  try {
    await connection.send(request);
    await addAgents(owner, agents, versions);
    const asked = { pid: product.pid, connections: [connection], next: () => request, ms: plan.sliceMs };
    await drive(asked);
    const slices = [];
    for (let round = 0; round < plan.rounds; round += 1) slices.push(await slice(() => drive(asked)));
    const latencies = counted(slices).values.flatMap((run) => run.latencies);
    const what = `agents, ${agents} with ${versions} versions each`;
    const p99 = percentile(latencies, 0.99);
    return [
      { part: 'history', what: `${what}: p50`, value: percentile(latencies, 0.5), unit: 'ms' },
      {
        ...{
          part: 'history',
          what: `${what}: p99`,
          value: p99,
          unit: 'ms',
          limit: mostMs,
          ratio: p99 / mostMs,
        },
        reach: { at: 'most', ratio: 1 },
      },
    ];
  } finally {
    connection.close();
  }
}

async function addAgents(owner: pg.Client, agents: number, versions: number): Promise<void> {
  // The history was written without triggers; here they make the drafts and the first versions.
  await owner.query('set session_replication_role = default');
  await owner.query(
    `insert into agents (tenant_id, id, display_name, persona, greeting, abilities)
     select $1, 'agent-' || n, 'Agent ' || n, repeat('Warm and exact. ', 100), 'Hello, an AI assistant.', ''
     from generate_series(1, $2::int) n`,
    [tenant, agents],
  );
  await owner.query(
    `insert into agent_versions (tenant_id, agent_id, version, config)
     select tenant_id, agent_id, n, config from agent_versions, generate_series(2, $2::int) n
     where tenant_id = $1 and version = 1`,
    [tenant, versions],
  );
  await owner.query(
    `insert into calls (tenant_id, id, agent_id, carrier, direction, status, engine, created_at)
     select $1, gen_random_uuid(), 'agent-' || n, 'lab', 'inbound', 'completed', 'relay', now() - c * interval '3 hours'
     from generate_series(1, $2::int) n, generate_series(1, ${callsPerAgent}) c`,
    [tenant, agents],
  );
  await owner.query('vacuum analyze agents, agent_versions, calls');
}
