import type pg from 'pg';
import { connectOwner } from '../desk/embedded-database.ts';
import { HttpConnection, requestText } from '../desk/http-connection.ts';
import { newDataDir, removeDataDir, startProduct } from '../desk/product.ts';
import { makeTokens } from '../desk/tokens.ts';
import { counted, slice } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { percentile } from '../statistics.ts';
import { generateSearched, tenants } from './generate.ts';
import { fullPlan, type Plan, sized, smokePlan } from './plan.ts';
import { filterSets, type Question, questionsOf } from './questions.ts';
import { measureWriting } from './writing.ts';

const part = 'search';
/** So small that results of a rare word reach a tenth page, also with filters. */
const smallPage = 1;

/** Searches in a large desk, the size of what they need, and what it costs to write it. */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const plan = smoke ? smokePlan : sized(fullPlan);
  const tokens = makeTokens();
  const dataDir = newDataDir();
  const limits = { CALLS_PER_MINUTE: '1000000', CALLS_PER_DAY: '10000000', PHONE_LAB_CPS: '1000' };
  const product = await startProduct(dataDir, { ...limits, ...tokens.settings, DRAIN_SECONDS: '0' });
  const owner = await connectOwner(dataDir);
  try {
    const first = await HttpConnection.open(product.port);
    // A tenant gets its agents with its first request.
    for (const tenant of tenants)
      await first.send(requestText({ path: '/api/agents', token: tokens.of(tenant) }));
    first.close();
    log(`search: ${plan.calls} calls with their documents`);
    const helper = await connectOwner(dataDir);
    await generateSearched(owner, helper, plan.calls);
    await helper.end();
    // Opened only now: the server closes idle connections.
    const line = await HttpConnection.open(product.port);
    const ask = async (query: Record<string, string>) => {
      const path = `/api/calls/search?${new URLSearchParams(query)}`;
      const started = performance.now();
      const { status, body } = await line.send(requestText({ path, token: tokens.of(tenants[0] ?? '') }));
      const ms = performance.now() - started;
      if (status !== 200) throw new Error(`Answered ${status}: ${body.toString('utf8', 0, 300)}`);
      return { ms, answer: JSON.parse(body.toString()) as Answer };
    };
    const figures: Figure[] = [];
    const questions = await questionsOf(owner, plan.answers);
    log('search: a server that has just filled its database is asked for other words');
    for (const { rare, query } of questions)
      for (let n = 0; rare && n < plan.answers; n += 1) await ask(query(plan.answers + n));
    for (const question of questions) {
      log(`search: ${question.what}`);
      figures.push(...(await timed(question, plan, ask)));
    }
    figures.push(...(await sizes(owner, plan)));
    log('search: what writing costs');
    figures.push(...(await measureWriting({ product, owner, tokens }, plan)));
    line.close();
    return figures;
  } finally {
    await owner.end();
    await product.stop();
    removeDataDir(dataDir);
  }
}

interface Answer {
  readonly hits: readonly unknown[];
  readonly next: string | null;
  readonly older: string | null;
}

type Ask = (query: Record<string, string>) => Promise<{ ms: number; answer: Answer }>;

type Form = readonly [what: string, ask: (n: number) => Promise<{ ms: number; answer: Answer }>];

/** First pages; of rare ones also the tenth, and both with filters. */
async function timed(question: Question, plan: Plan, ask: Ask): Promise<Figure[]> {
  const { what, query, mostMs, rare } = question;
  const sets: [string, Readonly<Record<string, string>>][] = [
    [what, {}],
    ...(rare ? Object.entries(filterSets) : []).map(
      ([name, filters]) => [`${what} with ${name}`, filters] as [string, Readonly<Record<string, string>>],
    ),
  ];
  const forms = sets.flatMap(([name, filters]): Form[] => [
    [name, (n) => ask({ ...query(n), ...filters })],
    ...(rare
      ? [[`${name}, tenth page`, (n: number) => tenth(ask, { ...query(n), ...filters })] as const]
      : []),
  ]);
  const figures: Figure[] = [];
  for (const [name, work] of forms) {
    await work(0);
    const slices = [];
    let [hits, stopped] = [0, 0];
    for (let n = 0; n < plan.answers; n += 1) {
      slices.push(
        await slice(async () => {
          const { ms, answer } = await work(n);
          hits += answer.hits.length;
          if (answer.older !== null) stopped += 1;
          return ms;
        }),
      );
    }
    const { values, quiet } = counted(slices);
    const p95 = percentile(values, 0.95);
    figures.push({
      ...{ part, what: `${name}: p95`, value: p95, unit: 'ms', limit: mostMs, ratio: p95 / mostMs },
      reach: { at: 'most', ratio: 1 },
      note: `p50 ${percentile(values, 0.5).toFixed(1)} ms; ${(hits / plan.answers).toFixed(1)} calls; ${stopped} of ${plan.answers} stopped for time; ${Math.round(quiet * 100)} % quiet`,
    });
  }
  return figures;
}

/** Only the tenth page is timed, or the only one where there are fewer; the nine before it are asked for as one. */
async function tenth(ask: Ask, query: Record<string, string>) {
  let before = 9 * smallPage;
  for (let place: { after?: string } = {}; ; ) {
    const page = await ask({ ...query, ...place, limit: String(before > 0 ? before : smallPage) });
    const after = page.answer.next ?? page.answer.older;
    if (before <= 0 || after === null) return page;
    before -= page.answer.hits.length;
    place = { after };
  }
}

async function sizes(owner: pg.Client, plan: Plan): Promise<Figure[]> {
  const { rows } = await owner.query<{ documents: number; words: number; entries: number }>(
    `select pg_total_relation_size('call_search') as documents, pg_relation_size('call_search_words') as words,
       pg_total_relation_size('transcript_entries') as entries`,
  );
  const [documents, words, entries] = [rows[0]?.documents, rows[0]?.words, rows[0]?.entries].map(Number) as [
    number,
    number,
    number,
  ];
  const megabytes = 1024 * 1024;
  const kilobytes = (bytes: number) => `${(bytes / plan.calls / 1024).toFixed(2)} kB for each call`;
  return [
    {
      ...{ part, what: 'documents with their index', value: documents / megabytes, unit: 'MB' },
      ...{ limit: entries / megabytes, ratio: documents / entries },
      note: `limit: the transcripts; ${kilobytes(documents)}`,
    },
    { part, what: 'index of words', value: words / megabytes, unit: 'MB', note: kilobytes(words) },
  ];
}
