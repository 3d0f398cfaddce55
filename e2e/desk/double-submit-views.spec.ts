import { callIdOf, callOf } from './fake-server/data.ts';
import { toasts } from './fake-server/screen.ts';
import { viewOf } from './fake-server/search-desk.ts';
import { expect } from './fake-server/test.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const list = '/app/voice-agents';
const missed = viewOf(1, 'Missed', { status: 'busy' });

const buttons: readonly SendingButton[] = [
  {
    sends: 'save-view',
    what: 'Save View',
    changes: true,
    route: 'POST /api/calls/views',
    toasts: 1,
    async show(page) {
      await page.goto(`${list}?q=visit`);
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Save as view...' }).click();
      await page.getByLabel('Name').fill('Visits');
      return page.getByRole('button', { name: 'Save View' });
    },
  },
  {
    sends: 'rename-view',
    what: 'Rename of a view',
    changes: true,
    route: 'PATCH /api/calls/views/:id',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.searchDesk.views = [{ ...missed }];
      await page.goto(list);
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Rename or delete...' }).click();
      await page.getByRole('button', { name: 'Rename Missed' }).click();
      await page.getByLabel('New name of Missed').fill('Not answered');
      return page.getByRole('button', { name: 'Rename', exact: true });
    },
  },
  {
    sends: 'delete-view',
    what: 'Delete of a view',
    changes: true,
    route: 'DELETE /api/calls/views/:id',
    toasts: 1,
    async show(page, fakeServer) {
      fakeServer.searchDesk.views = [{ ...missed }];
      await page.goto(list);
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Rename or delete...' }).click();
      return page.getByRole('button', { name: 'Delete Missed' });
    },
  },
  {
    sends: 'restore-view',
    what: 'Undo of a deleted view',
    route: 'POST /api/calls/views',
    toasts: 1,
    async show(page, fakeServer) {
      fakeServer.searchDesk.views = [{ ...missed }];
      await page.goto(list);
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Rename or delete...' }).click();
      await page.getByRole('button', { name: 'Delete Missed' }).click();
      const undo = toasts(page).getByRole('button', { name: 'Undo' });
      await undo.hover();
      return undo;
    },
  },
  {
    sends: 'load-more-found',
    what: 'Load More of found calls',
    route: 'GET /api/calls/search',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.calls = Array.from({ length: 90 }, (_, n) => callOf(99 - n));
      await page.goto(`${list}?q=visit`);
      await expect.poll(() => fakeServer.streamCount).toBe(1);
      return page.getByRole('button', { name: 'Load More' });
    },
  },
  {
    sends: 'load-more-found',
    what: 'Search older calls',
    route: 'GET /api/calls/search',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.calls = [callOf(9), callOf(1)];
      fakeServer.searchDesk.stopsBefore = callIdOf(5);
      await page.goto(`${list}?q=visit`);
      await expect.poll(() => fakeServer.streamCount).toBe(1);
      return page.getByRole('button', { name: 'Search older calls' });
    },
  },
];

testPressedTwice(buttons);
