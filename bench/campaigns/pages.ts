import type pg from 'pg';
import type { Figure } from '../report.ts';
import { median } from '../statistics.ts';
import type { CampaignBench, MadeCampaign } from './desk.ts';
import type { Plan } from './plan.ts';

const part = 'campaigns';
/** All rows of a list of 50,000. */
const mostImportSeconds = 10;
/** What a page asks for when it is opened. */
export const mostPageMs = 300;

/** A list is sent whole; another one is cancelled half-way, and leaves nothing. */
export async function measureImport(
  desk: CampaignBench,
  owner: pg.Client,
  { people }: Plan,
): Promise<{ readonly many: MadeCampaign; readonly figures: Figure[] }> {
  const canceled = await desk.make(people, people / 2);
  await desk.send('DELETE', `/api/campaigns/${canceled.id}`);
  const { rows } = await owner.query<{ count: number }>('select count(*)::int as count from recipients');
  const left = rows[0]?.count ?? 0;
  if (left !== 0) throw new Error(`A list that was cancelled has left ${left} rows.`);
  const many = await desk.make(people);
  const { counts } = await desk.send('GET', `/api/campaigns/${many.id}`);
  if (counts[0]?.state !== 'pending' || counts[0]?.count !== people)
    throw new Error(`The list has other rows than were sent: ${JSON.stringify(counts)}`);
  return {
    many,
    figures: [
      {
        ...{ part, what: 'import of 50,000 rows', value: many.seconds, unit: 's', limit: mostImportSeconds },
        ...{ ratio: many.seconds / mostImportSeconds, reach: { at: 'most', ratio: 1 } },
      },
    ],
  };
}

/** What its page asks for, and what the list of campaigns does, one after the other. */
export async function measurePages(desk: CampaignBench, id: string, { requests }: Plan): Promise<Figure[]> {
  const own = `/api/campaigns/${id}`;
  const paths = {
    'list of campaigns': '/api/campaigns',
    campaign: own,
    progress: `${own}/progress`,
    'first rows': `${own}/recipients`,
    'rows with a result that few have': `${own}/recipients?result=reached`,
  };
  const figures: Figure[] = [];
  for (const [what, path] of Object.entries(paths)) {
    const times: number[] = [];
    for (let n = 0; n < requests; n += 1) {
      const began = performance.now();
      await desk.send('GET', path);
      times.push(performance.now() - began);
    }
    const value = median(times);
    figures.push({
      ...{ part, what: `${what}, with 50,000 rows: p50`, value, unit: 'ms', limit: mostPageMs },
      ...{ ratio: value / mostPageMs, reach: { at: 'most', ratio: 1 } },
    });
  }
  return figures;
}
