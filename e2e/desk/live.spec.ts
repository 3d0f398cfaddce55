import type { Page } from '@playwright/test';
import { callIdOf, callOf, entryOf, listed, liveCallOf } from './fake-server/data.ts';
import type { FakeServer } from './fake-server/fake-server.ts';
import { rowOf, rows, settled } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';

const away = (page: Page) => page.getByText('Live updates are interrupted. Reconnecting...');
const addEntry = (fakeServer: FakeServer, n: number, ordinal: number, message: string) =>
  fakeServer.emit({ type: 'transcript.added', callId: callIdOf(n), entry: entryOf(ordinal, message) });

async function connected(fakeServer: FakeServer): Promise<void> {
  await expect.poll(() => fakeServer.streamCount).toBe(1);
}

test('a ringing call changes its status in the list by itself', async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toContainText('ringing');
  await connected(fakeServer);
  fakeServer.updateCall(liveCallOf(1));
  await expect(rows(page)).toContainText('in-progress');
  fakeServer.updateCall(callOf(1));
  await expect(rows(page)).toContainText('completed');
  await expect(rows(page)).toContainText('0:42');
});

test('a new inbound call appears at the top of the list', async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(1)];
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(1);
  await connected(fakeServer);
  fakeServer.updateCall(liveCallOf(2, { direction: 'inbound', from: '+4930123456', instructions: null }));
  await expect(rows(page).first()).toContainText('+4930123456');
  await expect(rows(page).first()).toHaveClass(/animate-arrive/);
  await expect(rowOf(page, '+15005551001')).not.toHaveClass(/animate-arrive/);
});

test('a call deleted elsewhere is removed from the list, and its page says so', async ({
  page,
  fakeServer,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  fakeServer.calls = [callOf(2), callOf(1)];
  await page.goto('/app/voice-agents');
  const other = await context.newPage();
  await other.goto(`/app/voice-agents/${callIdOf(2)}`);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('+15005551002');
  await connected(fakeServer);
  fakeServer.calls = [callOf(1)];
  fakeServer.emit({ type: 'call.removed', callId: callIdOf(2) });
  await expect(rows(page)).toHaveCount(1);
  await expect(other.getByText('Call not found').last()).toBeVisible();
});

test('the open call shows its status and transcript entries as they change', async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  await page.goto(`/app/voice-agents/${callIdOf(1)}`);
  await expect(page.getByText('ringing', { exact: true })).toBeVisible();
  await connected(fakeServer);
  fakeServer.updateCall(liveCallOf(1));
  await expect(page.getByText('in-progress', { exact: true })).toBeVisible();
  const transcript = page.getByRole('region', { name: 'Call Transcript' });
  addEntry(fakeServer, 1, 0, 'Hello, this is the assistant.');
  await expect(transcript.getByRole('listitem')).toHaveCount(1);
  addEntry(fakeServer, 1, 1, 'Good morning.');
  await expect(transcript.getByRole('listitem')).toHaveCount(2);
  const summary = 'They said good morning.';
  fakeServer.updateCall(
    callOf(1, {
      summary,
      transcript: [
        entryOf(0, 'Hello, this is the assistant.'),
        entryOf(1, 'Good morning.'),
        entryOf(2, 'Bye.'),
      ],
      turns: [{ firstTokenMs: 1, firstSpeechMs: 400 }],
    }),
  );
  await expect(page.getByText('completed', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'AI Summary' })).toContainText(summary);
  await expect(transcript.getByRole('listitem')).toHaveCount(3);
  await expect(transcript).toContainText('The agent began its one reply after 0.40 s.');
  await expect(page.getByRole('button', { name: 'End Call' })).toHaveCount(0);
});

