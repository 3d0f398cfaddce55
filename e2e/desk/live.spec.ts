import type { Page } from '@playwright/test';
import { callIdOf, callOf, lineOf, listed, liveCallOf } from './stand-in/data.ts';
import type { Desk } from './stand-in/desk.ts';
import { rowOf, rows } from './stand-in/screen.ts';
import { expect, test } from './stand-in/test.ts';

const away = (page: Page) => page.getByText('Live updates are away. Reconnecting...');
const say = (desk: Desk, n: number, ordinal: number, message: string) =>
  desk.emit({ type: 'transcript.added', callId: callIdOf(n), entry: lineOf(ordinal, message) });

async function connected(desk: Desk): Promise<void> {
  await expect.poll(() => desk.streams).toBe(1);
}

test('a ringing call changes its status in the list by itself', async ({ page, desk }) => {
  desk.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toContainText('ringing');
  await connected(desk);
  desk.change(liveCallOf(1));
  await expect(rows(page)).toContainText('in-progress');
  desk.change(callOf(1));
  await expect(rows(page)).toContainText('completed');
  await expect(rows(page)).toContainText('0:42');
});

test('a new inbound call slides into the list at the top', async ({ page, desk }) => {
  desk.calls = [callOf(1)];
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(1);
  await connected(desk);
  desk.change(liveCallOf(2, { direction: 'inbound', from: '+4930123456', instructions: null }));
  await expect(rows(page).first()).toContainText('+4930123456');
  await expect(rows(page).first()).toHaveClass(/animate-arrive/);
  await expect(rowOf(page, '+15005551001')).not.toHaveClass(/animate-arrive/);
});

test('a call deleted elsewhere goes from the list, and its page says so', async ({
  page,
  desk,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  desk.calls = [callOf(2), callOf(1)];
  await page.goto('/app/voice-agents');
  const other = await context.newPage();
  await other.goto(`/app/voice-agents/${callIdOf(2)}`);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('+15005551002');
  await connected(desk);
  desk.calls = [callOf(1)];
  desk.emit({ type: 'call.removed', callId: callIdOf(2) });
  await expect(rows(page)).toHaveCount(1);
  await expect(other.getByText('Call not found').last()).toBeVisible();
});

test('the open call follows its status, and its transcript grows line by line', async ({ page, desk }) => {
  desk.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  await page.goto(`/app/voice-agents/${callIdOf(1)}`);
  await expect(page.getByText('ringing', { exact: true })).toBeVisible();
  await connected(desk);
  desk.change(liveCallOf(1));
  await expect(page.getByText('in-progress', { exact: true })).toBeVisible();
  const transcript = page.getByRole('region', { name: 'Call Transcript' });
  say(desk, 1, 0, 'Hello, this is the assistant.');
  await expect(transcript.getByRole('listitem')).toHaveCount(1);
  say(desk, 1, 1, 'Good morning.');
  await expect(transcript.getByRole('listitem')).toHaveCount(2);
  const summary = 'They said good morning.';
  desk.change(
    callOf(1, {
      summary,
      transcript: [lineOf(0, 'Hello, this is the assistant.'), lineOf(1, 'Good morning.'), lineOf(2, 'Bye.')],
      turns: [{ firstTokenMs: 1, firstSpeechMs: 400 }],
    }),
  );
  await expect(page.getByText('completed', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'AI Summary' })).toContainText(summary);
  await expect(transcript.getByRole('listitem')).toHaveCount(3);
  await expect(transcript).toContainText('The agent began its one reply after 0.40 s.');
  await expect(page.getByRole('button', { name: 'End Call' })).toHaveCount(0);
});

test('the transcript follows its end, unless the reader scrolled up', async ({ page, desk }) => {
  const words = 'A sentence long enough to fill a line of the transcript. '.repeat(3);
  desk.calls = [
    liveCallOf(1, { transcript: Array.from({ length: 20 }, (_, n) => lineOf(n, `${n}: ${words}`)) }),
  ];
  await page.goto(`/app/voice-agents/${callIdOf(1)}`);
  const pane = page.getByRole('log');
  const fromEnd = () =>
    pane.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
  await expect.poll(fromEnd).toBeLessThan(2);
  await connected(desk);
  say(desk, 1, 20, words);
  await expect(pane.getByRole('listitem')).toHaveCount(21);
  await expect.poll(fromEnd).toBeLessThan(2);

  await pane.evaluate((element) => element.scrollTo(0, 0));
  // The page hears of a scroll with the next frame, as it would long before a reader has read a word.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  say(desk, 1, 21, words);
  await expect(pane.getByRole('listitem')).toHaveCount(22);
  expect(await pane.evaluate((element) => element.scrollTop)).toBe(0);
  await page.getByRole('button', { name: 'New lines below' }).click();
  await expect.poll(fromEnd).toBeLessThan(2);
  await expect(page.getByRole('button', { name: 'New lines below' })).toHaveCount(0);
  say(desk, 1, 22, words);
  await expect(pane.getByRole('listitem')).toHaveCount(23);
  await expect.poll(fromEnd).toBeLessThan(2);
});

test('two tabs share one stream and show the same within a second', async ({ page, desk, context }) => {
  desk.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  await page.goto('/app/voice-agents');
  const other = await context.newPage();
  await other.goto('/app/voice-agents');
  await expect(rows(other)).toContainText('ringing');
  await connected(desk);
  desk.change(liveCallOf(1));
  await Promise.all([
    expect(rows(page)).toContainText('in-progress', { timeout: 1_000 }),
    expect(rows(other)).toContainText('in-progress', { timeout: 1_000 }),
  ]);
  expect(desk.requestsTo('GET /api/events')).toHaveLength(1);
});

