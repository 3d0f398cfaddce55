import { previewOpening, problemOf } from '@parley/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/axe.ts';
import { agentOf, configOf } from './fake-server/agent-desk.ts';
import { endSpeech, giveVoice, spokenOn } from './fake-server/browser-voice.ts';
import { liveCallOf, organizationOf } from './fake-server/data.ts';
import type { FakeServer } from './fake-server/fake-server.ts';
import { choose, expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const path = '/app/go-live';
const refusal = { error: 'This number asked not to be called again.', code: 'do_not_call' };
const handsetUrl = 'http://127.0.0.1:4010/';
const bar = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true });

/** Everything is connected, nobody has looked. */
function inSandbox(fakeServer: FakeServer): void {
  fakeServer.sandbox = { handsetUrl };
  fakeServer.connectionsDesk.connectAll();
  fakeServer.agentDesk.agents = fakeServer.agents.map(({ id, displayName }) => agentOf(id, displayName));
}

test('what is missing is looked at, the name confirms, the bar goes, and back it comes at once', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  inSandbox(fakeServer);
  await page.goto(path);
  await expect(bar(page, 'Sandbox')).toContainText('Sandbox: no real calls are made');
  await expect(page.getByText('4 things are left to do.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make Real Calls' })).toBeDisabled();
  // As many as the sentence says; what does not keep from real calls says so.
  await expect(page.getByText('To do', { exact: true })).toHaveCount(4);
  await expect(page.getByText('Can wait', { exact: true })).toHaveCount(1);
  // The first words, with the sentence that an AI speaks.
  await expect(page.getByText('this is the AI assistant of').first()).toBeVisible();
  await expect(page.getByText('When it calls', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'It Is Right: Opening and disclosure' }).press('Enter');
  await page.getByRole('button', { name: 'They Are Right: Limits and countries' }).click();
  await page.getByRole('button', { name: 'I Have Looked at It: Do-not-call list' }).click();
  await page.getByRole('button', { name: 'They Are Right: Access' }).click();
  await expect(page.getByText('Everything that real calls need.')).toBeVisible();
  await page.getByLabel('Type GS Dental to confirm').fill('gs');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Type GS Dental, as it is written here.')).toBeVisible();
  expect(fakeServer.requestsTo('POST /api/go-live')).toEqual([]);
  await page.getByLabel('Type GS Dental to confirm').fill('GS Dental');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Calls are real from now on');
  await expect(bar(page, 'Sandbox')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Call My Phone' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Call My Phone' }).click();
  await expect(page.getByText('Enter a phone number in international format')).toBeVisible();
  fakeServer.respondWith('POST /api/twilio/:id/call', { status: 409, body: refusal }, 1);
  await page.getByLabel('Phone Number').fill('+1 500 555 0123');
  await page.getByRole('button', { name: 'Call My Phone' }).click();
  await expect(page.getByRole('alert')).toContainText(refusal.error);
  await expect(page.getByLabel('Phone Number')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(
    /^This number cannot be called\./,
  );
  await page.getByRole('button', { name: 'Call My Phone' }).click();
  await expectToast(page, 'Call to +15005550123 initiated successfully!');
  await expect(page).toHaveURL('/app/voice-agents');
  await page.goto(path);
  await page.getByRole('button', { name: 'Back to the Sandbox' }).click();
  await expect(bar(page, 'Sandbox')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make Real Calls' })).toBeVisible();
});

test.describe('in a zone where it is another day', () => {
  test.use({ timezoneId: 'Pacific/Pago_Pago' });

  test('an opening is played or read as on a call of the organization, in its time zone', async ({
    page,
    fakeServer,
  }) => {
    inSandbox(fakeServer);
    const timeZone = 'Pacific/Kiritimati';
    fakeServer.organization = organizationOf({ name: 'Lagoon Dental', timeZone });
    const config = configOf('Mele', ({ opening }) => {
      opening.outbound = 'This is the AI assistant of <Organization>. Today is <Today>.';
    });
    const [agent] = fakeServer.agents;
    if (agent === undefined) throw new Error('There is no agent.');
    const mele = agentOf(agent.id, 'Mele');
    fakeServer.agentDesk.agents = [
      { ...mele, versions: mele.versions.map((version) => ({ ...version, config })) },
    ];
    // The day must not change there between what is shown and what is expected.
    const at = Date.now();
    await page.clock.setFixedTime(at);
    await giveVoice(page);
    await page.goto(path);
    const context = { organizationName: 'Lagoon Dental', at, ownNumber: null };
    const { heard } = previewOpening(config, 'outbound', { ...context, timeZone });
    const elsewhere = previewOpening(config, 'outbound', { ...context, timeZone: 'Pacific/Pago_Pago' });
    expect(heard).not.toBe(elsewhere.heard);
    await expect(page.getByText(heard)).toBeVisible();
    await page.getByRole('button', { name: 'Play: When it calls' }).press('Enter');
    const stop = page.getByRole('button', { name: 'Stop: When it calls' });
    await expect(stop).toBeFocused();
    expect(await spokenOn(page)).toEqual([{ text: heard, lang: config.speech.language }]);
    await expectAccessible(page);
    await endSpeech(page);
    await expect(page.getByRole('button', { name: 'Play: When it calls' })).toBeFocused();
    await page.getByRole('button', { name: 'It Is Right: Opening and disclosure' }).click();
    await expect(page.getByText(heard)).toHaveCount(0);
  });
});

