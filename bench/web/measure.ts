import { chromium } from '@playwright/test';
import { admin, signUp } from '../../e2e/harness/accounts.ts';
import { chromiumPath } from '../../e2e/harness/chromium.ts';
import { makePeopleBusy } from '../campaigns/desk.ts';
import { connectOwner } from '../desk/embedded-database.ts';
import { newDataDir, removeDataDir, startProduct } from '../desk/product.ts';
import { freePort } from '../free-port.ts';
import { generate } from '../history/generate.ts';
import { generateContacts } from '../inbox/generate.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { measureCampaignPage } from './campaign-page.ts';
import { generateFollowUps } from './follow-ups.ts';
import { measureLoading } from './loading.ts';
import { longCallList, longContacts, longInbox, measureLongList } from './long-list.ts';
import { mainPages, measureBytes, otherPages } from './page-bytes.ts';

/** The tenant of users without an organization. */
const tenant = 'gs-dental';

/** The web app in Chromium, from the built files, on a desk with a history. */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const rows = smoke ? 80 : 2_000;
  const followUps = smoke ? 80 : 10_000;
  const dataDir = newDataDir();
  const labPort = await freePort();
  const product = await startProduct(dataDir, { PHONE_LAB_PORT: String(labPort) });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
  try {
    const owner = await connectOwner(dataDir);
    await generate(owner, rows + 100, [tenant]);
    await generateFollowUps(owner, followUps + 100, tenant);
    await generateContacts(owner, smoke ? 200 : 100_000, tenant);
    const { rows: newest } = await owner.query<{ id: string }>(
      'select id from calls order by id desc limit 1',
    );
    await owner.end();
    const visitor = { browser, url: product.url, state: await signUp(product, admin) };
    log('web: bytes by page');
    const pages = smoke ? mainPages : [...mainPages, ...otherPages(newest[0]?.id ?? '')];
    const bytes = await measureBytes(visitor, pages);
    log('web: cold loads and clicks');
    const loading = await measureLoading(visitor, smoke ? 1 : 9);
    log(`web: a list of ${rows} rows`);
    const calls = await measureLongList(visitor, longCallList, rows);
    log(`web: an inbox of ${followUps} follow-ups`);
    const inbox = await measureLongList(visitor, longInbox, followUps);
    log(`web: the first ${followUps} of all contacts`);
    const contacts = await measureLongList(visitor, longContacts, followUps);
    await makePeopleBusy(labPort);
    const campaign = { people: smoke ? 400 : 50_000, visits: smoke ? 1 : 9 };
    log(`web: a campaign of ${campaign.people} people`);
    const campaigns = await measureCampaignPage(product, visitor, campaign);
    return [...bytes, ...loading, ...calls, ...inbox, ...contacts, ...campaigns];
  } finally {
    await browser.close();
    await product.stop();
    removeDataDir(dataDir);
  }
}
