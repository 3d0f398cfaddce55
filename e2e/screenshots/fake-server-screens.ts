import type { Page } from '@playwright/test';
import { callIdOf } from '../desk/fake-server/data.ts';
import type { FakeServer } from '../desk/fake-server/fake-server.ts';
import { choose, openMenu, rows } from '../desk/fake-server/screen.ts';
import { accountScreens } from './account-screens.ts';
import { agentScreens } from './agent-screens.ts';
import { auditScreens } from './audit-screens.ts';
import { campaignRunScreens } from './campaign-run-screens.ts';
import { campaignScreens } from './campaign-screens.ts';
import { connectionScreens } from './connection-screens.ts';
import { contactScreens } from './contact-screens.ts';
import { dataScreens } from './data-screens.ts';
import { developerScreens } from './developer-screens.ts';
import { doNotCallScreens } from './do-not-call-screens.ts';
import { exportScreens } from './export-screens.ts';
import { followUpScreens } from './follow-up-screens.ts';
import { at, then } from './page-shots.ts';
import { peopleScreens } from './people-screens.ts';
import { recordingScreens } from './recording-screens.ts';
import { reportScreens } from './report-screens.ts';
import { searchScreens } from './search-screens.ts';
import type { FakeServerShot } from './shot.ts';
import { spendingScreens } from './spending-screens.ts';
import { toolScreens } from './tool-screens.ts';

const list = '/app/voice-agents';
const templates = '/app/settings/templates';
const organization = '/app/settings/organization';
const refused = { status: 403, body: { error: 'Your account may not do this any more.', code: 'forbidden' } };

function asViewer(fakeServer: FakeServer): void {
  fakeServer.claims = { parley: 'viewer' };
}

const call = (n: number) => `${list}/${callIdOf(n)}`;

async function fillForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New Call' }).click();
  await choose(page, 'Select Agent', 'GS Dental');
  await choose(page, 'Template (Optional)', 'Appointment reminder');
  await page.getByLabel('Phone Number').fill('+1 500 555 0010');
}

