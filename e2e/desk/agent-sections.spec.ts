import type { Page } from '@playwright/test';
import { expectAccessible, narrowLooks } from '../harness/axe.ts';
import { agentOf } from './fake-server/agent-desk.ts';
import type { FakeServer } from './fake-server/fake-server.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const path = '/app/settings/agents/elm-street';
const persona = (page: Page) => page.getByLabel('Persona *');
const stored = ({ agentDesk }: FakeServer) => agentDesk.find('elm-street')?.draft.config;

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.agentDesk.agents = [agentOf('elm-street', 'Elm Street', 4)];
});

test('the draft as it is on the screen is tried by text, with prompt, timings and cost', async ({
  page,
  fakeServer,
}) => {
  await page.goto(path);
  await persona(page).fill('You are being tried.');
  await page.getByRole('button', { name: 'Try It' }).click();
  await expect(page).toHaveURL(`${path}?section=identity&try=open`);
  const panel = page.getByRole('region', { name: 'Try It' });
  await panel.getByRole('button', { name: 'Start' }).click();
  const log = panel.getByRole('log', { name: 'Try' });
  await expect(log).toContainText('Hello, this is the AI assistant of Elm Street.');
  expect(stored(fakeServer)?.identity.persona).toBe('You are being tried.');
  await panel.getByLabel('What you say').fill('A table for two, please.');
  await page.keyboard.press('Enter');
  await expect(log).toContainText('I have written that down.');
  await expect(log).toContainText('Answered: first word after 40 ms, speech after 90 ms');
  await panel.getByText('Prompt and 0 tools').click();
  await expect(panel.getByText('You are the assistant.')).toBeVisible();
  await expectAccessible(page, { looks: narrowLooks });
  // A reload loses nothing of it.
  await page.reload();
  await expect(log).toContainText('I have written that down.');
  await panel.getByRole('button', { name: 'Hang Up' }).click();
  await expect(log).toContainText('0:12, 2 requests to the model · $0.0012');
  await expect(panel.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await panel.getByRole('button', { name: 'Close Try It' }).click();
  await expect(panel).toHaveCount(0);
});

test('a try of a closed tab goes on, and those that stand in the way of another can be ended', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (?:429|503)/);
  const { agentDesk } = fakeServer;
  const openTry = (last: string, agentId = 'elm-street') => ({
    id: `019a8b5e-6c00-7000-a000-00000000000${last}`,
    agentId,
    displayName: agentId === 'elm-street' ? 'Elm Street' : 'Oak Lane',
    channel: 'text' as const,
    direction: 'inbound' as const,
    revision: 5,
    startedAt: `2026-10-13T10:0${last}:00.000Z`,
  });
  agentDesk.openTries = [openTry('4'), openTry('3')];
  agentDesk.happened({ type: 'began', model: 'scripted', prompt: 'You are the assistant.', tools: [] });
  await page.goto(`${path}?try=open`);
  const panel = page.getByRole('region', { name: 'Try It' });
  const words = panel.getByLabel('What you say');
  const inputRoute = 'POST /api/tries/:id/input';
  fakeServer.respondWith(inputRoute, {
    status: 503,
    body: { error: 'The database is not available.', code: 'database_unavailable' },
  });
  await words.fill('A table for two, please.');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('alert')).toHaveText('The database is not available.');
  await expect(words).toHaveValue('A table for two, please.');
  fakeServer.resetResponse(inputRoute);
  await page.keyboard.press('Enter');
  await expect(words).toHaveValue('');
  await expect(panel.getByRole('log')).toContainText('I have written that down.');
  expect(fakeServer.requestsTo(inputRoute).at(-1)?.id).toBe(openTry('4').id);
  await words.fill('x'.repeat(1_001));
  await expect(words).toHaveAccessibleDescription('At most 1,000 characters: one too many.');

  agentDesk.endTry(null);
  // One of them is of another agent.
  agentDesk.openTries = [openTry('3'), openTry('2', 'oak-lane')];
  await panel.getByRole('button', { name: 'Try Again' }).click();
  const inTheWay = panel.getByRole('alert').getByRole('listitem');
  await expect(inTheWay).toHaveText([/^Elm Street, by text, begun/, /^Oak Lane, by text, begun/]);
  await expectAccessible(page, { looks: narrowLooks });
  await inTheWay.last().getByRole('button', { name: 'Hang Up' }).click();
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await expect.poll(() => agentDesk.openTries).toEqual([openTry('3')]);
  await panel.getByRole('button', { name: 'Try Again' }).click();
  await expect(panel.getByRole('log')).toContainText('Hello, this is the AI assistant of Elm Street.');
});

