import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/axe.ts';
import {
  accountSid,
  connectedOf,
  failingOf,
  offerOf,
  problemOf,
  shownModel,
  shownPhone,
} from './fake-server/connections-desk.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const path = '/app/settings/connections';
const secrets = ['canary-auth-token', 'canary-api-secret', 'canary-model-key'];

const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const alert = (page: Page) => dialog(page).getByRole('alert');

async function fillLogin(page: Page): Promise<void> {
  await page.getByLabel('Account SID').fill(accountSid);
  await page.getByLabel('Auth token').fill('canary-auth-token');
}

/** Where a page could keep what was typed. */
async function everythingKept(page: Page): Promise<string> {
  return page.evaluate(() => {
    const values = [...document.querySelectorAll('input, textarea')].map(
      (field) => (field as HTMLInputElement).value,
    );
    const stored = [localStorage, sessionStorage].map((storage) => JSON.stringify({ ...storage }));
    const { href } = window.location;
    return [
      document.documentElement.outerHTML,
      ...values,
      ...stored,
      href,
      JSON.stringify(history.state),
    ].join('\n');
  });
}

test('an account is connected by keyboard, a line taken over after a question, and no secret stays', async ({
  page,
  fakeServer,
}) => {
  const { connectionsDesk: desk } = fakeServer;
  desk.set('address', connectedOf({ kind: 'address', url: 'https://desk.example.com' }));
  await page.goto(path);
  await expect(card(page, 'Phone')).toContainText('Calls stay in the sandbox.');
  await expectAccessible(page);
  await card(page, 'Phone').getByRole('button', { name: 'Connect Phone' }).press('Enter');
  await expect(page.getByLabel('Account SID')).toBeFocused();
  await page.keyboard.type('AC1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('An account SID is AC followed by')).toBeVisible();
  await expect(page.getByText('Enter the secret.')).toBeVisible();
  expect(fakeServer.requestsTo('POST /api/connections/phone/check')).toEqual([]);
  await fillLogin(page);
  await page.getByLabel('Send requests with an API key').press('Space');
  await page.getByLabel('API key SID').fill(`SK${'1'.repeat(32)}`);
  await page.getByLabel('API key secret').fill('canary-api-secret');
  await page.keyboard.press('Enter');
  // What the carrier says of the account, and which numbers can be used.
  await expect(dialog(page)).toContainText('12.34 USD');
  await expect(page.getByLabel('+15005551001')).toBeFocused();
  await expect(page.getByLabel('+15005551003')).toBeDisabled();
  await expect(dialog(page)).toContainText('No voice: it cannot be used.');
  await expect(dialog(page)).toContainText('Another organization here uses it.');
  await expect(dialog(page)).toContainText('Calls to it go to https://pbx.example.com/voice today.');
  await expect(dialog(page)).toContainText('Predictive and Generative AI/ML addendum');
  await page.keyboard.press('Space');
  await expect(dialog(page).getByRole('list', { name: 'Countries' })).toHaveText('United States');
  await page.getByLabel('Countries that may be called').selectOption('CA');
  await expectAccessible(page, { dialogOpen: true });
  await page.getByRole('button', { name: 'Connect Phone' }).last().press('Enter');
  await expectToast(page, 'Phone connected');
  const [sent] = fakeServer.requestsTo('POST /api/connections/phone');
  expect(sent?.body).toEqual({
    accountSid,
    authToken: 'canary-auth-token',
    apiKey: { sid: `SK${'1'.repeat(32)}`, secret: 'canary-api-secret' },
    numbers: [offerOf(1).sid],
    main: offerOf(1).sid,
    callsAtOnce: 2,
    callsPerSecond: 1,
    countries: ['US', 'CA'],
    replaces: null,
  });
  // Nothing is changed at the carrier before somebody has said so for each line.
  await expect(dialog(page)).toContainText(
    'Calls to +15005551001 go to https://pbx.example.com/voice today.',
  );
  await expect(page.getByLabel('Take over +15005551001')).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Take Over Line' })).toBeDisabled();
  expect(fakeServer.requestsTo('POST /api/connections/phone/:id/point')).toEqual([]);
  await page.getByLabel('Take over +15005551001').press('Space');
  await expectAccessible(page, { dialogOpen: true });
  await page.getByRole('button', { name: 'Take Over Line' }).press('Enter');
  await expect(dialog(page)).toContainText('Reaches Parley');
  const [pointed] = fakeServer.requestsTo('POST /api/connections/phone/:id/point');
  expect(pointed?.body).toEqual({ numbers: [{ sid: offerOf(1).sid, seen: offerOf(1).webhooks }] });
  await page.keyboard.press('Escape');
  await expect(card(page, 'Phone')).toContainText('GS Dental · AC…0042 · 1 number');
  const kept = await everythingKept(page);
  expect(secrets.filter((secret) => kept.includes(secret))).toEqual([]);
});

test('the eight faults of the way to real calls are each a sentence and a remedy', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  const { connectionsDesk: desk } = fakeServer;
  const say = async (code: Parameters<typeof problemOf>[0], act: () => Promise<void>) => {
    const problem = problemOf(code, { number: '+15005551001', host: 'desk.example.com', model: 'gpt-9' });
    desk.problem = problem;
    await act();
    await expect(dialog(page)).toContainText(problem.sentence);
    await expect(dialog(page)).toContainText(problem.remedy);
    desk.problem = null;
  };
  const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click();
  await page.goto(`${path}?card=phone`);
  await fillLogin(page);
  await say('wrong_token', press('Check the Account'));
  await say('account_suspended', press('Check the Account'));
  await press('Check the Account')();
  await page.getByLabel('+15005551001').check();
  await say('number_without_voice', () =>
    dialog(page).getByRole('button', { name: 'Connect Phone' }).click(),
  );
  await expectAccessible(page, { dialogOpen: true });
  desk.set('phone', connectedOf(shownPhone));
  desk.set('address', connectedOf({ kind: 'address', url: 'https://desk.example.com' }));
  desk.offers = [offerOf(1, { claimed: 'here' })];
  await page.goto(path);
  await card(page, 'Phone').getByRole('button', { name: 'Numbers' }).click();
  await page.getByLabel('Take over +15005551001').check();
  await say('webhooks_refused', press('Take Over Line'));
  await expect(dialog(page)).toContainText('Not taken over');
  await page.keyboard.press('Escape');
  await card(page, 'Public Address').getByRole('button', { name: 'Replace' }).click();
  await page.getByLabel('Address *').fill('https://desk.example.com');
  await say('address_no_answer', press('Check'));
  await say('certificate_self_signed', press('Check'));
  await expect(dialog(page)).toContainText('cloudflared tunnel --url http://localhost:3000');
  await expectAccessible(page, { dialogOpen: true });
  await page.keyboard.press('Escape');
  await press('Discard')();
  await press('Connect Model')();
  await page.getByLabel('Key *').fill('canary-model-key');
  await page.getByLabel('Model *').fill('gpt-9');
  await say('no_credit', press('Test'));
  await say('model_missing', press('Test'));
  await press('Test')();
  await expect(dialog(page)).toContainText('First word after 0.4 s · tools work · structured output works');
  await expect(alert(page)).toHaveCount(0);
  await expectAccessible(page, { dialogOpen: true });
});