test('a change by somebody else is told and shown, and nothing is switched', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  inSandbox(fakeServer);
  fakeServer.connectionsDesk.lookAtAll();
  // A stream that opens later would fetch again what the other one has changed.
  fakeServer.hold('GET /api/events');
  await page.goto(path);
  await page.getByLabel('to confirm').fill('GS Dental');
  fakeServer.connectionsDesk.sideRevision = 4;
  await page.getByRole('button', { name: 'Make Real Calls' }).click();
  await expect(page.getByRole('alert')).toContainText('Somebody else has changed');
  await expect(bar(page, 'Sandbox')).toBeVisible();
  await page.getByRole('button', { name: 'Make Real Calls' }).click();
  await expectToast(page, 'Calls are real from now on');
});

test('the bar says why no call can be made, to everybody, and who stands in for a model', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  fakeServer.connectionsDesk.calling = { refused: problemOf('phone_disconnected') };
  await page.goto('/app');
  await expect(bar(page, 'No calls')).toContainText('No phone account is connected');
  await expect(bar(page, 'No calls')).toContainText('Connect an account, or go back to the sandbox.');
  await expect(bar(page, 'No calls').getByRole('link', { name: 'Open the connections' })).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  fakeServer.sandbox = { handsetUrl };
  fakeServer.connectionsDesk.calling = { note: problemOf('model_stopped', { model: 'llama3.2' }) };
  fakeServer.emit({ type: 'list.changed', list: 'connections' });
  const note = 'The scripted agent speaks until it does.';
  await expect(bar(page, 'Sandbox')).toContainText(note);
  // A server of the release before knows nothing of it: then the environment says on which side calls are.
  fakeServer.respondWith('GET /api/calling', {
    status: 404,
    body: { error: 'There is nothing at this address.', code: 'not_found' },
  });
  fakeServer.claims = { parley: 'viewer' };
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(bar(page, 'Sandbox')).toHaveText(/^Sandbox: no real calls are made\s*Open the handset/);
});

test('a call from the card takes the first step, and an answered call to the handset the second', async ({
  page,
  fakeServer,
}) => {
  inSandbox(fakeServer);
  await page.goto('/app/voice-agents');
  const steps = page.getByRole('region', { name: 'First Steps' });
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  await steps.getByRole('button', { name: 'Place a Call' }).click();
  await choose(page, 'Select Agent', 'GS Dental');
  await page.getByLabel('Phone Number').fill('+15005550010');
  await page.getByLabel('Instructions').fill('Say hello.');
  const taken = { placed: true, handset: false, live: false };
  fakeServer.connectionsDesk.calling = { firstSteps: taken };
  await page.getByRole('button', { name: 'Place Call' }).click();
  await expect(steps.getByText('Place a call, done')).toBeVisible();
  await expect(steps.getByText('Be called yourself, done')).toHaveCount(0);
  fakeServer.connectionsDesk.calling = { firstSteps: { ...taken, handset: true } };
  fakeServer.updateCall(liveCallOf(60, { to: '+15005550199', sandbox: true }));
  await expect(steps.getByText('Be called yourself, done')).toBeVisible();
  await expect(steps.getByRole('link', { name: 'Open the Handset' })).toHaveCount(0);
});

test('the first steps tick themselves off, lead on, and stay away once dismissed', async ({
  page,
  fakeServer,
}) => {
  inSandbox(fakeServer);
  await page.goto('/app/voice-agents');
  const steps = page.getByRole('region', { name: 'First Steps' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  fakeServer.connectionsDesk.calling = { firstSteps: { placed: true, handset: false, live: false } };
  fakeServer.emit({ type: 'list.changed', list: 'connections' });
  await expect(steps.getByText('Place a call, done')).toBeVisible();
  await expect(steps.getByRole('button', { name: 'Place a Call' })).toHaveCount(0);
  await expect(steps.getByRole('link', { name: 'Open the Handset' })).toHaveAttribute('href', handsetUrl);
  await steps.getByRole('link', { name: 'Go Live' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go Live');
  fakeServer.claims = { parley: 'operator' };
  await page.goto('/app/voice-agents');
  await expect(steps.getByRole('listitem')).toHaveCount(2);
  await steps.getByRole('button', { name: 'Dismiss the first steps' }).press('Enter');
  await expect(steps).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // Who has dismissed it is told apart without being named.
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).toContain('parley-first-steps');
  expect(kept).not.toContain(fakeServer.person.email);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Recent Calls' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});
