import { expectAccessible, type Look } from '../harness/axe.ts';
import { agentOf } from './fake-server/agent-desk.ts';
import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const path = '/app/settings/data';
const editor = '/app/settings/agents/elm-street?section=opening';
const saving = 'PUT /api/data/recordings';

test('P369: recording is off until it is switched on for agents, and what is said is shown in each language', async ({
  page,
  fakeServer,
}) => {
  await page.goto(path);
  const card = page.getByRole('region', { name: 'Recordings' });
  await expect(card.getByLabel('Record calls')).not.toBeChecked();
  await expect(card.getByText('in some everybody has to agree')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Save Recordings' })).toBeDisabled();
  await card.getByLabel('Record calls').click();
  await card.getByLabel('GS Dental').check();
  await expect(card.getByText('This call is being recorded.')).toBeVisible();
  await card.getByRole('radio', { name: /^Ask first/ }).click();
  await card.getByLabel('What is said').selectOption('German');
  await expect(card.getByText('Darf dieses Gespräch aufgezeichnet werden?')).toBeVisible();
  await card.getByLabel("Delete the carrier's copy").click();
  await card.getByLabel('Keep recordings').selectOption('Delete after 90 days');
  await card.getByRole('button', { name: 'Save Recordings' }).click();
  await expectToast(page, 'Recordings saved');
  expect(fakeServer.requestsTo(saving).map(({ body }) => body)).toEqual([
    {
      ...{ enabled: true, agentIds: ['gs-dental'], consent: 'ask', removeAtCarrier: false },
      ...{ keepDays: 90, revision: 0 },
    },
  ]);
  await expect(card.getByRole('button', { name: 'Save Recordings' })).toBeDisabled();
  await expect(card.getByLabel('GS Dental')).toBeChecked();
});

test('P369: whoever comes second is told, and sees what the other one has set', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await page.goto(path);
  const card = page.getByRole('region', { name: 'Recordings' });
  await card.getByLabel('Record calls').click();
  fakeServer.recordingDesk.settings = {
    ...fakeServer.recordingDesk.settings,
    agentIds: ['kuzco'],
    revision: 4,
  };
  await card.getByRole('button', { name: 'Save Recordings' }).click();
  await expect(card.getByLabel('Kuzco')).toBeChecked();
  await expect(card.getByLabel('Record calls')).not.toBeChecked();
});

test('P370: the editor of an agent records its calls at once, and says when the organization does not', async ({
  page,
  fakeServer,
}) => {
  fakeServer.agentDesk.agents = [agentOf('elm-street', 'Elm Street', 4)];
  await page.goto(editor);
  const card = page.getByRole('region', { name: 'Recording' });
  await card.getByLabel('Record calls of this agent').click();
  await expectToast(page, 'Recording saved');
  await expect(card.getByText('Recording is switched off for the organization')).toBeVisible();
  await card.getByLabel('How people learn of it').selectOption('Ask first');
  await expect
    .poll(() => fakeServer.recordingDesk.settings)
    .toMatchObject({
      ...{ agentIds: ['elm-street'], agentConsent: { 'elm-street': 'ask' }, revision: 2 },
    });
  await expect(card.getByLabel('How people learn of it')).toHaveValue('ask');
  await expect(card.getByRole('link', { name: 'Switch it on in Data' })).toHaveAttribute('href', path);
});

test('P370: whoever does not manage data is told who decides', async ({ page, fakeServer }) => {
  fakeServer.claims = { parley: 'operator' };
  fakeServer.agentDesk.agents = [agentOf('elm-street', 'Elm Street', 4)];
  await page.goto(editor);
  await expect(
    page.getByText('An administrator decides whether calls of this agent are recorded.'),
  ).toBeVisible();
  expect(fakeServer.requestsTo('GET /api/data/recordings')).toEqual([]);
});

test('the settings of recordings are accessible', async ({ page, fakeServer }) => {
  test.setTimeout(180_000);
  const looks: readonly Look[] = [
    { theme: 'light', width: 1280 },
    { theme: 'dark', width: 360 },
  ];
  fakeServer.agentDesk.agents = [agentOf('elm-street', 'Elm Street', 4)];
  fakeServer.recordingDesk.settings = { ...fakeServer.recordingDesk.settings, agentIds: ['elm-street'] };
  await page.goto(path);
  await expect(page.getByLabel('GS Dental')).toBeVisible();
  await expectAccessible(page, { looks });
  await page.goto(editor);
  await expect(page.getByLabel('How people learn of it')).toBeVisible();
  await expectAccessible(page, { looks });
});
