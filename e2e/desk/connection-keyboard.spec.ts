import type { Page } from '@playwright/test';
import { press, tabTo } from '../harness/keyboard.ts';
import { agentOf } from './fake-server/agent-desk.ts';
import {
  accountSid,
  type ConnectionsDesk,
  connectedOf,
  offerOf,
  shownPhone,
} from './fake-server/connections-desk.ts';
import { expectToast, focusIsIn } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const path = '/app/settings/connections';
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const cardHeading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

function connectAll(desk: ConnectionsDesk): void {
  desk.connectAll();
  desk.offers = [offerOf(1, { claimed: 'here' }), offerOf(2)];
}

test('closing a dialog returns the focus to the button that opened it', async ({ page, fakeServer }) => {
  const { connectionsDesk: desk } = fakeServer;
  connectAll(desk);
  await page.goto(path);
  const opening = [
    ...['Numbers', 'Limits', 'Replace Phone', 'Disconnect Phone'],
    ...['Replace Public Address', 'Disconnect Public Address', 'Replace Model', 'Disconnect Model'],
    ...['Connect Speech', 'Connect Mail', 'Choose Storage'],
  ];
  for (const name of opening) {
    await button(page, name).press('Enter');
    await expect(dialog(page), name).toBeVisible();
    await focusIsIn(page, 'dialog');
    await page.keyboard.press('Escape');
    await expect(dialog(page), name).toHaveCount(0);
    await expect(button(page, name), name).toBeFocused();
  }
});

test('after connecting and disconnecting the card has the focus', async ({ page, fakeServer }) => {
  const { connectionsDesk: desk } = fakeServer;
  desk.set('phone', connectedOf(shownPhone));
  await page.goto(path);
  await button(page, 'Connect Model').press('Enter');
  await page.getByLabel('Key *').fill('a-key');
  await page.getByLabel('Model *').fill('gpt-5.1');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Model connected');
  await expect(cardHeading(page, 'Model')).toBeFocused();
  await button(page, 'Disconnect Phone').press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Disconnect' })).toBeEnabled();
  await dialog(page).getByRole('button', { name: 'Disconnect' }).press('Enter');
  await expectToast(page, 'Phone disconnected');
  await expect(cardHeading(page, 'Phone')).toBeFocused();
  await button(page, 'Connect Phone').press('Enter');
  await page.getByLabel('Account SID').fill(accountSid);
  await page.getByLabel('Auth token').fill('a-token');
  await page.keyboard.press('Enter');
  await page.getByLabel('+15005551001').check();
  await dialog(page).getByRole('button', { name: 'Connect Phone' }).press('Enter');
  await expect(dialog(page)).toContainText('Set the public address first');
  await button(page, 'Not Now').press('Enter');
  await expect(cardHeading(page, 'Phone')).toBeFocused();
});

test('Escape asks before something that was typed is lost', async ({ page, fakeServer }) => {
  connectAll(fakeServer.connectionsDesk);
  await page.goto(path);
  const typing: readonly [string, () => Promise<void>, () => Promise<void>][] = [
    [
      'Connect Mail',
      () => page.getByLabel('Mail server').fill('smtp.example.com'),
      () => expect(page.getByLabel('Mail server')).toHaveValue('smtp.example.com'),
    ],
    [
      'Replace Model',
      () => page.getByLabel('New key').fill('a-key'),
      () => expect(page.getByLabel('New key')).toHaveValue('a-key'),
    ],
    [
      'Limits',
      () => page.getByLabel('Calls at once').fill('7'),
      () => expect(page.getByLabel('Calls at once')).toHaveValue('7'),
    ],
    [
      'Numbers',
      async () => {
        await button(page, 'Choose Other Numbers').click();
        await page.getByLabel('+15005551002').check();
      },
      () => expect(page.getByLabel('+15005551002')).toBeChecked(),
    ],
  ];
  for (const [name, type, expectKept] of typing) {
    await button(page, name).press('Enter');
    await type();
    await page.keyboard.press('Escape');
    await button(page, 'Keep Editing').press('Enter');
    await expect(button(page, 'Keep Editing')).toHaveCount(0);
    await expectKept();
    await page.keyboard.press('Escape');
    await button(page, 'Discard').press('Enter');
    await expect(dialog(page), name).toHaveCount(0);
    await expect(button(page, name), name).toBeFocused();
  }
  for (const request of ['PUT /api/connections/phone/:id', 'PUT /api/connections/:id/secret'])
    expect(fakeServer.requestsTo(request)).toEqual([]);
});

test('by keyboard alone from nothing connected to real calls, back on Go Live after each connection', async ({
  page,
  fakeServer,
}) => {
  fakeServer.sandbox = { handsetUrl: 'http://127.0.0.1:4010/' };
  fakeServer.agentDesk.agents = fakeServer.agents.map(({ id, displayName }) => agentOf(id, displayName));
  await page.goto('/app/go-live');
  await expect(page.getByText('7 things are left to do.').first()).toBeVisible();
  const link = (name: string) => page.getByRole('link', { name, exact: true });

  await press(page, link('Connect: Phone account'));
  await expect(page.getByLabel('Account SID')).toBeFocused();
  await page.keyboard.type(accountSid);
  await page.keyboard.press('Tab');
  await page.keyboard.type('a-token');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('+15005551001')).toBeFocused();
  await page.keyboard.press('Space');
  await press(page, dialog(page).getByRole('button', { name: 'Connect Phone' }));
  // The line can be taken over once there is an address, which is asked for on the way.
  await press(page, dialog(page).getByRole('button', { name: 'Set Address' }));
  await expect(page.getByLabel('Address *')).toBeFocused();
  await page.keyboard.type('https://desk.example.com');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/app/go-live');
  await expect(page.getByText('The carrier calls back at https://desk.example.com.')).toBeVisible();
  await expect(page.getByText('GS Dental is connected.')).toBeVisible();

  await press(page, link('Connect: Model'));
  await tabTo(page, page.getByLabel('Key *'));
  await page.keyboard.type('a-key');
  await tabTo(page, page.getByLabel('Model *'));
  await page.keyboard.type('gpt-5.1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/app/go-live');
  await expect(page.getByText('gpt-5.1 speaks on calls.')).toBeVisible();

  await press(page, link('Open the Numbers: Numbers'));
  await tabTo(page, page.getByLabel('Take over +15005551001'));
  await page.keyboard.press('Space');
  await press(page, button(page, 'Take Over Line'));
  await expect(dialog(page)).toContainText('Reaches Parley');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/app/go-live');
  await expect(page.getByText('Calls to +15005551001 arrive here.')).toBeVisible();

  await press(page, link('Open the Limits: Limits and countries'));
  await expect(page.getByLabel('Calls at once')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Limits saved');
  await expect(page).toHaveURL('/app/go-live');

  await press(page, button(page, 'It Is Right: Opening and disclosure'));
  for (const next of [
    'They Are Right: Limits and countries',
    'I Have Looked at It: Do-not-call list',
    'They Are Right: Access',
  ]) {
    await expect(button(page, next)).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo(page, page.getByLabel('Type GS Dental to confirm'));
  await page.keyboard.type('GS Dental');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Calls are real from now on');
  await expect(page.getByRole('complementary', { name: 'Sandbox', exact: true })).toHaveCount(0);
});
