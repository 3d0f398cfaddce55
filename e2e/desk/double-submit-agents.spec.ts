import type { Page } from '@playwright/test';
import { agentOf } from './fake-server/agent-desk.ts';
import { idempotencyKeysSentBy } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const path = '/app/settings/agents';
const agentPath = `${path}/elm-street`;

const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });

// Those that change nothing the second time are pressed in the hardest way only.
const buttons: readonly SendingButton[] = [
  {
    sends: 'create-agent',
    what: 'Create Agent',
    changes: true,
    route: 'POST /api/agents',
    toasts: 0,
    async show(page) {
      await page.goto(path);
      await page.getByRole('button', { name: 'New Agent' }).click();
      await page.getByLabel('Name *').fill('Oak Lane');
      return inDialog(page, 'Create Agent');
    },
  },
  {
    sends: 'publish-agent',
    what: 'Publish',
    changes: true,
    route: 'POST /api/agents/:id/publish',
    toasts: 1,
    async show(page) {
      await page.goto(agentPath);
      await page.getByRole('switch', { name: 'Be brief' }).click();
      await page.getByRole('button', { name: 'Publish' }).click();
      return inDialog(page, 'Publish');
    },
  },
  {
    sends: 'restore-version',
    what: 'Restore',
    route: 'POST /api/agents/:id/versions/:version/restore',
    toasts: 1,
    async show(page) {
      await page.goto(`${agentPath}?section=history`);
      await page.getByRole('button', { name: 'Restore version 1' }).click();
      return inDialog(page, 'Restore');
    },
  },
  {
    sends: 'load-more-versions',
    what: 'Load More of the versions',
    route: 'GET /api/agents/:id/versions',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.agentDesk.agents = [agentOf('elm-street', 'Elm Street', 60)];
      await page.goto(`${agentPath}?section=history`);
      return page.getByRole('button', { name: 'Load More' });
    },
  },
  {
    sends: 'archive-agent',
    what: 'Archive Agent',
    route: 'POST /api/agents/:id/archive',
    toasts: 0,
    async show(page) {
      await page.goto(agentPath);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Archive' }).click();
      return inDialog(page, 'Archive Agent');
    },
  },
  {
    sends: 'unarchive-agent',
    what: 'Make Active Again',
    route: 'POST /api/agents/:id/unarchive',
    toasts: 0,
    async show(page, fakeServer) {
      const archivedAt = '2026-10-13T11:00:00.000Z';
      fakeServer.agentDesk.agents = [agentOf('elm-street', 'Elm Street', 2, { archivedAt })];
      await page.goto(agentPath);
      return page.getByRole('button', { name: 'Make Active Again' });
    },
  },
  {
    sends: 'set-number',
    what: 'Take Number',
    route: 'PUT /api/numbers/:id/agent',
    toasts: 0,
    async show(page) {
      await page.goto(`${agentPath}?section=numbers`);
      await page.getByRole('button', { name: 'Take +15005550007' }).click();
      return inDialog(page, 'Take Number');
    },
  },
  {
    sends: 'label-number',
    what: 'Save of a number',
    route: 'PUT /api/numbers/:id/label',
    toasts: 0,
    async show(page) {
      await page.goto(`${agentPath}?section=numbers`);
      await page.getByRole('button', { name: 'Name +15005550007' }).click();
      return inDialog(page, 'Save');
    },
  },
  {
    sends: 'delete-agent',
    what: 'Delete Agent',
    route: 'DELETE /api/agents/:id',
    toasts: 1,
    async show(page, fakeServer) {
      fakeServer.agentDesk.agents = [agentOf('elm-street', 'Elm Street', 0)];
      await page.goto(agentPath);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      return inDialog(page, 'Delete Agent');
    },
  },
  {
    sends: 'start-try',
    what: 'Start of a try',
    route: 'POST /api/agents/:id/tries',
    toasts: 0,
    async show(page) {
      await page.goto(`${agentPath}?try=open`);
      return page.getByRole('button', { name: 'Start' });
    },
  },
  {
    sends: 'say-in-try',
    what: 'Press as Keys',
    route: 'POST /api/tries/:id/input',
    toasts: 0,
    async show(page, fakeServer) {
      await page.goto(`${agentPath}?try=open`);
      await page.getByRole('button', { name: 'Start' }).click();
      await page.getByLabel('What you say').fill('12');
      await expect.poll(() => fakeServer.requestsTo('POST /api/tries/:id/input').length).toBe(1);
      return page.getByRole('button', { name: 'Press as Keys' });
    },
  },
  {
    sends: 'end-try',
    what: 'Hang Up of a try',
    route: 'POST /api/tries/:id/end',
    toasts: 0,
    async show(page) {
      await page.goto(`${agentPath}?try=open`);
      await page.getByRole('button', { name: 'Start' }).click();
      return page.getByRole('button', { name: 'Hang Up' });
    },
  },
  {
    sends: 'dismiss-question',
    what: 'Needs no answer',
    route: 'DELETE /api/agents/:id/unanswered-questions/first',
    toasts: 0,
    async show(page, fakeServer) {
      const lastAskedAt = '2026-10-13T10:00:00.000Z';
      fakeServer.agentDesk.questions = [
        { id: 'first', question: 'Is there parking?', calls: 1, lastAskedAt, lastCallId: 'any' },
      ];
      await page.goto(`${agentPath}?section=knowledge`);
      return page.getByRole('button', { name: 'Needs no answer: Is there parking?' });
    },
  },
];

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.agentDesk.agents = [agentOf('elm-street', 'Elm Street', 2)];
  fakeServer.agentDesk.numbers = [{ number: '+15005550007', label: '', sandbox: true, agentId: null }];
});

testPressedTwice(buttons);

test('an agent whose answer was lost is asked for again with the same key, another one with another', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR/);
  const keys = idempotencyKeysSentBy(page);
  await page.goto(path);
  await page.getByRole('button', { name: 'New Agent' }).click();
  const name = page.getByLabel('Name *');
  await name.fill('Oak Lane');
  await page.route('**/api/agents', (route) => route.abort());
  const create = inDialog(page, 'Create Agent');
  for (let sent = 1; sent <= 2; sent += 1) {
    await create.click();
    await expect.poll(() => keys.length).toBe(sent);
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await expect(create).toBeEnabled();
  }
  await name.fill('Elm Lane');
  await create.click();
  await expect.poll(() => keys.length).toBe(3);
  const [first, second, third] = keys;
  expect(first).toEqual(expect.any(String));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