test('a question that no entry answered becomes an entry with one press, and is back without the entry', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  // A stream that opens now would fetch again, without the button.
  fakeServer.hold('GET /api/events');
  expectedErrors.push(/status of 503/);
  const route = 'GET /api/agents/:id/unanswered-questions';
  const body = { error: 'The database is not available.', code: 'database_unavailable' };
  fakeServer.respondWith(route, { status: 503, body });
  fakeServer.agentDesk.questions = [
    {
      id: 'first',
      question: 'Do you have parking?',
      calls: 3,
      lastAskedAt: '2026-10-13T10:00:00.000Z',
      lastCallId: '019a8b5e-6c00-7000-8000-000000000001',
    },
  ];
  // A stream that opens now would fetch it again, without the button.
  fakeServer.hold('GET /api/events');
  await page.goto(`${path}?section=knowledge`);
  await expect(page.getByRole('alert')).toContainText('Failed to load the questions');
  fakeServer.resetResponse(route);
  await page.getByRole('button', { name: 'Retry' }).click();
  const questions = page.getByRole('list', { name: 'Questions without an answer' });
  await expect(questions).toContainText('In 3 calls');
  await questions.getByRole('button', { name: 'Add an Answer' }).click();
  await expect(page.getByLabel('Text *')).toBeFocused();
  await page.keyboard.type('Behind the house.');
  // Pasting more than the server takes changes nothing, and says so.
  await page.getByLabel('Text *').fill('x'.repeat(20_001));
  await expectToast(page, 'A text may have at most 20000 characters. The change was not made.');
  await expect(page.getByLabel('Text *')).toHaveValue('Behind the house.');
  await expect(questions).toHaveCount(0);
  await expect
    .poll(() => stored(fakeServer)?.knowledge.entries)
    .toMatchObject([{ title: 'Do you have parking?', text: 'Behind the house.' }]);
  await page.reload();
  await page.getByRole('button', { name: 'Do you have parking?' }).click();
  await expect(page.getByText('No question from calls is without an answer.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove This Entry' }).click();
  await expect(questions).toContainText('Do you have parking?');
});

test('entries are found by what the address keeps, and put into another order', async ({
  page,
  fakeServer,
}) => {
  const titles = ['Hours', 'Address', 'Parking', 'Prices', 'Insurance', 'Dogs', 'Lift', 'Payment'];
  fakeServer.agentDesk.saveAs('Omar Diaz', 'elm-street', (config) => {
    config.knowledge.entries = titles.map((title) => ({ id: title, title, text: `About ${title}.` }));
  });
  await page.goto(`${path}?section=knowledge`);
  const entries = page.getByRole('list', { name: 'Knowledge entries' }).getByRole('listitem');
  await page.getByLabel('Find an entry').fill('about p');
  await expect(entries).toHaveCount(3);
  await expect(page).toHaveURL(/find=about/);
  await page.reload();
  await expect(entries).toHaveText([/^Parking/, /^Prices/, /^Payment/]);
  await page.getByLabel('Find an entry').fill('');
  await expect(page).toHaveURL(`${path}?section=knowledge`);
  await page.getByRole('button', { name: 'Address' }).click();
  const up = page.getByRole('button', { name: 'Move this entry up' });
  await up.press('Enter');
  await expect(entries.first()).toContainText('Address');
  await expect(up).toBeFocused();
  await expect(up).toHaveAttribute('aria-disabled', 'true');
  await expect
    .poll(() => stored(fakeServer)?.knowledge.entries.map(({ title }) => title))
    .toEqual(['Address', 'Hours', ...titles.slice(2)]);
});

