import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const path = '/app/settings/data';

/** Every screen and state of data. */
export const dataScreens: readonly FakeServerShot[] = [
  at('data', path, 'Erasing at the carrier'),
  at('data-operator', path, 'Your role does not allow this.', (fakeServer) => {
    fakeServer.claims = { parley: 'operator' };
  }),
  then(at('data-found', path, 'Erasing at the carrier'), async (page) => {
    await page.getByLabel('Phone Number').fill('+15005550010');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('The next night would delete').waitFor();
  }),
];
