import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { HttpConnection, requestText } from '../desk/http-connection.ts';
import { cpuSeconds, familySeconds, parentOf } from '../desk/process-figures.ts';
import type { Product } from '../desk/product.ts';
import type { Tokens } from '../desk/tokens.ts';
import type { Figure } from '../report.ts';
import { median } from '../statistics.ts';
import { tenants } from './generate.ts';
import type { Plan } from './plan.ts';

const part = 'search';
const mostAdded = 1.15;
/** A number that is busy: the shortest call possible, with all its callbacks. */
const busyNumber = '+15005550101';
const answeringNumber = '+15005550100';
const callTriggers = ['search_new_call', 'search_changed_call'];

interface Desk {
  readonly product: Product;
  readonly owner: pg.Client;
  readonly tokens: Tokens;
}

/** What search adds to placing a call, and to a conversation that is over with its document. */
export async function measureWriting(desk: Desk, plan: Plan): Promise<Figure[]> {
  await desk.owner.query('reset session_replication_role; delete from call_search_due');
  return [...(await placing(desk, plan)), ...(await conversations(desk, plan))];
}

/** The same requests with the triggers and without, one after the other, each first in every other pair. */
async function placing({ product, owner, tokens }: Desk, plan: Plan): Promise<Figure[]> {
  const line = await HttpConnection.open(product.port);
  const place = async (tenant: string) => {
    const started = performance.now();
    await send(line, tokens.of(tenant), busyNumber);
    return performance.now() - started;
  };
  const times: Record<'enable' | 'disable', number[]> = { enable: [], disable: [] };
  for (let n = 0; n < plan.placed; n += 1) {
    for (const state of n % 2 === 0 ? (['enable', 'disable'] as const) : (['disable', 'enable'] as const)) {
      for (const trigger of callTriggers) await owner.query(`alter table calls ${state} trigger ${trigger}`);
      times[state].push(await place(tenants[n % tenants.length] ?? ''));
    }
  }
  for (const trigger of callTriggers) await owner.query(`alter table calls enable trigger ${trigger}`);
  line.close();
  const [withSearch, without] = [median(times.enable), median(times.disable)];
  return [
    {
      ...{ part, what: 'place a call: p50', value: withSearch, unit: 'ms', limit: without },
      ...{ ratio: withSearch / without, reach: { at: 'most', ratio: mostAdded } },
      note: 'limit: without the triggers of search, in turn',
    },
  ];
}

/**
 * Processor time of server and database for a conversation, and for a document, which is written when nobody waits for it.
 * The conversations have documents too, so those are taken off.
 */
async function conversations(desk: Desk, plan: Plan): Promise<Figure[]> {
  const { product, owner, tokens } = desk;
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  const line = await HttpConnection.open(product.port);
  const spent = () => cpuSeconds(product.pid) + familySeconds(postmaster);
  await settled(owner);
  const idle = spent();
  const idleStarted = performance.now();
  await delay(plan.conversations > 1 ? 5_000 : 100);
  const idlePerMs = (spent() - idle) / (performance.now() - idleStarted);

  const before = { cpu: spent(), at: performance.now() };
  for (let n = 0; n < plan.conversations; n += 1) {
    await send(
      line,
      tokens.of(tenants[n % tenants.length] ?? ''),
      plan.conversations > 1 ? answeringNumber : busyNumber,
    );
  }
  await settled(owner);
  const whole =
    (spent() - before.cpu - idlePerMs * (performance.now() - before.at)) / Math.max(1, plan.conversations);

  const generated = await sampleDocument(owner);
  const documents = { cpu: spent(), at: performance.now() };
  await owner.query(
    `insert into call_search_due (tenant_id, call_id, added_at)
     select tenant_id, id, now() - interval '1 minute' from calls where status = 'completed' order by id desc limit $1`,
    [plan.documents],
  );
  await settled(owner);
  const each = (spent() - documents.cpu - idlePerMs * (performance.now() - documents.at)) / plan.documents;
  line.close();
  if ((await sampleDocument(owner)) !== generated) throw new Error('A server writes another document.');
  const bare = Math.max(whole - each, 1e-6);
  return [
    {
      ...{
        part,
        what: 'processor time of a conversation with its document',
        value: whole * 1000,
        unit: 'ms',
      },
      ...{ limit: bare * 1000, ratio: whole / bare, reach: { at: 'most', ratio: mostAdded } },
      note: `limit: without the document, which takes ${(each * 1000).toFixed(2)} ms of server and database`,
    },
  ];
}

async function send(line: HttpConnection, token: string, phoneNumber: string): Promise<void> {
  const body = { phoneNumber, message: 'Confirm the appointment on Tuesday at half past nine.' };
  const request = requestText({ method: 'POST', path: '/api/twilio/kuzco/call', token, body });
  const { status, body: answer } = await line.send(request);
  if (status !== 200) throw new Error(`Answered ${status}: ${answer.toString('utf8', 0, 300)}`);
}

/** Of the newest generated call: the generated document is the one that a server writes. */
async function sampleDocument(owner: pg.Client): Promise<string | undefined> {
  const { rows } = await owner.query<{ words: string }>(
    `select words::text from call_search join calls on calls.tenant_id = call_search.tenant_id and calls.id = call_id
     where calls.placed_by like 'user of %' order by call_id desc limit 1`,
  );
  return rows[0]?.words;
}

/** Waits until every call is over and has its document. */
async function settled(owner: pg.Client): Promise<void> {
  const deadline = performance.now() + 600_000;
  for (;;) {
    const { rows } = await owner.query('select from call_search_due limit 1');
    if (rows.length === 0) return;
    if (performance.now() > deadline) throw new Error('Documents were not written within ten minutes.');
    await delay(50);
  }
}
