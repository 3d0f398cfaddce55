import { agentLimits } from '@parley/contract';
import type { Page } from '@playwright/test';
import { expectAccessible, narrowLooks } from '../harness/axe.ts';
import { bar, draftRoute, path, persona, stored } from './edited-agent.ts';
import { agentOf } from './fake-server/agent-desk.ts';
import { expect, test } from './fake-server/test.ts';

test.beforeEach(async ({ fakeServer }) => {
  const agent = agentOf('elm-street', 'Elm Street', 4);
  fakeServer.agentDesk.agents = [agent, agentOf('oak-lane', 'Oak Lane')];
  fakeServer.agentDesk.numbers = [
    { number: '+15005550006', label: '', sandbox: true, agentId: 'oak-lane' },
    { number: '+15005550007', label: 'Spare', sandbox: true, agentId: null },
  ];
});

test('what is typed is saved by itself, and the bar says where the draft stands', async ({
  page,
  fakeServer,
}) => {
  await page.goto(path);
  await expect(bar(page, /Draft, saved .* · same as version 4/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await persona(page).fill('You are calm and exact.');
  await page.getByRole('switch', { name: 'Be brief' }).click();
  await expect(bar(page, /Draft, saved just now · differs from version 4 in 2 places/)).toBeVisible();
  expect(stored(fakeServer)?.identity).toMatchObject({
    persona: 'You are calm and exact.',
    conduct: { beBrief: true },
  });
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish Version 5' });
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Persona changed.You are warm calm and exact.',
    'Be brief: switched on.',
  ]);
  await dialog.getByLabel('Note').fill('Calmer.');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(bar(page, /same as version 5/)).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem').first()).toContainText(
    /Version 5Published.*Ines Marchetti.*Calmer\./,
  );
});

test('two people change different places: both are kept, and the second is told', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await page.goto(path);
  await expect(persona(page)).toBeVisible();
  fakeServer.agentDesk.saveAs('Omar Diaz', 'elm-street', (config) => {
    config.conversation.pace = 'patient';
  });
  await persona(page).fill('You are mine.');
  await expect(
    page.getByText('Omar Diaz changed this meanwhile, and the fields show it: Pace.'),
  ).toBeVisible();
  await expect.poll(() => stored(fakeServer)?.identity.persona).toBe('You are mine.');
  expect(stored(fakeServer)?.conversation.pace).toBe('patient');
});

