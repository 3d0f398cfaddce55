import type { Page } from '@playwright/test';
import { erasureOf } from '../desk/fake-server/data-desk.ts';
import type { FakeServer } from '../desk/fake-server/fake-server.ts';
import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const path = '/app/settings/data';

const refused = { status: 403, body: { error: 'Your account may not do this any more.', code: 'forbidden' } };

function nothingStored({ dataDesk }: FakeServer): void {
  dataDesk.records = [];
}

async function find(page: Page): Promise<void> {
  await page.getByLabel('Phone Number').fill('+15005550010');
  await page.getByRole('button', { name: 'Find' }).click();
}

/** Every screen and state of data. */
export const dataScreens: readonly FakeServerShot[] = [
  at('data', path, 'Erasing at the carrier'),
  at('data-operator', path, 'Your role does not allow this.', (fakeServer) => {
    fakeServer.claims = { parley: 'operator' };
  }),
  at('data-loading', path, 'Loading erasures...', (fakeServer) => {
    for (const part of ['erasures', 'retention']) fakeServer.hold(`GET /api/data/${part}`);
  }),
  at('data-error', path, 'Failed to load the erasures', (fakeServer) => {
    for (const part of ['erasures', 'retention']) fakeServer.respondWith(`GET /api/data/${part}`, refused);
  }),
  at('data-empty', path, 'Nobody was erased yet.', (fakeServer) => {
    fakeServer.dataDesk.erasures = [];
  }),
  at('data-receipts', path, 'nothing was stored', (fakeServer) => {
    fakeServer.dataDesk.erasures = [
      erasureOf(1, { state: 'running', deleted: 0, blanked: 0, atCarrier: 0, finishedAt: null }),
      erasureOf(2, { state: 'waiting', problem: 'live_call', finishedAt: null }),
      erasureOf(3, {
        state: 'carrier',
        problem: 'carrier_not_connected',
        leftAtCarrier: 7,
        finishedAt: null,
      }),
      erasureOf(4, { repeated: true, requestedBy: null }),
      erasureOf(5, { deleted: 0, blanked: 0, atCarrier: 0 }),
    ];
  }),
  then(at('data-nothing', path, 'Erasing at the carrier', nothingStored), async (page) => {
    await find(page);
    await page.getByText('Nothing is stored about this number.').waitFor();
  }),
  then(
    at('data-erase', path, 'Erasing at the carrier'),
    async (page) => {
      await find(page);
      await page.getByRole('button', { name: 'Erase...' }).click();
      await page.getByLabel('Type ERASE to go on').fill('ERASE');
    },
    { windowOnly: true },
  ),
  then(at('data-found', path, 'Erasing at the carrier'), async (page) => {
    await find(page);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('The next night would delete').waitFor();
  }),
];