/** Every screen and state of calls and templates, from the fake server. */
export const fakeServerScreens: readonly FakeServerShot[] = [
  at('calls', list, 'no-answer'),
  at('calls-loading', list, 'Loading calls...', (fakeServer) => fakeServer.hold('GET /api/calls')),
  at('calls-error', list, 'Error loading calls', (fakeServer) =>
    fakeServer.respondWith('GET /api/calls', refused),
  ),
  at('calls-empty', list, 'No calls yet.', (fakeServer) => {
    fakeServer.calls = [];
  }),
  at('calls-viewer', list, 'no-answer', asViewer),
  at('calls-viewer-empty', list, 'No calls yet.', (fakeServer) => {
    asViewer(fakeServer);
    fakeServer.calls = [];
  }),
  at('call-viewer-live', call(51), 'Oh hi, yes?', asViewer),
  at('new-call-viewer', `${list}/new`, 'Your role does not allow this.', asViewer),
  at('templates-viewer', templates, 'Recall after', asViewer),
  at('calls-away', list, 'Live updates are interrupted', (fakeServer) =>
    fakeServer.respondWith('GET /api/events', refused),
  ),
  then(
    at('calls-menu', list, 'no-answer'),
    async (page) => {
      await (await openMenu(page, '+15005551050')).waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('calls-deleting', list, 'no-answer', (fakeServer) => fakeServer.hold('DELETE /api/calls/:id')),
    async (page) => {
      await (await openMenu(page, '+15005551050')).getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByText('Deleting...').waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('calls-toast', list, 'no-answer', (fakeServer) =>
      fakeServer.respondWith('DELETE /api/calls/:id', {
        status: 409,
        body: { error: 'The call is still in progress. End it first.', code: 'call_in_progress' },
      }),
    ),
    async (page) => {
      await rows(page).nth(1).getByRole('button').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.locator('[data-sonner-toast][data-mounted=true]').waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('new-call', list, 'no-answer'),
    async (page) => {
      await page.getByRole('button', { name: 'New Call' }).click();
      await page.getByLabel('Select Agent').waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('new-call-refused', list, 'no-answer'),
    async (page) => {
      await fillForm(page);
      await page.getByRole('button', { name: 'Place Call' }).click();
      await page.getByText('Call Failed').waitFor();
    },
    { windowOnly: true },
  ),
  at('new-call-page', `${list}/new`, 'Make a Call'),
  at('new-call-no-templates', `${list}/new`, 'Template Loading Failed', (fakeServer) =>
    fakeServer.respondWith('GET /api/templates/templates', refused),
  ),
  then(at('call', call(50), 'Perfect, thank you.'), (page) =>
    page.getByRole('listitem').getByText('school run').waitFor(),
  ),
  {
    ...then(at('call-print', call(50), 'Perfect, thank you.'), (page) =>
      page.getByRole('listitem').getByText('school run').waitFor(),
    ),
    printed: true,
  },
  then(at('call-outcome', call(50), 'Perfect, thank you.'), async (page) => {
    await page.getByRole('button', { name: 'Correct' }).nth(1).click();
    await page.getByRole('button', { name: /anything after two/ }).click();
  }),
  then(
    at('call-again', call(50), 'Perfect, thank you.'),
    async (page) => {
      await page.getByRole('button', { name: 'Call Again' }).click();
      await page.getByLabel('Select Agent').waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('call-deleted', call(41), 'asked about parking'),
    async (page) => {
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.locator('[data-sonner-toast][data-mounted=true]').waitFor();
      await page.getByText('no-answer').waitFor();
    },
    { windowOnly: true },
  ),
  at('call-live', call(51), 'Oh hi, yes?'),
  at('call-ringing', call(52), 'ringing'),
  at('call-failed', call(44), 'cannot reach'),
  at('call-loading', call(50), 'Loading call details...', (fakeServer) =>
    fakeServer.hold('GET /api/calls/:id'),
  ),
  at('call-error', call(50), 'Error loading call', (fakeServer) =>
    fakeServer.respondWith('GET /api/calls/:id', refused),
  ),
  at('call-missing', call(999), 'It may have been deleted'),
  at('organization', organization, 'Last changed'),
  at('organization-viewer', organization, 'Only an administrator', asViewer),
  at('organization-loading', organization, 'Loading settings...', (fakeServer) =>
    fakeServer.hold('GET /api/organization'),
  ),
  at('organization-error', organization, 'Failed to load settings', (fakeServer) =>
    fakeServer.respondWith('GET /api/organization', refused),
  ),
  then(at('organization-mistakes', organization, 'Last changed'), async (page) => {
    await page.getByRole('region', { name: 'General' }).getByLabel('Name').fill(' ');
    await page.getByLabel('Monday, opening 1, to').fill('14:00');
    await page.getByRole('button', { name: 'Add hours to Saturday' }).click();
    await page.getByLabel('Saturday, to').fill('02:00');
    await page.getByRole('button', { name: 'Add Holiday' }).click();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('mistakes are marked').waitFor();
  }),
  {
    ...at('organization-conflict', organization, 'Last changed'),
    async show(page, fakeServer) {
      await page.goto(organization);
      await page.getByRole('region', { name: 'General' }).getByLabel('Name').fill('Dental Care West');
      const { settings, revision } = fakeServer.organization;
      const newer = { ...settings, name: 'Dental Care East', currency: 'EUR' };
      fakeServer.organization = { ...fakeServer.organization, settings: newer, revision: revision + 1 };
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page.getByText('These settings have changed').waitFor();
    },
  },
  at('templates', templates, 'Recall after'),
  at('templates-loading', templates, 'Loading templates...', (fakeServer) =>
    fakeServer.hold('GET /api/templates/templates'),
  ),
  at('templates-error', templates, 'Failed to fetch data', (fakeServer) =>
    fakeServer.respondWith('GET /api/templates/templates', refused),
  ),
  then(
    at('template-create', templates, 'Recall after'),
    async (page) => {
      await page.getByRole('button', { name: 'Add Template' }).last().click();
      await page.getByRole('button', { name: 'Create Template' }).click();
      await page.getByText('Name and prompt are required').waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('template-edit', templates, 'Recall after'),
    async (page) => {
      await page.getByRole('button', { name: 'Edit Recall' }).click();
      await page.getByText('Default Values').waitFor();
    },
    { windowOnly: true },
  ),
  then(at('template-outcomes', templates, 'Recall after'), async (page) => {
    await page.getByRole('button', { name: 'Edit Recall' }).click();
    await page.getByRole('button', { name: 'Outcome fields' }).click();
    await page.getByLabel('Use own outcome fields').click();
    await page.getByRole('button', { name: 'Add Field' }).click();
    await page.getByLabel('Type').selectOption('Choice');
    await page.getByRole('button', { name: 'Update Template' }).click();
    await page.getByText('Add at least two choices.').first().waitFor();
  }),
  then(
    at('template-delete', templates, 'Recall after'),
    async (page) => {
      await page.getByRole('button', { name: 'Delete Recall' }).click();
      await page.getByText('Are you sure?').waitFor();
    },
    { windowOnly: true },
  ),
  ...agentScreens,
  ...connectionScreens,
  ...followUpScreens,
  ...contactScreens,
  ...campaignScreens,
  ...reportScreens,
  ...auditScreens,
  ...toolScreens,
  ...campaignRunScreens,
  ...doNotCallScreens,
  ...searchScreens,
  ...exportScreens,
  ...peopleScreens,
  ...developerScreens,
  ...accountScreens,
  ...dataScreens,
  ...recordingScreens,
  ...spendingScreens,
];