test('two people change the same place: the second is shown both and decides', async ({
  page,
  context,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(path);
    await expect(persona(tab)).toBeVisible();
  }
  await other.getByLabel('Persona *').fill('You are theirs.');
  await expect(bar(other, /Draft, saved just now/)).toBeVisible();
  await persona(page).fill('You are mine.');
  await expect(page.getByRole('alert')).toContainText(
    'Ines Marchetti changed the same while you were typing',
  );
  await expect(bar(page, /Not saved: somebody else changed the same/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  const choice = page.getByRole('radiogroup', { name: 'Persona' });
  await expect(choice.getByRole('radio', { name: /Yours You are mine\./ })).toBeChecked();
  await expectAccessible(page, { looks: narrowLooks });
  // Not lost by a refresh either.
  await page.reload();
  await choice.getByRole('radio', { name: /You are theirs\./ }).click();
  await page.getByRole('button', { name: 'Save This' }).click();
  await expect(persona(page)).toHaveValue('You are theirs.');
  await expect(bar(page, /Draft, saved/)).toBeVisible();
  await persona(page).fill('You are ours.');
  await expect.poll(() => stored(fakeServer)?.identity.persona).toBe('You are ours.');
});

test('an entry that is moved on one page stays there on another, which saves nothing of its own', async ({
  page,
  context,
  fakeServer,
}) => {
  fakeServer.agentDesk.saveAs('Omar Diaz', 'elm-street', (config) => {
    config.knowledge.entries = ['Hours', 'Address'].map((title) => ({ id: title, title, text: title }));
  });
  const entries = (tab: Page) => tab.getByRole('list', { name: 'Knowledge entries' }).getByRole('listitem');
  const revision = () => fakeServer.agentDesk.find('elm-street')?.draft.revision ?? 0;
  const announce = () =>
    fakeServer.emit({ type: 'agent.changed', agentId: 'elm-street', revision: revision() });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${path}?section=knowledge`);
    await expect(entries(tab)).toHaveText([/^Hours/, /^Address/]);
  }
  // Tabs share one stream.
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  await page.getByRole('button', { name: 'Address' }).click();
  await page.getByRole('button', { name: 'Move this entry up' }).click();
  await expect.poll(() => fakeServer.requestsTo(draftRoute).length).toBe(1);
  announce();
  await expect(
    other.getByText('Ines Marchetti changed this meanwhile, and the fields show it: Knowledge order.'),
  ).toBeVisible();
  await expect(entries(other)).toHaveText([/^Address/, /^Hours/]);
  await other.getByRole('link', { name: 'Identity' }).click();
  await persona(other).fill('You are theirs.');
  await expect.poll(() => stored(fakeServer)?.identity.persona).toBe('You are theirs.');
  announce();
  await expect(page.getByText('the fields show it: Persona.')).toBeVisible();
  await expect(entries(page)).toHaveText([/^Address/, /^Hours/]);
  expect(stored(fakeServer)?.knowledge.entries.map(({ id }) => id)).toEqual(['Address', 'Hours']);
  expect(fakeServer.requestsTo(draftRoute)).toHaveLength(2);
});

test('an opening is shown as heard; a placeholder that nothing fills cannot be published, and its field says so', async ({
  page,
  fakeServer,
}) => {
  await page.goto(`${path}?section=opening`);
  await page.getByLabel('Inbound greeting').fill('Hello, this is <Agent>.');
  const preview = page.locator('figure').last();
  await expect(preview).toContainText(/As heardHello, this is Elm Street\..*AI/);
  await expect(preview).toContainText('The text does not say that an AI speaks');
  await page.getByLabel('Inbound greeting').fill('Hello <Patient>, this is <Agent>.');
  await page.getByRole('link', { name: 'Identity' }).click();
  await persona(page).fill(' ');
  await expect(page.getByRole('button', { name: '2 problems' })).toBeVisible();
  await expect(persona(page)).not.toHaveAttribute('aria-invalid');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(persona(page)).toBeFocused();
  await expect(persona(page)).toHaveAccessibleDescription(/Describe who the agent is/);
  await persona(page).fill('You are there again.');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page).toHaveURL(`${path}?section=opening`);
  await expect(page.getByLabel('Inbound greeting')).toBeFocused();
  await expect(page.getByLabel('Inbound greeting')).toHaveAccessibleDescription(/Nothing fills <Patient>/);
  expect(fakeServer.requestsTo('POST /api/agents/:id/publish')).toHaveLength(0);
});

test('characters are counted as the server counts them, and a list with a problem gets the focus', async ({
  page,
  fakeServer,
}) => {
  fakeServer.agentDesk.saveAs('Omar Diaz', 'elm-street', (config) => {
    config.conversation.transfers = Array.from({ length: agentLimits.transfersMax + 1 }, (_, index) => ({
      name: `Person ${index}`,
      number: '+15005550110',
      when: 'Somebody asks',
      hours: 'always',
    }));
  });
  await page.goto(path);
  const name = page.getByLabel('Name *');
  await name.fill('\u{1F9B7}'.repeat(40));
  await expect(page.getByText('40 / 60')).toBeVisible();
  await expect(name).not.toHaveAttribute('aria-invalid');
  await expect(page.getByRole('button', { name: '1 problem' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page).toHaveURL(`${path}?section=conversation`);
  await expect(page.getByText('There may be at most 10 people to connect with.')).toBeFocused();
  await expectAccessible(page, { looks: narrowLooks });
  await page.getByRole('link', { name: 'Speech' }).click();
  await page.getByRole('combobox', { name: 'Voice', exact: true }).click();
  await page.getByRole('option', { name: 'Another voice, by its name...' }).click();
  const voice = page.getByLabel('Name of the voice');
  await voice.fill('x'.repeat(agentLimits.voiceNameMax + 1));
  await expect(voice).toHaveAccessibleDescription(/may have at most 100 characters/);
});

test('the history tells in words what changed, and a version can be restored', async ({
  page,
  fakeServer,
}) => {
  fakeServer.agentDesk.saveAs('Omar Diaz', 'elm-street', (config) => {
    config.identity.persona = 'You are warm, exact and quick.';
  });
  const agent = fakeServer.agentDesk.find('elm-street');
  if (agent !== undefined) fakeServer.agentDesk.publish(agent, 'Quicker.');
  await page.goto(`${path}?section=history&version=5`);
  const last = page.getByRole('list', { name: 'Versions' }).getByRole('listitem').first();
  await expect(last).toContainText('Persona changed.');
  await expect(last.locator('del')).toHaveText(['warm', 'exact.']);
  await expect(last.locator('ins')).toHaveText(['warm, exact', 'quick.']);
  await page.getByRole('button', { name: 'Restore version 4' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore Version 4' });
  await expect(dialog.getByText('Persona changed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(bar(page, /differs from version 5 in 1 place/)).toBeVisible();
  await page.getByRole('link', { name: 'Identity' }).click();
  await expect(persona(page)).toHaveValue('You are warm and exact.');
});

test('every section is accessible and fits on a phone', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto(path);
  const links = page.getByRole('navigation', { name: 'Sections of the agent' }).getByRole('link');
  await expect(links).toHaveCount(10);
  for (const link of await links.all()) {
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
    await expectAccessible(page, { looks: narrowLooks });
  }
});

test('in a narrow window the row of sections shows the current one, and no field is wider than its card', async ({
  page,
  fakeServer,
}) => {
  fakeServer.agentDesk.saveAs('Omar Diaz', 'elm-street', (config) => {
    const [name, number, when] = ['Front desk', '+15005550110', 'Somebody asks'];
    config.conversation.transfers = [{ name, number, when, hours: 'opening-hours' }];
    config.speech.otherLanguages = [{ language: 'es-US', voice: null }];
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${path}?section=numbers`);
  const links = page.getByRole('navigation', { name: 'Sections of the agent' });
  await expect(links.getByRole('link', { name: 'Numbers' })).toBeInViewport({ ratio: 1 });
  await expect(links.getByRole('link', { name: 'Identity' })).not.toBeInViewport();
  for (const [section, remove] of [
    ['Conversation', 'Remove Front desk'],
    ['Speech', 'Remove Spanish (United States)'],
  ] as const) {
    await links.getByRole('link', { name: section }).click();
    const button = await page.getByRole('button', { name: remove }).boundingBox();
    // 16 px beside the card, and its padding of 20.
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(360 - 16 - 20);
  }
});