test('the transcript stays scrolled to its end, unless the user scrolled up', async ({
  page,
  fakeServer,
}) => {
  const words = 'A sentence long enough to fill a line of the transcript. '.repeat(3);
  fakeServer.calls = [
    liveCallOf(1, { transcript: Array.from({ length: 20 }, (_, n) => entryOf(n, `${n}: ${words}`)) }),
  ];
  await page.goto(`/app/voice-agents/${callIdOf(1)}`);
  const pane = page.getByRole('log');
  const fromEnd = () =>
    pane.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
  await expect.poll(fromEnd).toBeLessThan(2);
  await connected(fakeServer);
  addEntry(fakeServer, 1, 20, words);
  await expect(pane.getByRole('listitem')).toHaveCount(21);
  await expect.poll(fromEnd).toBeLessThan(2);

  await pane.evaluate((element) => element.scrollTo(0, 0));
  // Scroll events are dispatched with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  addEntry(fakeServer, 1, 21, words);
  await expect(pane.getByRole('listitem')).toHaveCount(22);
  expect(await pane.evaluate((element) => element.scrollTop)).toBe(0);
  await page.getByRole('button', { name: 'New lines below' }).click();
  await expect.poll(fromEnd).toBeLessThan(2);
  await expect(page.getByRole('button', { name: 'New lines below' })).toHaveCount(0);
  addEntry(fakeServer, 1, 22, words);
  await expect(pane.getByRole('listitem')).toHaveCount(23);
  await expect.poll(fromEnd).toBeLessThan(2);
});

test('two tabs share one stream, and both show a change without asking for the list again', async ({
  page,
  fakeServer,
  context,
}) => {
  fakeServer.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  await page.goto('/app/voice-agents');
  const other = await context.newPage();
  await other.goto('/app/voice-agents');
  for (const tab of [page, other]) await expect(rows(tab)).toContainText('ringing');
  await connected(fakeServer);
  fakeServer.updateCall(liveCallOf(1));
  for (const tab of [page, other]) await expect(rows(tab)).toContainText('in-progress');
  for (const tab of [page, other]) await settled(tab, fakeServer);
  const asked = fakeServer.requestsTo('GET /api/calls').length;
  fakeServer.updateCall(callOf(1, { summary: 'They will come.' }));
  for (const tab of [page, other]) await expect(rows(tab)).toContainText('They will come.');
  expect(fakeServer.requestsTo('GET /api/calls')).toHaveLength(asked);
  expect(fakeServer.requestsTo('GET /api/events')).toHaveLength(1);
});

test('when the tab that reads the stream is closed, the other one takes over and misses nothing', async ({
  page,
  fakeServer,
  context,
}) => {
  fakeServer.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  const first = await context.newPage();
  await first.goto('/app/voice-agents');
  await connected(fakeServer);
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toContainText('ringing');
  await first.close();
  await expect.poll(() => fakeServer.requestsTo('GET /api/events').length).toBe(2);
  fakeServer.calls = [liveCallOf(1)];
  await connected(fakeServer);
  fakeServer.emit({ type: 'refetch' });
  await expect(rows(page)).toContainText('in-progress');
  fakeServer.updateCall(callOf(1));
  await expect(rows(page)).toContainText('completed');
});

test('the stream request has the bearer token', async ({ page, fakeServer }) => {
  await page.goto('/app/voice-agents');
  await connected(fakeServer);
  const [request] = fakeServer.requestsTo('GET /api/events');
  expect(request?.headers.authorization).toMatch(/^Bearer \S+\.\S+\.\S+$/);
});

test('the next stream is opened before the token of the old one expires, without a fetch in between', async ({
  page,
  fakeServer,
}) => {
  fakeServer.tokenLifetime = 3;
  fakeServer.calls = [callOf(1)];
  await page.goto('/app/voice-agents');
  await connected(fakeServer);
  await expect(rows(page)).toHaveCount(1);
  const asked = fakeServer.requestsTo('GET /api/calls').length;
  const seen: number[] = [];
  await expect
    .poll(() => {
      seen.push(fakeServer.streamCount);
      return fakeServer.requestsTo('GET /api/events').length;
    })
    .toBeGreaterThan(2);
  expect(Math.min(...seen)).toBeGreaterThan(0);
  fakeServer.updateCall(liveCallOf(1, { status: 'in-progress' }));
  fakeServer.updateCall(liveCallOf(2, { direction: 'inbound', from: '+4930123456' }));
  await expect(rows(page)).toHaveCount(2);
  expect(fakeServer.requestsTo('GET /api/calls')).toHaveLength(asked);
  const tokens = fakeServer.requestsTo('GET /api/events').map(({ headers }) => headers.authorization);
  expect(new Set(tokens).size).toBe(tokens.length);
});