test('of two administrators who connect at once the second is told, and sees what the first has done', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await page.goto(`${path}?card=model`);
  await page.getByLabel('Key *').fill('canary-model-key');
  await page.getByLabel('Model *').fill('gpt-5.1');
  fakeServer.connectionsDesk.connectElsewhere({ ...shownModel, kind: 'model' } as typeof shownModel);
  await dialog(page).getByRole('button', { name: 'Connect Model' }).click();
  await expect(alert(page)).toContainText('Somebody else has changed this connection since you opened it.');
  await expect(page.getByLabel('Key *')).toHaveValue('canary-model-key');
  // Having seen it, the second may replace it.
  await dialog(page).getByRole('button', { name: 'Connect Model' }).click();
  await expectToast(page, 'Model connected');
  const bodies = fakeServer.requestsTo('POST /api/connections/model').map(({ body }) => body);
  expect(bodies).toMatchObject([{ replaces: null }, { replaces: { revision: 7 } }]);
});

test('a failing, a disconnected and a read-only connection say why, and what can be done', async ({
  page,
  fakeServer,
}) => {
  const { connectionsDesk: desk } = fakeServer;
  desk.set('phone', connectedOf(shownPhone));
  desk.set('model', failingOf(shownModel, problemOf('key_refused', { provider: 'OpenAI' })));
  desk.set('address', { state: 'environment', shown: { kind: 'address', url: 'https://desk.example.com' } });
  const mayChange = {
    ...desk.connections.mayChange,
    address: 'set_in_environment',
    mail: 'one_organization_only',
  };
  desk.connections = { ...desk.connections, mayChange } as typeof desk.connections;
  await page.goto(path);
  await expect(card(page, 'Model')).toContainText('Failing since');
  await expect(card(page, 'Model')).toContainText('OpenAI does not accept this key.');
  await expect(card(page, 'Public Address')).toContainText('Change it where the server is started.');
  await expect(card(page, 'Public Address').getByRole('button')).toHaveText(['Test']);
  await expect(card(page, 'Mail')).toContainText('Set by whoever runs this server');
  await expect(card(page, 'Mail').getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await card(page, 'Model').getByRole('button', { name: 'Replace' }).click();
  await page.getByLabel('New key').fill('canary-model-key');
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await expectToast(page, 'Replaced. It takes effect at once.');
  const number = '+15005551001';
  const problem = problemOf('webhooks_refused', { number });
  desk.notRestored = [{ number, values: offerOf(1).webhooks, problem }];
  // More than the page knew when it was opened.
  desk.set('phone', connectedOf(shownPhone, { callsUp: 3 }));
  await card(page, 'Phone').getByRole('button', { name: 'Disconnect' }).click();
  await expect(dialog(page)).toContainText('3 calls are up with it now.');
  await expect(dialog(page)).toContainText('Calls that are up go on.');
  await dialog(page).getByRole('button', { name: 'Disconnect' }).click();
  // The old address is shown, because somebody has to type it in at the carrier.
  await expect(dialog(page)).toContainText('https://pbx.example.com/voice');
  await expectAccessible(page, { dialogOpen: true });
  await page.getByRole('button', { name: 'I Have Noted Them' }).click();
  await expect(card(page, 'Phone')).toContainText('3 calls are still up with it');
  expect(await everythingKept(page)).not.toContain('canary-model-key');
});

test('a model of this machine is offered with one click, and never used unasked', async ({
  page,
  fakeServer,
}) => {
  const url = 'http://127.0.0.1:11434/v1';
  // A stream that opens later would look again, without the button.
  fakeServer.hold('GET /api/events');
  await page.goto(`${path}?card=model`);
  await expect(dialog(page)).toContainText('No model was found on this machine.');
  const models = ['llama3.2', 'qwen3:8b'];
  const lookedAt = '2026-10-13T09:00:00.000Z';
  fakeServer.connectionsDesk.localModels = { found: [{ server: 'ollama', url, models }], lookedAt };
  await page.getByRole('button', { name: 'Look Again' }).click();
  await expect(dialog(page)).toContainText('llama3.2 runs on this machine');
  expect(fakeServer.requestsTo('POST /api/connections/model')).toEqual([]);
  await expectAccessible(page, { dialogOpen: true });
  await page.getByRole('button', { name: 'Let It Speak' }).click();
  await expectToast(page, 'llama3.2 speaks from now on');
  expect(fakeServer.requestsTo('POST /api/connections/model')[0]?.body).toEqual({
    ...{ provider: 'openai-compatible', baseUrl: url, key: null, model: 'llama3.2' },
    replaces: null,
  });
  await expect(card(page, 'Model')).toContainText('llama3.2 · on this machine');
});

test('mail, speech and storage are tried before they are connected', async ({ page }) => {
  await page.goto(`${path}?card=mail`);
  await page.getByRole('button', { name: 'Connect Mail' }).last().click();
  await expect(page.getByText('Enter the name of the mail server')).toBeVisible();
  await page.getByLabel('Mail server').fill('smtp.example.com');
  await page.getByLabel('User').fill('desk');
  await page.getByLabel('From').fill('desk@example.com');
  await page.getByRole('button', { name: 'Send a Test Message' }).click();
  await expect(page.getByText('A user goes with a password.')).toBeVisible();
  await page.getByLabel('Password').fill('a password');
  await page.getByRole('button', { name: 'Send a Test Message' }).click();
  await expect(dialog(page)).toContainText('We sent a message to ines@example.com. Did it arrive?');
  await expectAccessible(page, { dialogOpen: true });
  await dialog(page).getByRole('button', { name: 'Connect Mail' }).click();
  await expect(card(page, 'Mail')).toContainText('desk@example.com · smtp.example.com:587');
  await card(page, 'Speech').getByRole('button', { name: 'Connect Speech' }).click();
  await page.getByLabel('Key').fill('a-key');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(dialog(page)).toContainText('It was ready to speak after 0.6 s.');
  await expectAccessible(page, { dialogOpen: true });
  await dialog(page).getByRole('button', { name: 'Connect Speech' }).click();
  await card(page, 'Storage').getByRole('button', { name: 'Choose Storage' }).click();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByText('A bucket has 3 to 63')).toBeVisible();
  await expectAccessible(page, { dialogOpen: true });
  await page.getByRole('radio', { name: 'A folder of this server' }).click();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(dialog(page)).toContainText('A small file was stored, read back and removed.');
});

test('a failed load is retried, and an operator is told that the page is not for them', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/);
  const away = { error: 'The database is away.', code: 'database_unavailable' };
  // A stream that opens now would fetch it again, without the button.
  fakeServer.hold('GET /api/events');
  const release = fakeServer.hold('GET /api/connections', { status: 503, body: away });
  fakeServer.respondWith('GET /api/connections', { status: 503, body: away });
  await page.goto(path);
  await expect(page.getByRole('status').filter({ hasText: 'Loading connections...' })).toBeVisible();
  release();
  await expect(page.getByRole('alert')).toContainText('Failed to load connections');
  await expectAccessible(page);
  fakeServer.resetResponse('GET /api/connections');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(card(page, 'Phone')).toBeVisible();
  fakeServer.claims = { parley: 'operator' };
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No permission' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Connections' })).toHaveCount(0);
});
