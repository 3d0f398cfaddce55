import type { Page } from '@playwright/test';
import { expectAccessible, narrowLooks } from '../harness/axe.ts';
import { agentOf } from './fake-server/agent-desk.ts';
import { expect, test } from './fake-server/test.ts';

const path = '/app/settings/agents/elm-street';
const persona = (page: Page) => page.getByLabel('Persona *');
const unavailable = {
  status: 503,
  body: { error: 'The database is not available.', code: 'database_unavailable' },
};

test.beforeEach(async ({ fakeServer }) => {
  // A stream that opens now would fetch again, without the button.
  fakeServer.hold('GET /api/events');
  fakeServer.agentDesk.agents = [agentOf('elm-street', 'Elm Street', 4)];
});

test('the editor and Try It say when they are loading, failed or not there, and Retry loads them', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (?:404|503)|ERR_FAILED/);
  // A stream that opens now would fetch it again, without the button.
  fakeServer.hold('GET /api/events');
  const route = 'GET /api/agents/:id';
  const release = fakeServer.hold(route);
  await page.goto(path);
  await expect(page.getByRole('status').filter({ hasText: 'Loading the agent...' })).toBeVisible();
  release();
  await expect(persona(page)).toBeVisible();
  fakeServer.respondWith(route, unavailable);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load the agent');
  await expectAccessible(page, { looks: narrowLooks });
  fakeServer.resetResponse(route);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(persona(page)).toBeVisible();

  // The code of Try It is loaded when it is opened; a server that cannot be reached is no older release.
  const code = /\/(?:assets\/try-panel-[^/]+\.js|healthz)$/;
  await page.route(code, (blocked) => blocked.abort());
  await page.getByRole('button', { name: 'Try It' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to load Try It');
  await expectAccessible(page, { looks: narrowLooks });
  await page.unroute(code);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('region', { name: 'Try It' })).toBeVisible();

  await page.goto('/app/settings/agents/gone');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agent not found');
  await expect(page.getByText('It was deleted, belongs to another organization')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Agents' }).click();
  await expect(page).toHaveURL('/app/settings/agents');
});

test('the history and the numbers say when they failed, and when there are none', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/);
  // A stream that opens now would fetch it again, without the button.
  fakeServer.hold('GET /api/events');
  fakeServer.agentDesk.agents = [agentOf('elm-street', 'Elm Street', 0)];
  fakeServer.agentDesk.numbers = [];
  for (const [section, route, failed, empty] of [
    ['history', 'GET /api/agents/:id/versions', 'Failed to load the versions', 'Not published yet.'],
    ['numbers', 'GET /api/numbers', 'Failed to load the numbers', 'Your organization has no numbers.'],
  ] as const) {
    fakeServer.respondWith(route, unavailable);
    await page.goto(`${path}?section=${section}`);
    await expect(page.getByRole('alert')).toContainText(failed);
    fakeServer.resetResponse(route);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(empty)).toBeVisible();
  }
});
