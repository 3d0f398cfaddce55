import type pg from 'pg';

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

function readBy(node: PlanNode, table: string): number {
  const own =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const below = (node.Plans ?? []).reduce((sum, each) => sum + readBy(each, table), 0);
  return below + (node['Relation Name'] === table ? own * node['Actual Loops'] : 0);
}

/** As `explain` has them: a plan for these values, or the one that a connection keeps for all after some executions. */
const plans = ['force_custom_plan', 'force_generic_plan'] as const;

/** How many rows a statement returns, and how many of the table it reads, also those that do not fit. It changes nothing. */
export async function rowsByPlan(
  owner: pg.Client,
  table: string,
  { text, values }: { readonly text: string; readonly values: readonly (string | number)[] },
): Promise<{ plan: string; returned: number; read: number }[]> {
  const given = values.map((value) => `'${value}'`).join(', ');
  await owner.query(`prepare planned as ${text}`);
  const found: { plan: string; returned: number; read: number }[] = [];
  for (const plan of plans) {
    await owner.query(`begin; set local plan_cache_mode = ${plan}`);
    const { rows } = await owner.query(`explain (analyze, format json) execute planned (${given})`);
    await owner.query('rollback');
    const [{ Plan: made }] = rows[0]['QUERY PLAN'];
    found.push({ plan, returned: made['Actual Rows'], read: readBy(made, table) });
  }
  await owner.query('deallocate planned');
  return found;
}
