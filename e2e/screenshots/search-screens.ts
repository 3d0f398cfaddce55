import type { FakeServer } from '../desk/fake-server/fake-server.ts';
import { viewOf } from '../desk/fake-server/search-desk.ts';
import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const list = '/app/voice-agents';
const filtered = `${list}?status=completed%2Cno-answer&direction=outbound&agent=gs-dental`;

function withViews({ searchDesk }: FakeServer): void {
  searchDesk.views = [
    viewOf(1, 'Completed or missed calls', {
      status: 'completed,no-answer',
      direction: 'outbound',
      agent: 'gs-dental',
    }),
    viewOf(2, 'Questions about appointments', { q: 'appointment' }),
  ];
}

/** Search, filters and saved views of the call list. */
export const searchScreens: readonly FakeServerShot[] = [
  at('search-found', `${list}?q=appointment`, 'Transcript:'),
  at('search-nothing', `${list}?q=zeppelin`, 'No call fits.'),
  then(
    at('search-filters', filtered, 'Found Calls', withViews),
    async (page) => {
      const narrow = page.getByRole('button', { name: 'Filters' });
      await page.getByText('Completed or missed calls').waitFor();
      if (await narrow.isVisible()) await narrow.click();
      else await page.getByRole('button', { name: /^Status/ }).click();
      await page.getByRole('checkbox', { name: 'busy' }).waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('search-views', filtered, 'Found Calls', withViews),
    async (page) => {
      await page.getByRole('button', { name: 'Completed or missed calls' }).click();
      await page.getByRole('menuitem', { name: 'Questions about appointments' }).waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('search-save-view', `${list}?q=appointment`, 'Transcript:', withViews),
    async (page) => {
      await page.locator('#call-views').click();
      await page.getByRole('menuitem', { name: 'Save as view...' }).click();
    },
    { windowOnly: true },
  ),
  then(
    at('search-manage-views', list, 'no-answer', withViews),
    async (page) => {
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Rename or delete...' }).click();
    },
    { windowOnly: true },
  ),
];
