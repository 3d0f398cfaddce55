import type { Page } from '@playwright/test';
import { callOf, templateOf } from './fake-server/data.ts';
import { choose, expectToast, focusIsIn, rows } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard What You Typed?' });
const offer = (page: Page) => page.getByRole('button', { name: 'Restore What You Typed' });
const form = (page: Page) => page.getByRole('dialog', { name: 'New Call' });

test.beforeEach(async ({ fakeServer }) => {
  fakeServer.templates = { 'gs-dental': [templateOf(1, { name: 'Reminder' })], kuzco: [] };
});

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New Call' }).click();
  await expect(page.getByLabel('Select Agent')).toBeEnabled();
}

const ways = {
  Escape: (page: Page) => page.keyboard.press('Escape'),
  'a click outside': (page: Page) => page.mouse.click(5, 300),
};

for (const [how, close] of Object.entries(ways)) {
  test(`${how} asks before it closes a call form with input`, async ({ page }) => {
    await page.goto('/app/voice-agents');
    await openForm(page);
    await close(page);
    await expect(form(page)).toHaveCount(0);
    await openForm(page);
    await page.getByLabel('Phone Number').fill('+15005551002');
    await close(page);
    await expect(question(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Keep Editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await expect(page.getByLabel('Phone Number')).toHaveValue('+15005551002');
    if (how === 'Escape') await expect(page.getByLabel('Phone Number')).toBeFocused();
    await close(page);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(form(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'New Call' })).toBeFocused();
    await openForm(page);
    await expect(offer(page)).toHaveCount(0);
  });

  test(`${how} asks before it closes a template editor with input`, async ({ page }) => {
    await page.goto('/app/settings/templates');
    await page.getByRole('button', { name: 'Edit Reminder' }).click();
    await focusIsIn(page, 'dialog');
    await close(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Edit Reminder' }).click();
    await page.getByLabel('Template Name *').fill('Recall');
    await close(page);
    await page.getByRole('button', { name: 'Keep Editing' }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(page.getByLabel('Template Name *')).toHaveValue('Recall');
    await close(page);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Edit Reminder' }).click();
    await expect(page.getByLabel('Template Name *')).toHaveValue('Reminder');
    await expect(offer(page)).toHaveCount(0);
  });
}

test('Escape at the moment in which the question gets the focus is not lost', async ({ page }) => {
  await page.goto('/app/voice-agents');
  await openForm(page);
  await page.getByLabel('Phone Number').fill('+15005551002');
  await page.evaluate(() => {
    document.addEventListener('focusin', ({ target }) => {
      if ((target as Element).textContent !== 'Keep Editing') return;
      const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
      queueMicrotask(() => {
        target?.dispatchEvent(pressed);
        document.body.dataset.pressed = 'yes';
      });
    });
  });
  await page.mouse.click(5, 300);
  await expect(page.locator('body[data-pressed]')).toBeAttached();
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByLabel('Phone Number')).toHaveValue('+15005551002');
});

test('a click outside at the moment in which the question goes away is not lost', async ({ page }) => {
  await page.goto('/app/voice-agents');
  await openForm(page);
  await page.getByLabel('Phone Number').fill('+15005551002');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Keep Editing' })).toBeFocused();
  await page.evaluate(() => {
    const dialogs = () => document.querySelectorAll('[role=dialog]').length;
    const before = dialogs();
    // Called before anything else can run after the question has left the document.
    const observer = new MutationObserver(() => {
      if (dialogs() === before) return;
      observer.disconnect();
      const at = { clientX: 5, clientY: 300, bubbles: true, cancelable: true };
      const target = document.elementFromPoint(at.clientX, at.clientY);
      for (const type of ['pointerdown', 'pointerup', 'click'])
        target?.dispatchEvent(new PointerEvent(type, at));
      document.body.dataset.pressed = 'yes';
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('Escape');
  await expect(page.locator('body[data-pressed]')).toBeAttached();
  await expect(question(page)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(form(page)).toHaveCount(0);
});

test('a click outside that closes an open list does not close the form', async ({ page }) => {
  await page.goto('/app/voice-agents');
  await openForm(page);
  await page.getByLabel('Select Agent').click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.mouse.click(5, 300);
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(form(page)).toBeVisible();
  await page.mouse.click(5, 300);
  await expect(form(page)).toHaveCount(0);
});

for (const how of ['a reload', 'Back'] as const) {
  test(`${how} does not lose a typed call: the form opens empty and offers it`, async ({
    page,
    fakeServer,
  }) => {
    await page.goto('/app/settings');
    await page.goto('/app/voice-agents');
    await openForm(page);
    await choose(page, 'Select Agent', 'GS Dental');
    await page.getByLabel('Phone Number').fill('+15005551002');
    await choose(page, 'Template (Optional)', 'Reminder');
    await page.getByLabel('Patient Name').fill('Ann');
    if (how === 'a reload') await page.reload();
    else {
      await page.goBack();
      await page.goForward();
    }
    await openForm(page);
    await expect(page.getByLabel('Phone Number')).toHaveValue('');
    await expect(page.getByLabel('Instructions')).toHaveValue('');
    await offer(page).click();
    await expect(offer(page)).toHaveCount(0);
    await expect(page.getByLabel('Phone Number')).toHaveValue('+15005551002');
    await expect(page.getByLabel('Patient Name')).toHaveValue('Ann');
    await expect(page.getByLabel('Instructions')).toHaveValue('Remind Ann of the appointment on Tuesday.');
    await page.getByRole('button', { name: 'Place Call' }).click();
    await expectToast(page, 'Call to +15005551002 initiated successfully!');
    expect(fakeServer.requestsTo('POST /api/twilio/:id/call')).toHaveLength(1);
    await openForm(page);
    await expect(offer(page)).toHaveCount(0);
  });
}

test('a reload does not lose a typed template', async ({ page }) => {
  await page.goto('/app/settings/templates');
  await page.getByRole('button', { name: 'Add Template' }).first().click();
  await page.getByLabel('Template Name *').fill('Recall');
  await page.getByLabel('Prompt Message *').fill('Ask <Name>.');
  await page.getByLabel('Name', { exact: true }).fill('Ann');
  await page.reload();
  await page.getByRole('button', { name: 'Add Template' }).first().click();
  await expect(page.getByLabel('Template Name *')).toHaveValue('');
  await offer(page).click();
  await expect(page.getByLabel('Template Name *')).toHaveValue('Recall');
  await expect(page.getByLabel('Prompt Message *')).toHaveValue('Ask <Name>.');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ann');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add Template' }).first().click();
  await expect(offer(page)).toHaveCount(0);
});

test('signing out deletes drafts', async ({ page, fakeServer }) => {
  fakeServer.respondWith('POST /api/auth/sign-out', { body: { done: true } });
  await page.goto('/app/voice-agents/new');
  await page.getByLabel('Phone Number').fill('+15005551002');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(() => fakeServer.requestsTo('POST /api/auth/sign-out').length).toBe(1);
  // The page is left when the drafts are deleted.
  await expect(page).not.toHaveURL(/voice-agents/);
  await page.goto('/app/voice-agents/new');
  await expect(page.getByLabel('Select Agent')).toBeEnabled();
  await expect(offer(page)).toHaveCount(0);
});

for (const width of [1280, 360]) {
  test(`'Back to Calls' returns to the row, not to the top, ${width} px wide`, async ({
    page,
    fakeServer,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    fakeServer.calls = Array.from({ length: 120 }, (_, index) => callOf(120 - index));
    await page.goto('/app/voice-agents');
    for (let loaded = 80; loaded <= 120; loaded += 40) {
      await page.getByRole('button', { name: 'Load More' }).click();
      await expect(page.getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(loaded));
    }
    const link = page.locator(`[id="call-${callOf(30)._id}"]`);
    await link.scrollIntoViewIfNeeded();
    const before = await link.boundingBox();
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('+15005551030');
    await page.getByRole('link', { name: 'Back to Calls' }).click();
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport();
    await expect
      .poll(async () => Math.abs(((await link.boundingBox())?.y ?? 0) - (before?.y ?? 0)))
      .toBeLessThan(80);
    await expect(rows(page).first()).toHaveAttribute('aria-setsize', '120');
  });
}

test("'Back to Calls' returns to the row also when the list was dropped meanwhile", async ({
  page,
  fakeServer,
}) => {
  fakeServer.calls = Array.from({ length: 200 }, (_, index) => callOf(200 - index));
  await page.goto('/app/voice-agents');
  for (let loaded = 80; loaded <= 120; loaded += 40) {
    await page.getByRole('button', { name: 'Load More' }).click();
    await expect(rows(page).first()).toHaveAttribute('aria-setsize', String(loaded));
  }
  const link = page.locator(`[id="call-${callOf(90)._id}"]`);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('+15005551090');
  // After a gap in the events only what is shown is fetched again.
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  const asked = fakeServer.requestsTo('GET /api/calls/:id').length;
  fakeServer.emit({ type: 'refetch' });
  await expect.poll(() => fakeServer.requestsTo('GET /api/calls/:id').length).toBe(asked + 1);
  const before = fakeServer.requestsTo('GET /api/calls').length;
  await page.getByRole('link', { name: 'Back to Calls' }).click();
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', '120');
  expect(fakeServer.requestsTo('GET /api/calls')).toHaveLength(before + 3);
});
