import { press, tabTo } from '../harness/keyboard.ts';
import { agentOf } from './fake-server/agent-desk.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

test('by keyboard alone a tool is made, tried, given to an agent and published', async ({
  page,
  fakeServer,
}) => {
  fakeServer.agentDesk.agents = [agentOf('elm-street', 'Elm Street', 1)];
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }).first());
    await page.keyboard.type(text);
  };
  await page.goto('/app/settings/tools');
  await press(page, page.getByRole('main').getByRole('link', { name: 'New Tool' }));
  await expect(page.getByRole('heading', { level: 1, name: 'New Tool' })).toBeVisible();
  await type('Name *', 'find_patient');
  await type('What it is for *', 'Finds a patient by name.');
  await press(page, page.getByRole('button', { name: 'Add Input' }));
  await expect(page.getByRole('list', { name: 'Inputs' }).getByLabel('Name *')).toBeFocused();
  await page.keyboard.type('name');
  await type('Address *', 'https://calendar.example.com/patients');
  await press(page, page.getByRole('button', { name: 'Add Header' }));
  await expect(page.getByLabel('Header', { exact: true })).toBeFocused();
  await page.keyboard.type('Accept-Language');
  await type('Text', 'en');
  await type('Sample inputs', '{"name":"Ann Miller"}');
  await press(page, page.getByRole('button', { name: 'Try It' }));
  await expect(page.getByRole('region', { name: 'What was answered' })).toBeVisible();
  await tabTo(page, page.getByLabel('Name *').first());
  // Enter in a field saves the form.
  await page.keyboard.press('Enter');
  await expectToast(page, 'Tool saved');
  await expect(page.getByRole('heading', { level: 1, name: 'find_patient' })).toBeVisible();

  await press(page, page.getByRole('navigation').getByRole('link', { name: 'Agents', exact: true }));
  await press(page, page.getByRole('main').getByRole('link', { name: /Elm Street/ }));
  await press(page, page.getByRole('main').getByRole('link', { name: 'Tools', exact: true }));
  await tabTo(page, page.getByRole('checkbox', { name: 'find_patient' }));
  await page.keyboard.press('Space');
  await expect(page.getByText('1 of at most 20 chosen.')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Publish', exact: true }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
  await expect(page.getByText('same as version 2')).toBeVisible();
  expect(fakeServer.agentDesk.find('elm-street')?.versions.at(-1)?.config.tools?.use).toHaveLength(1);
});
