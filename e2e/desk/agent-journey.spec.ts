import type { Page } from '@playwright/test';
import { colleague } from '../harness/colleague.ts';
import { press, tabTo } from '../harness/keyboard.ts';
import { expect, test } from '../harness/test.ts';
import { rowOf } from './fake-server/screen.ts';

/** Seconds that a person takes by the keystroke-level model: for a key, and for finding what to do next. */
const pace = { key: 0.28, thought: 1.35 };
/** For the draft to be saved, the phone to ring and the greeting to be said. */
const waitedSeconds = 20;

/** Adds up what a person would need for the keys that are pressed on the page, however quick the machine is. */
function countKeys(page: Page, spent: { seconds: number }): void {
  const { keyboard } = page;
  const [press, type] = [keyboard.press.bind(keyboard), keyboard.type.bind(keyboard)];
  keyboard.press = (key, options) => {
    spent.seconds += key === 'Tab' ? pace.key : pace.thought + pace.key;
    return press(key, options);
  };
  keyboard.type = (text, options) => {
    spent.seconds += pace.thought + text.length * pace.key;
    return type(text, options);
  };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections of the agent' }).getByRole('link', { name });

async function publish(page: Page, note: string): Promise<void> {
  await press(page, button(page, 'Publish'));
  await expect(page.getByRole('dialog').getByLabel('Note')).toBeFocused();
  await page.keyboard.type(note);
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Calls the number from the handset and waits for the greeting. */
async function callIn(phone: Page, from: string): Promise<string> {
  await tabTo(phone, phone.getByLabel('Number to call'));
  // The list jumps to the number that is typed, as it is written there.
  await phone.keyboard.type('(500) 555-0007');
  await expect(phone.getByLabel('Number to call')).toHaveValue('+15005550007');
  await tabTo(phone, phone.getByLabel('Your number, empty to withhold it'));
  await phone.keyboard.press('ControlOrMeta+a');
  await phone.keyboard.type(from);
  await phone.keyboard.press('Enter');
  const said = phone.getByRole('log', { name: 'Conversation' }).locator('li[data-by=app]').first();
  await expect(said).toHaveAttribute('data-live', 'false', { timeout: 30_000 });
  const words = await said.locator('.words').textContent();
  await press(phone, phone.getByRole('button', { name: 'Hang up' }));
  await expect(phone.getByText(/^Ended after/)).toBeVisible();
  await press(phone, phone.getByRole('button', { name: 'Done' }));
  await expect(phone.getByText('Waiting for a call')).toBeVisible();
  return words ?? '';
}

async function openCall(page: Page, from: string): Promise<void> {
  await press(page, mainLink(page, 'Voice Agents'));
  await press(page, rowOf(page, from).getByRole('link').first());
  await expect(page.getByText('Completed').first()).toBeVisible();
}

test('from nothing to a published agent that answers its number, by keyboard alone within three minutes; each call names its version', async ({
  adminPage: page,
}) => {
  test.setTimeout(180_000);
  const spent = { seconds: 0 };
  countKeys(page, spent);
  await page.goto('/app');
  await press(page, mainLink(page, 'Agents'));
  await press(page, button(page, 'New Agent'));
  await expect(page.getByLabel('Name *')).toBeFocused();
  await page.keyboard.type('Elm Street Practice');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Elm Street Practice');
  await press(page, section(page, 'Opening'));
  await tabTo(page, page.getByLabel('Inbound greeting'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Good morning, this is the AI assistant of <Agent>. What can I do for you?');
  await press(page, section(page, 'Numbers'));
  await press(page, button(page, 'Take +15005550007'));
  await press(page, button(page, 'Take Number'));
  await expect(button(page, 'Release +15005550007')).toBeVisible();
  await publish(page, 'It begins.');
  await expect(page.getByText(/same as version 1/)).toBeVisible();

  const opened = page.waitForEvent('popup');
  await press(page, page.getByRole('link', { name: /^Open the handset/ }));
  const phone = await opened;
  countKeys(phone, spent);
  expect(await callIn(phone, '+15005550181')).toContain(
    'Good morning, this is the AI assistant of Elm Street Practice.',
  );
  expect(spent.seconds + waitedSeconds).toBeLessThan(180);

  await press(page, section(page, 'Opening'));
  await tabTo(page, page.getByLabel('Inbound greeting'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Good evening, this is the AI assistant of <Agent>. What can I do for you?');
  await publish(page, 'Later in the day.');
  await expect(page.getByText(/same as version 2/)).toBeVisible();
  expect(await callIn(phone, '+15005550182')).toContain('Good evening');
  await phone.close();

  await openCall(page, '+15005550182');
  await expect(page.getByRole('link', { name: 'Version 2' })).toBeVisible();
  await openCall(page, '+15005550181');
  await press(page, page.getByRole('link', { name: 'Version 1' }));
  const first = page.getByRole('list', { name: 'Versions' }).getByRole('listitem').last();
  await expect(first).toContainText('It begins.');
  await expect(first).toContainText('Good morning, this is the AI assistant of <Agent>.');
});

test('a draft that was never published is tried by text and on the handset, and the tries are in no list', async ({
  adminPage: page,
}) => {
  test.setTimeout(120_000);
  await page.goto('/app/settings/agents');
  await button(page, 'New Agent').click();
  await page.getByLabel('Name *').fill('Birch Hill');
  await page.keyboard.press('Enter');
  await button(page, 'Try It').click();
  const panel = page.getByRole('region', { name: 'Try It' });
  await panel.getByRole('button', { name: 'Start' }).click();
  const agent = panel
    .getByRole('log')
    .locator('p')
    .filter({ hasText: /^Agent/ });
  await expect(agent.first()).toContainText('AI assistant of GS Dental.', { timeout: 30_000 });
  await panel.getByLabel('What you say').fill('I would like to make an appointment, please.');
  await page.keyboard.press('Enter');
  await expect(agent.nth(1)).toBeVisible({ timeout: 30_000 });
  await expect(panel.getByText(/^Answered/).first()).toBeVisible();
  await panel.getByRole('button', { name: 'Hang Up' }).click();
  await expect(panel.getByText(/requests to the model/)).toBeVisible({ timeout: 20_000 });

  await section(page, 'Conversation').click();
  await button(page, 'Add a Person').click();
  const person = page.getByRole('list', { name: 'People to connect with' });
  await person.getByLabel('Name').fill('Front desk');
  await person.getByLabel('Number').fill('+15005550110');
  await person.getByLabel('When to connect').fill('Somebody asks for a person');
  await panel.getByRole('button', { name: 'Try Again' }).click();
  await expect(agent.first()).toBeVisible({ timeout: 30_000 });
  await panel.getByLabel('What you say').fill('I want to speak to a person.');
  await page.keyboard.press('Enter');
  await expect(panel.getByText(/^transfer_call .*not carried out in a try/)).toBeVisible({ timeout: 30_000 });
  await expect(panel.getByText(/requests to the model/)).toBeVisible({ timeout: 30_000 });

  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: /^Open the handset/ }).click();
  const phone = await opened;
  await expect(phone.getByText('Waiting for a call')).toBeVisible();
  await panel.getByRole('radio', { name: 'The agent' }).click();
  await panel.getByLabel('What the call is for').fill('Remind Ann Lee of her check-up on Tuesday.');
  await panel.getByRole('button', { name: 'Call My Handset' }).click();
  await phone.getByRole('button', { name: 'Answer' }).click({ timeout: 30_000 });
  await expect(agent.first()).toContainText('AI assistant', { timeout: 30_000 });
  await phone.getByRole('button', { name: 'Hang up' }).click();
  await expect(panel.getByText(/requests to the model/)).toBeVisible({ timeout: 30_000 });
  await phone.close();
  await page.goto('/app/voice-agents');
  await expect(page.getByText('Recent Calls')).toBeVisible();
  await expect(page.getByRole('main').getByText('Birch Hill')).toHaveCount(0);
});

test('two people with accounts of their own edit one agent: both are kept, the same place is decided, and a viewer follows', async ({
  adminPage: page,
  server,
  expectedErrors,
}) => {
  test.setTimeout(120_000);
  expectedErrors.push(/status of 409/);
  await page.goto('/app/settings/agents');
  await button(page, 'New Agent').click();
  await page.getByLabel('Name *').fill('Cedar Court');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cedar Court');
  const other = await colleague(page, server, 'Tomas', 'admin');
  const viewer = await colleague(page, server, 'Vera', 'viewer');
  for (const each of [other, viewer]) await each.goto(new URL(page.url()).pathname);
  const persona = (who: Page) => who.getByLabel('Persona *');
  await expect(persona(viewer)).toHaveAttribute('readonly');
  await expect(viewer.getByRole('switch', { name: 'Be brief' })).toBeDisabled();
  for (const name of ['Publish', 'Try It', 'More actions'])
    await expect(viewer.getByRole('button', { name })).toHaveCount(0);

  await persona(other).fill('You are quick.');
  await expect(persona(page)).toHaveValue('You are quick.');
  await expect(page.getByText(/Tomas Berg changed this meanwhile.*Persona/)).toBeVisible();
  await expect(persona(viewer)).toHaveValue('You are quick.');

  await other.context().setOffline(true);
  await persona(other).fill('You are theirs.');
  // The bar may still say that the change before it is saved.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await persona(page).fill('You are mine.');
  await saved;
  await expect(page.getByText(/^Draft, saved just now/)).toBeVisible();
  await other.context().setOffline(false);
  await expect(other.getByRole('alert')).toContainText('Ines Marchetti changed the same');
  await other.getByRole('radio', { name: /Yours You are theirs\./ }).click();
  await other.getByRole('button', { name: 'Save This' }).click();
  for (const each of [page, viewer]) await expect(persona(each)).toHaveValue('You are theirs.');
  await expect(viewer.getByText(/^Draft, saved/)).toBeVisible();
  for (const each of [other, viewer]) await each.context().close();
});