test('when the tab that reads the stream closes, the other one takes over and misses nothing', async ({
  page,
  desk,
  context,
}) => {
  desk.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  const first = await context.newPage();
  await first.goto('/app/voice-agents');
  await connected(desk);
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toContainText('ringing');
  await first.close();
  await expect.poll(() => desk.requestsTo('GET /api/events').length).toBe(2);
  desk.calls = [liveCallOf(1)];
  await connected(desk);
  desk.emit({ type: 'refetch' });
  await expect(rows(page)).toContainText('in-progress');
  desk.change(callOf(1));
  await expect(rows(page)).toContainText('completed');
});

test('the stream carries the bearer', async ({ page, desk }) => {
  await page.goto('/app/voice-agents');
  await connected(desk);
  const [request] = desk.requestsTo('GET /api/events');
  expect(request?.headers.authorization).toMatch(/^Bearer \S+\.\S+\.\S+$/);
});

test('the next stream is opened before the token of the old one ends, without a fetch in between', async ({
  page,
  desk,
}) => {
  desk.tokenLife = 3;
  desk.calls = [callOf(1)];
  await page.goto('/app/voice-agents');
  await connected(desk);
  await expect(rows(page)).toHaveCount(1);
  const asked = desk.requestsTo('GET /api/calls').length;
  const seen: number[] = [];
  await expect
    .poll(() => {
      seen.push(desk.streams);
      return desk.requestsTo('GET /api/events').length;
    })
    .toBeGreaterThan(2);
  expect(Math.min(...seen)).toBeGreaterThan(0);
  desk.change(liveCallOf(1, { status: 'in-progress' }));
  desk.change(liveCallOf(2, { direction: 'inbound', from: '+4930123456' }));
  await expect(rows(page)).toHaveCount(2);
  expect(desk.requestsTo('GET /api/calls')).toHaveLength(asked);
  const tokens = desk.requestsTo('GET /api/events').map(({ headers }) => headers.authorization);
  expect(new Set(tokens).size).toBe(tokens.length);
});

test('a lost stream is opened again, and what is shown is fetched again', async ({ page, desk }) => {
  desk.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  await page.goto('/app/voice-agents');
  await connected(desk);
  await expect(rows(page)).toContainText('ringing');
  const release = desk.hold('GET /api/events');
  desk.endStreams();
  desk.calls = [callOf(1)];
  release();
  await expect(rows(page)).toContainText('completed');
  await connected(desk);
});

test('a stream that stays away shows a quiet sign, which goes when it is back', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR/);
  desk.calls = [callOf(1)];
  await page.goto('/app/voice-agents');
  await connected(desk);
  await expect(away(page)).toHaveCount(0);
  desk.answer('GET /api/events', 'broken');
  desk.endStreams();
  await expect(away(page)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  const asked = desk.requestsTo('GET /api/calls').length;
  await page.goto(`/app/voice-agents/${callIdOf(1)}`);
  await expect(away(page)).toBeVisible();
  desk.heal('GET /api/events');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(away(page)).toHaveCount(0);
  expect(desk.requestsTo('GET /api/calls')).toHaveLength(asked);
});

test('with the stream open nothing is asked for in between', async ({ page, desk }) => {
  desk.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  await page.clock.install();
  await page.goto('/app/voice-agents');
  await connected(desk);
  await expect(rows(page)).toHaveCount(1);
  const asked = desk.requests.length;
  await page.clock.runFor('04:00');
  expect(desk.requests.length).toBe(asked);
  desk.emit({ type: 'call.changed', call: listed(liveCallOf(1)) });
  await expect(rows(page)).toContainText('in-progress');
});

test('the list is fetched once when it opens, not again when the stream does', async ({ page, desk }) => {
  desk.calls = [callOf(1)];
  const release = desk.hold('GET /api/events');
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(1);
  release();
  await connected(desk);
  // An event that arrives shows that the page has read the stream, and with it what the stream said first.
  desk.change(liveCallOf(2, { direction: 'inbound', from: '+4930123456' }));
  await expect(rows(page)).toHaveCount(2);
  expect(desk.requestsTo('GET /api/calls')).toHaveLength(1);
});

test('a call that changed between the list and the stream is not missed', async ({ page, desk }) => {
  desk.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  const release = desk.hold('GET /api/events');
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toContainText('ringing');
  desk.calls = [callOf(1)];
  release();
  await expect(rows(page)).toContainText('completed');
  expect(desk.requestsTo('GET /api/calls')).toHaveLength(2);
});

test('a second tab misses nothing that was told while it was opening', async ({ page, desk, context }) => {
  desk.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toContainText('ringing');
  await connected(desk);
  const other = await context.newPage();
  // Its list is read, and then the call changes before the tab hears the first one.
  await other.addInitScript(() => {
    const tab = window as { deaf?: boolean };
    tab.deaf = true;
    window.BroadcastChannel = class extends BroadcastChannel {
      override addEventListener(type: string, listener: unknown): void {
        const heard = listener as (event: Event) => void;
        super.addEventListener(type, (event: Event) => tab.deaf !== true && heard(event));
      }
      override postMessage(message: unknown): void {
        if (tab.deaf === true) window.addEventListener('hearing', () => super.postMessage(message));
        else super.postMessage(message);
      }
    };
  });
  await other.goto('/app/voice-agents');
  await expect(rows(other)).toContainText('ringing');
  desk.change(callOf(1));
  await expect(rows(page)).toContainText('completed');
  await other.evaluate(() => {
    (window as { deaf?: boolean }).deaf = false;
    window.dispatchEvent(new Event('hearing'));
  });
  await expect(rows(other)).toContainText('completed');
});
