import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const list = '/app/settings/do-not-call';
const refused = { status: 403, body: { error: 'Your account may not do this any more.', code: 'forbidden' } };

/** Every screen and state of the do-not-call list. */
export const doNotCallScreens: readonly FakeServerShot[] = [
  at('dnc', list, 'Asked on a call'),
  at('dnc-loading', list, 'Loading numbers...', (fakeServer) => fakeServer.hold('GET /api/do-not-call')),
  at('dnc-error', list, 'Failed to load the list', (fakeServer) =>
    fakeServer.respondWith('GET /api/do-not-call', refused),
  ),
  at('dnc-empty', list, 'No numbers yet.', (fakeServer) => {
    fakeServer.doNotCallDesk.entries = [];
  }),
  at('dnc-viewer', list, 'Asked on a call', (fakeServer) => {
    fakeServer.claims = { parley: 'viewer' };
  }),
  at('dnc-to-confirm', `${list}?show=unconfirmed`, 'Asked on a call'),
  at('dnc-not-found', `${list}?search=777`, 'No number on the list has these digits.'),
  then(
    at('dnc-add', list, 'Asked on a call'),
    async (page) => {
      await page.getByRole('button', { name: 'Add Number' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add Number' }).click();
    },
    { windowOnly: true },
  ),
  then(
    at('dnc-import', list, 'Asked on a call'),
    async (page) => {
      await page.getByRole('button', { name: 'Import' }).click();
      await page.getByLabel('CSV file').setInputFiles({
        name: 'registry.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Phone;Name\r\n+15005550201;Ada\r\n12345 x;Ben\r\n'),
      });
    },
    { windowOnly: true },
  ),
  then(
    at('dnc-remove', list, 'Asked on a call'),
    async (page) => {
      await page.getByRole('button', { name: 'Remove +15005552002' }).click();
    },
    { windowOnly: true },
  ),
  then(
    at('dnc-imported', list, 'Asked on a call'),
    async (page) => {
      await page.getByRole('button', { name: 'Import' }).click();
      await page.getByLabel('CSV file').setInputFiles({
        name: 'registry.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Phone\r\n+15005550201\r\n12345 x\r\n'),
      });
      await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
      await page.getByText('refused 1').waitFor();
    },
    { windowOnly: true },
  ),
];
