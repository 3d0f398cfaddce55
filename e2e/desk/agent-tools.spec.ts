import { agentOf } from './fake-server/agent-desk.ts';
import type { FakeServer } from './fake-server/fake-server.ts';
import { choose } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';
import { toolIdOf } from './fake-server/tools-desk.ts';

const path = '/app/settings/agents/elm-street';
const stored = ({ agentDesk }: FakeServer) => agentDesk.find('elm-street')?.draft.config;

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.agentDesk.agents = [agentOf('elm-street', 'Elm Street', 1)];
});

test('an agent chooses its tools and the text messages that it may send', async ({ page, fakeServer }) => {
  await page.goto(`${path}?section=tools`);
  await page.getByRole('checkbox', { name: 'find_free_times' }).check();
  await page.getByRole('checkbox', { name: 'find_order' }).check();
  await expect(page.getByRole('checkbox', { name: 'cancel_order' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add a Text Message' }).click();
  await expect(page.locator('input:focus')).toHaveValue('');
  await page.keyboard.type('Our address');
  await page.getByLabel('Text', { exact: true }).fill('We are at 1 Elm Street.');
  await expect
    .poll(() => stored(fakeServer)?.tools)
    .toEqual({
      use: [
        { id: toolIdOf(1), name: 'find_free_times' },
        { server: toolIdOf(501), name: 'find_order' },
      ],
      texts: [{ name: 'Our address', text: 'We are at 1 Elm Street.' }],
    });
  await page.getByRole('checkbox', { name: 'find_free_times' }).uncheck();
  await expect
    .poll(() => stored(fakeServer)?.tools?.use)
    .toEqual([{ server: toolIdOf(501), name: 'find_order' }]);
});

test('a chosen tool that is gone stays in view until it is taken out', async ({ page, fakeServer }) => {
  const config = stored(fakeServer);
  if (config === undefined) throw new Error('There is no agent.');
  config.tools = { use: [{ id: toolIdOf(77), name: 'old_tool' }], texts: [] };
  await page.goto(`${path}?section=tools`);
  await expect(page.getByText('It is not there any more.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'old_tool' }).click();
  await expect(page.getByText('old_tool')).toHaveCount(0);
});

test('a person is announced to first, or put through', async ({ page, fakeServer }) => {
  await page.goto(`${path}?section=conversation`);
  await page.getByRole('button', { name: 'Add a Person' }).click();
  await expect(page.locator('input:focus')).toHaveValue('');
  await page.keyboard.type('Reception');
  await choose(page, 'How', 'Announced first');
  await expect(page.getByText('press 1 to take the call')).toBeVisible();
  await expect.poll(() => stored(fakeServer)?.conversation.transfers[0]?.kind).toBe('warm');
});
