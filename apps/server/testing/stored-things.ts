import { randomUUIDv7 } from 'node:crypto';
import {
  type CampaignFileBody,
  exampleMcpServer,
  examples,
  exampleToolConfig,
  startingPolicy,
} from '@parley/contract';
import { expect } from 'vitest';
import { createNumberStore } from '../src/adapters/postgres/agents/number-store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createKnowledgeQuestions } from '../src/adapters/postgres/knowledge-questions.ts';

interface Owner {
  readonly database: Database;
  /** Of the carrier. */
  readonly account: string;
  readonly callId: string;
  readonly agentId: string;
}

/** One of each kind of thing, in the organization of the call: for tests of what another one can reach. */
export async function storeThings({ database, account, callId, agentId }: Owner) {
  const number = '+15005550007';
  const { rows } = await database.asSystem((tx) =>
    tx.execute<{ tenant_id: string }>(sql`select tenant_id from calls where id = ${callId}`),
  );
  const tenantId = rows[0]?.tenant_id ?? '';
  const to = { accounts: [{ name: 'lab', account }], agentId, take: true };
  const actor = { userId: 'user_kit', displayName: null };
  expect(await createNumberStore(database).give(tenantId, number, to, actor)).toMatchObject({
    kind: 'taken',
  });
  const questions = createKnowledgeQuestions(database);
  await questions.add({ tenantId, callId }, { question: 'Who may read this?', entries: [], at: new Date() });
  const [asked] = await questions.unanswered(tenantId, 'gs-dental', 1);
  const [followUp, contact, importId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
  const [tool, mcpServer, campaign] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
  const [webhook, delivery] = [randomUUIDv7(), randomUUIDv7()];
  await database.asSystem(async (tx) => {
    await tx.execute(sql`
      insert into follow_ups (tenant_id, id, source_key, reason, number, call_id, what, due_at)
      values (${tenantId}, ${followUp}, 'hand/x', 'hand', ${number}, ${callId}, 'What nobody else may read.', now())`);
    await tx.execute(sql`
      insert into contacts (tenant_id, id, number, name, name_key, notes, source)
      values (${tenantId}, ${contact}, ${number}, 'Nobody Else', 'nobody else', 'May read this.', 'hand')`);
  });
  const config = JSON.stringify({ ...exampleToolConfig, name: 'ours', purpose: 'Nobody else may use it.' });
  const { headers, tools } = exampleMcpServer;
  const { digest: _, ...file } = examples.setCampaignFile.body as CampaignFileBody;
  const campaignFile = JSON.stringify({ version: 1, ...file });
  await database.forTenant(tenantId, async (tx) => {
    await tx.execute(sql`
      insert into contact_imports (tenant_id, id, file_name, parts) values (${tenantId}, ${importId}, 'ours.csv', 1)`);
    await tx.execute(sql`
      insert into campaigns (tenant_id, id, name, purpose, agent_id, template_id, prompt, defaults, policy, file, file_number)
      values (${tenantId}, ${campaign}, 'Nobody else may see this.', 'reminder', 'gs-dental', ${campaign}, 'Call.', '{}',
        ${JSON.stringify({ version: 1, ...startingPolicy })}::jsonb, ${campaignFile}::jsonb, 1)`);
    await tx.execute(sql`
      insert into recipients (tenant_id, campaign_id, row, state, number, name, zones, cells)
      values (${tenantId}, ${campaign}, 2, 'pending', ${number}, 'Nobody Else', '{UTC}', '[]')`);
    await tx.execute(sql`
      insert into tools (tenant_id, id, name, config) values (${tenantId}, ${tool}, 'ours', ${config}::jsonb)`);
    await tx.execute(sql`
      insert into mcp_servers (tenant_id, id, name, address, config) values (${tenantId}, ${mcpServer}, 'Ours',
        'https://ours.example.com/mcp', ${JSON.stringify({ schema: 1, headers, tools })}::jsonb)`);
    await tx.execute(sql`
      insert into webhook_endpoints (tenant_id, id, name, address, events, off_reason, off_at, created_at)
      values (${tenantId}, ${webhook}, 'Ours', 'https://ours.example.com/told', '{call.ended}', 'person', now(), now())`);
    await tx.execute(sql`
      insert into webhook_deliveries (tenant_id, id, endpoint_id, type, queue, body, state, next_at, created_at)
      values (${tenantId}, ${delivery}, ${webhook}, 'call.ended', ${callId}, '{}', 'failed', now(), now())`);
  });
  const made = { followUp, contact, importId, tool, mcpServer, campaign, webhook, delivery };
  return { number, question: asked?.id ?? '', ...made };
}
