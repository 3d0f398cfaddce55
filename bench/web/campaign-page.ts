import { request } from '@playwright/test';
import { CampaignBench } from '../campaigns/desk.ts';
import { mostPageMs } from '../campaigns/pages.ts';
import type { Product } from '../desk/product.ts';
import { counted, slice } from '../quiet.ts';
import type { Figure } from '../report.ts';
import { percentile } from '../statistics.ts';
import { freshContext, press, type Visitor, watchPage } from './browsing.ts';

const campaignList = '/app/campaigns';
const link = `a[href^="${campaignList}/"]:not([href$="/new"])`;
const progressBar = '[role="progressbar"]';
const person = 'ul[aria-label="People of the campaign"] > li';

/** From a click on a campaign that is calling to how far it is, and from there to its people. */
export async function measureCampaignPage(
  product: Product,
  visitor: Visitor,
  { people, visits }: { readonly people: number; readonly visits: number },
): Promise<Figure[]> {
  const desk = await CampaignBench.open(product, await tokenOf(visitor));
  const { id } = await desk.make(people);
  await desk.setPace(id, 60);
  await desk.start(id);
  const slices = [];
  for (let visit = 0; visit < visits; visit += 1) slices.push(await slice(() => open(visitor)));
  await desk.pause(id);
  desk.connection.close();
  const { values, quiet } = counted(slices);
  const figure = (what: string, times: readonly number[]): Figure => {
    const value = percentile(times, 0.5);
    return {
      ...{ part: 'web', what: `campaign of ${people.toLocaleString('en-US')} people: ${what}: median` },
      ...{ value, unit: 'ms', limit: mostPageMs, ratio: value / mostPageMs, reach: { at: 'most', ratio: 1 } },
      note: `${visits} fresh browsers, ${Math.round(quiet * 100)} % quiet`,
    };
  };
  return [
    figure(
      'click to its progress',
      values.map(({ progress }) => progress),
    ),
    figure(
      'click to its people',
      values.map(({ rows }) => rows),
    ),
  ];
}

async function tokenOf({ url, state }: Visitor): Promise<string> {
  const client = await request.newContext({ baseURL: url, storageState: state });
  const answer = await client.get('/api/auth/token');
  const { token } = (await answer.json()) as { token: string };
  await client.dispose();
  return token;
}

async function open(visitor: Visitor): Promise<{ readonly progress: number; readonly rows: number }> {
  const context = await freshContext(visitor);
  const page = await context.newPage();
  await watchPage(page);
  await page.goto(campaignList);
  const progress = await press(page, page.locator(link).first(), progressBar);
  const rows = await press(page, page.getByRole('radio', { name: 'People' }), person);
  await context.close();
  return { progress, rows };
}
