import type pg from 'pg';
import { requestText } from '../desk/http-connection.ts';
import type { DeskAtSize } from './desk-at-size.ts';
import { tenants } from './generate.ts';

/** One kind of request, in the forms for the product and for the limit server. */
export interface Question {
  readonly what: string;
  readonly product: () => string;
  readonly limitRequest: () => string;
}

export const deepRows = 10_000;

/** Reading questions, over all tenants in turn and over calls of every age. */
export async function readingQuestions({ owner, size, tokens }: DeskAtSize): Promise<Question[]> {
  const perTenant = size / tenants.length;
  // A small history ends before that many rows: then the last full page.
  const offset = Math.max(0, Math.min(deepRows, perTenant - 41));
  const bearer = tenants.map((tenant) => tokens.of(tenant));
  const cursors: string[] = [];
  for (const tenant of tenants) {
    const { rows } = await owner.query<{ id: string }>(
      'select id from calls where tenant_id = $1 order by id desc offset $2 limit 1',
      [tenant, offset],
    );
    cursors.push(rows[0]?.id ?? '');
  }
  const sample = await sampleCalls(owner, size, 5000);
  const firsts = both((n) => ['/api/calls', `/${tenants[n]}`], bearer, tenants.length);
  const deep = both(
    (n) => [`/api/calls?afterId=${cursors[n]}`, `/${tenants[n]}?afterId=${cursors[n]}`],
    bearer,
    tenants.length,
  );
  const details = both(
    (n) => {
      const { tenant, id } = sample[n] ?? { tenant: 0, id: '' };
      return [`/api/calls/${id}`, `/${tenants[tenant]}/${id}`];
    },
    sample.map(({ tenant }) => bearer[tenant] ?? ''),
    sample.length,
  );
  return [
    { what: 'first page', ...firsts },
    { what: offset < deepRows ? 'last page' : 'page after 10,000 rows', ...deep },
    { what: 'detail', ...details },
  ];
}

export interface SampledCall {
  /** Its place among the tenants. */
  readonly tenant: number;
  readonly id: string;
}

/** Calls from all over the table, in no order. */
export async function sampleCalls(owner: pg.Client, size: number, count: number): Promise<SampledCall[]> {
  const { rows } = await owner.query<SampledCall>(
    `select substr(tenant_id, 10)::int as tenant, id from calls
     where placed_by is not null and random() < $1 order by random() limit $2`,
    [Math.min(1, (2 * count) / size), count],
  );
  return rows;
}

/** Requests made beforehand and handed out in turn, to the one and to the other. */
function both(paths: (n: number) => [string, string], bearer: readonly string[], count: number) {
  const product: string[] = [];
  const limitRequest: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const [ours, theirs] = paths(n);
    product.push(requestText({ path: ours, token: bearer[n] ?? '' }));
    limitRequest.push(requestText({ path: theirs }));
  }
  return { product: roundRobin(product), limitRequest: roundRobin(limitRequest) };
}

export function roundRobin(requests: readonly string[]): () => string {
  let at = 0;
  return () => requests[at++ % requests.length] ?? '';
}