test('a lost stream is opened again, and what is shown is fetched again', async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  await page.goto('/app/voice-agents');
  await connected(fakeServer);
  await expect(rows(page)).toContainText('ringing');
  const release = fakeServer.hold('GET /api/events');
  fakeServer.endStreams();
  fakeServer.calls = [callOf(1)];
  release();
  await expect(rows(page)).toContainText('completed');
  await connected(fakeServer);
});

test('a lost stream is reported on the page until it is back', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR/);
  fakeServer.calls = [callOf(1)];
  await page.goto('/app/voice-agents');
  await connected(fakeServer);
  await expect(away(page)).toHaveCount(0);
  fakeServer.respondWith('GET /api/events', 'disconnect');
  fakeServer.endStreams();
  await expect(away(page)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  const asked = fakeServer.requestsTo('GET /api/calls').length;
  await page.goto(`/app/voice-agents/${callIdOf(1)}`);
  await expect(away(page)).toBeVisible();
  fakeServer.resetResponse('GET /api/events');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(away(page)).toHaveCount(0);
  expect(fakeServer.requestsTo('GET /api/calls')).toHaveLength(asked);
});

test('with the stream open nothing is polled', async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  await page.clock.install();
  await page.goto('/app/voice-agents');
  await connected(fakeServer);
  await expect(rows(page)).toHaveCount(1);
  // What searches, and the views, are loaded after the list.
  await expect(page.getByRole('button', { name: 'Views' })).toBeEnabled();
  await settled(page, fakeServer);
  const asked = fakeServer.requests.length;
  await page.clock.runFor('04:00');
  expect(fakeServer.requests.length).toBe(asked);
  fakeServer.emit({ type: 'call.changed', call: listed(liveCallOf(1)) });
  await expect(rows(page)).toContainText('in-progress');
});

test('the list is fetched once when it opens, not again when the stream does', async ({
  page,
  fakeServer,
}) => {
  fakeServer.calls = [callOf(1)];
  const release = fakeServer.hold('GET /api/events');
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toHaveCount(1);
  release();
  await connected(fakeServer);
  // When this event has arrived, the page has also read the first event of the stream.
  fakeServer.updateCall(liveCallOf(2, { direction: 'inbound', from: '+4930123456' }));
  await expect(rows(page)).toHaveCount(2);
  expect(fakeServer.requestsTo('GET /api/calls')).toHaveLength(1);
});

test('a call that changed between the list and the stream is not missed', async ({ page, fakeServer }) => {
  fakeServer.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  const release = fakeServer.hold('GET /api/events');
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toContainText('ringing');
  fakeServer.calls = [callOf(1)];
  release();
  await expect(rows(page)).toContainText('completed');
  expect(fakeServer.requestsTo('GET /api/calls')).toHaveLength(2);
});

test('a second tab misses no event that was sent while it was opening', async ({
  page,
  fakeServer,
  context,
}) => {
  fakeServer.calls = [callOf(1, { status: 'ringing', duration: null, endTime: null })];
  await page.goto('/app/voice-agents');
  await expect(rows(page)).toContainText('ringing');
  await connected(fakeServer);
  const other = await context.newPage();
  // Its list is loaded, and then the call changes before the tab gets messages of the first one.
  await other.addInitScript(() => {
    const tab = window as { muted?: boolean };
    tab.muted = true;
    window.BroadcastChannel = class extends BroadcastChannel {
      override addEventListener(type: string, listener: unknown): void {
        const deliver = listener as (event: Event) => void;
        super.addEventListener(type, (event: Event) => tab.muted !== true && deliver(event));
      }
      override postMessage(message: unknown): void {
        if (tab.muted === true) window.addEventListener('unmuted', () => super.postMessage(message));
        else super.postMessage(message);
      }
    };
  });
  await other.goto('/app/voice-agents');
  await expect(rows(other)).toContainText('ringing');
  fakeServer.updateCall(callOf(1));
  await expect(rows(page)).toContainText('completed');
  await other.evaluate(() => {
    (window as { muted?: boolean }).muted = false;
    window.dispatchEvent(new Event('unmuted'));
  });
  await expect(rows(other)).toContainText('completed');
});