test('an engine that is not set up, a temperature without effect and another language say so', async ({
  page,
  fakeServer,
}) => {
  fakeServer.agentDesk.engines = { standard: 'relay', relay: 'none', realtime: 'none' };
  await page.goto(`${path}?section=engine`);
  await expect(page.getByText('there is no key for a language model')).toBeVisible();
  await expect(page.getByText('there is no key for a speech-to-speech service')).toBeVisible();
  await page.getByRole('radio', { name: 'Realtime' }).click();
  await page.getByLabel('Model', { exact: true }).fill('gpt-5.4-mini');
  await expect(page.getByLabel('Model', { exact: true })).toHaveAccessibleDescription(
    /no speech-to-speech model/,
  );
  await page.getByLabel('Temperature').fill('0.4');
  await expect(page.getByLabel('Temperature')).toHaveAccessibleDescription(/has no temperature/);
  await page.getByRole('link', { name: 'Speech' }).click();
  const language = page.getByRole('combobox', { name: 'Language', exact: true });
  await language.click();
  await page.getByRole('option', { name: 'Another language, by its tag...' }).click();
  const tag = page.getByLabel('Language tag');
  await tag.fill('Italian');
  await expect(tag).toHaveAccessibleDescription(/Choose a language, such as en-US/);
  await tag.fill('it-IT');
  await expect(tag).toHaveAccessibleDescription(/speaks Italian \(Italy\).*is said in English/);
  await expect.poll(() => stored(fakeServer)?.speech.language).toBe('it-IT');
  await page.reload();
  await expect(tag).toHaveValue('it-IT');
  await language.click();
  await page.getByRole('option', { name: 'French (Canada)' }).click();
  await expect(tag).toHaveCount(0);
});

test('a transfer in a try connects nobody, and the handset rings for a call of the agent', async ({
  page,
  fakeServer,
}) => {
  fakeServer.sandbox = { handsetUrl: '/handset' };
  const { agentDesk } = fakeServer;
  await page.goto(`${path}?try=open`);
  const panel = page.getByRole('region', { name: 'Try It' });
  await panel.getByRole('button', { name: 'Start' }).click();
  // A start forgets what happened before it.
  await expect(panel.getByRole('button', { name: 'Hang Up' })).toBeVisible();
  agentDesk.happened({
    type: 'tool',
    callId: 'one',
    name: 'transfer_call',
    input: { reason: 'They asked for a person.' },
    status: 'done',
    detail: 'Front desk',
    ms: 12,
    simulated: true,
  });
  agentDesk.endTry('transferred');
  await expect(panel.getByText('transfer_call done, 12 ms, not carried out in a try')).toBeVisible();
  await expect(panel.getByRole('log')).toContainText('requests to the model');
  // Whoever looks for it finds it without having chosen who calls.
  await expect(panel.getByRole('button', { name: 'Call My Handset' })).toBeVisible();
  await panel.getByRole('radio', { name: 'The agent' }).click();
  await panel.getByLabel('What the call is for').fill('Remind Ann of Tuesday.');
  await panel.getByRole('button', { name: 'Call My Handset' }).click();
  await expect(panel.getByRole('button', { name: 'Hang Up' })).toBeVisible();
  await expect(panel.getByLabel('What you say')).toHaveCount(0);
  expect(fakeServer.requestsTo('POST /api/agents/:id/tries').at(-1)?.body).toEqual({
    channel: 'handset',
    direction: 'outbound',
    instructions: 'Remind Ann of Tuesday.',
  });
});

test('OC1: outcome fields are added, moved and removed in a section of their own', async ({
  page,
  fakeServer,
}) => {
  await page.goto(`${path}?section=outcomes`);
  for (const label of ['Confirmed', 'New day']) {
    await page.getByRole('button', { name: 'Add Field' }).click();
    await expect(page.getByLabel('Label *').last()).toBeFocused();
    await page.keyboard.type(label);
  }
  await page.getByLabel('Type').last().selectOption('Date');
  await page.getByLabel('Required').first().check();
  await page.getByRole('button', { name: 'Move New day up' }).click();
  await expect
    .poll(() =>
      stored(fakeServer)?.outcomes?.fields.map(({ label, type, required }) => [label, type, required]),
    )
    .toEqual([
      ['New day', 'date', false],
      ['Confirmed', 'yes_no', true],
    ]);
  await page.getByRole('button', { name: 'Remove New day' }).click();
  await expect
    .poll(() => stored(fakeServer)?.outcomes?.fields.map(({ label }) => label))
    .toEqual(['Confirmed']);
});
