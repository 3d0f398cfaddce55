import { bar, draftRoute, path, persona, stored } from './edited-agent.ts';
import { agentOf } from './fake-server/agent-desk.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

test.beforeEach(({ fakeServer }) => {
  fakeServer.agentDesk.agents = [agentOf('elm-street', 'Elm Street', 4)];
});

test('a refresh in the middle of typing loses nothing', async ({ page, fakeServer }) => {
  const release = fakeServer.hold(draftRoute, 'disconnect');
  await page.goto(path);
  await persona(page).fill('You are half');
  await expect.poll(() => fakeServer.requestsTo(draftRoute).length).toBe(1);
  await persona(page).fill('You are half finished');
  await page.reload();
  await expect(persona(page)).toHaveValue('You are half finished');
  release();
  await expect(bar(page, /Draft, saved just now/)).toBeVisible();
  expect(stored(fakeServer)?.identity.persona).toBe('You are half finished');
});

test('without a connection for a minute typing goes on, and everything is saved when it is back, also after the editor is left', async ({
  page,
  context,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await page.goto(path);
  await expect(persona(page)).toBeVisible();
  await context.setOffline(true);
  await persona(page).fill('Typed on a train.');
  await expect(bar(page, 'Not saved: the server cannot be reached')).toBeVisible();
  await expect(page.getByText('Go on typing: it is kept in this tab')).toBeVisible();
  await page.getByRole('link', { name: 'Opening' }).click();
  await page.getByLabel('Outbound opening').fill('Hello from the train.');
  await page.clock.runFor(60_000);
  await expect(bar(page, 'Not saved: the server cannot be reached')).toBeVisible();
  await expect(page.getByLabel('Outbound opening')).toHaveValue('Hello from the train.');
  expect(fakeServer.requestsTo(draftRoute)).toHaveLength(0);
  await context.setOffline(false);
  await expect(bar(page, /Draft, saved/)).toBeVisible();
  expect(stored(fakeServer)).toMatchObject({
    identity: { persona: 'Typed on a train.' },
    opening: { outbound: 'Hello from the train.' },
  });

  const numbers = page.getByRole('link', { name: 'Numbers' });
  await context.setOffline(true);
  await page.getByLabel('Outbound opening').fill('Hello from the tunnel.');
  await expect(bar(page, 'Not saved: the server cannot be reached')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(numbers).toHaveCount(0);
  await expectToast(
    page,
    'The draft of Elm Street is not saved yet',
    'The server cannot be reached. It is kept in this tab, and saved when the server answers.',
  );
  await context.setOffline(false);
  await expectToast(page, 'The draft of Elm Street is saved');
  expect(stored(fakeServer)?.opening.outbound).toBe('Hello from the tunnel.');
});

test('a page that comes by a reload does not cut off a draft that is being saved', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  await page.goto(path);
  const loadedAt = () => page.evaluate(() => performance.timeOrigin);
  const before = await loadedAt();
  let gone = true;
  await page.route('**/assets/dashboard-*.js', (route) =>
    gone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  page.on('load', () => {
    gone = false;
  });
  const release = fakeServer.hold(draftRoute);
  await persona(page).fill('Typed on a train.');
  await expect.poll(() => fakeServer.requestsTo(draftRoute)).toHaveLength(1);
  const asked = page.waitForResponse('**/healthz');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await asked;
  await expect(persona(page)).toHaveCount(0);
  expect(await loadedAt()).toBe(before);
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ines!');
  expect(await loadedAt()).not.toBe(before);
  expect(stored(fakeServer)?.identity.persona).toBe('Typed on a train.');
});

test('leaving with a draft that is refused is asked about, and what was typed is there again', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const body = { error: 'This cannot be saved.', code: 'invalid_request' };
  fakeServer.respondWith(draftRoute, { status: 400, body });
  await page.goto(path);
  await persona(page).fill('You are refused.');
  await expect(page.getByText('This cannot be saved.')).toBeVisible();
  const back = page.getByRole('link', { name: 'Back to Agents' });
  const question = page.getByRole('dialog', { name: 'Leave Before It Is Saved?' });
  await back.click();
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(persona(page)).toHaveValue('You are refused.');
  await page.getByRole('link', { name: 'Opening' }).click();
  await expect(page.getByLabel('Inbound greeting')).toBeVisible();
  await back.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/app/settings/agents');
  await page.goto(path);
  await expect(persona(page)).toHaveValue('You are refused.');
});
