import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sdk, twiml } from '../../testing/app.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
const from = '+15005550006';
const document = twiml('<Say>Hello there.</Say><Pause length="600"/>');
const pages: AbortController[] = [];

beforeAll(async () => {
  lab = await startLab({ speed: 10, cps: 1000 });
});
afterEach(async () => {
  for (const page of pages.splice(0)) page.abort();
  for (const call of lab.calls()) if (call.endedAt === null) lab.hangUp(call.sid);
  await api('PUT', '/handset', { wanted: true });
});
afterAll(() => lab.stop());

interface PageEvent {
  event: string;
  data: Record<string, unknown>;
}

/** A handset page as the browser opens it: one stream of events, open until it is closed. */
async function openPage(tab: string): Promise<{
  events: PageEvent[];
  next(fits: (event: PageEvent) => boolean): Promise<PageEvent>;
  close(): void;
}> {
  const page = new AbortController();
  pages.push(page);
  const response = await fetch(`${lab.url}/lab/handset/events?tab=${tab}`, { signal: page.signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events: PageEvent[] = [];
  const waiting = new Set<(event: PageEvent) => void>();
  void (async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString('utf8');
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const event = /^event: (.*)$/m.exec(part)?.[1];
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (!event || !data) continue;
        const one = { event, data: JSON.parse(data) as Record<string, unknown> };
        events.push(one);
        for (const wake of [...waiting]) wake(one);
      }
    }
  })().catch(() => {});
  const next = (fits: (event: PageEvent) => boolean): Promise<PageEvent> => {
    const known = events.find(fits);
    if (known) return Promise.resolve(known);
    return new Promise((resolve) => {
      const wake = (event: PageEvent) => {
        if (!fits(event)) return;
        waiting.delete(wake);
        resolve(event);
      };
      waiting.add(wake);
    });
  };
  await next((event) => event.event === 'handset');
  return { events, next, close: () => page.abort() };
}

async function api(method: string, path: string, body: unknown = {}) {
  const response = await fetch(`${lab.url}/lab${path}`, {
    method,
    ...(method === 'GET'
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const place = async (to = '+15005550010') => (await sdk(lab).calls.create({ to, from, twiml: document })).sid;
const progress = (sid: string, event: string) =>
  lab.waitFor((entry) => entry.callSid === sid && entry.kind === 'progress' && entry.event === event);

describe('an open page', () => {
  it('takes calls: they ring until they are answered there', async () => {
    const page = await openPage('page-one-1');
    const sid = await place();
    await progress(sid, 'ringing');
    expect(lab.call(sid)?.callee).toBe('handset');
    expect((await api('POST', `/calls/${sid}/answer`, { tab: 'page-one-1' })).status).toBe(200);
    expect(lab.call(sid)?.status).toBe('in-progress');
    expect((await api('GET', '/handset')).body).toMatchObject({
      taking: true,
      pages: 1,
      held: { [sid]: 'page-one-1' },
    });
    const word = await page.next(({ event, data }) => event === 'live' && data.what === 'word');
    expect(word.data).toMatchObject({ callSid: sid, by: 'app', word: 'Hello ' });
    await page.next(({ event, data }) => event === 'live' && data.what === 'ended');
    await page.next(({ event, data }) => event === 'entry' && data.kind === 'said');
    expect(page.events.some(({ event, data }) => event === 'entry' && data.kind === 'webhook')).toBe(false);
    expect((await api('POST', `/calls/${sid}/hangup`, { tab: 'page-one-1' })).status).toBe(200);
    await page.next(
      ({ event, data }) => event === 'handset' && Object.keys(data.held as object).length === 0,
    );
  });

  it('does not take numbers with a fixed outcome or a callee of their own', async () => {
    await openPage('page-two-1');
    lab.callees.setNumber('+15005550011', 'wrong-number');
    const busy = await place('+15005550101');
    const wrong = await place('+15005550011');
    expect((await lab.ended(busy)).status).toBe('busy');
    await progress(wrong, 'answered');
    expect(lab.call(wrong)?.callee).toBe('wrong-number');
  });

  it('gives a call to one of several windows', async () => {
    await openPage('window-one');
    await openPage('window-two');
    const sid = await place();
    await progress(sid, 'ringing');
    const answers = await Promise.all(
      ['window-one', 'window-two'].map((tab) => api('POST', `/calls/${sid}/answer`, { tab })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const loser = answers[0]?.status === 409 ? 'window-one' : 'window-two';
    for (const [what, body] of [
      ['say', { text: 'Me too.' }],
      ['press', { digits: '1' }],
      ['hangup', {}],
    ] as const) {
      expect(await api('POST', `/calls/${sid}/${what}`, { ...body, tab: loser })).toMatchObject({
        status: 409,
        body: { code: 'held_elsewhere' },
      });
    }
    expect(lab.call(sid)?.status).toBe('in-progress');
  });

  it('can decline', async () => {
    await openPage('page-three');
    const sid = await place();
    await progress(sid, 'ringing');
    expect((await api('POST', `/calls/${sid}/decline`, { tab: 'page-three' })).status).toBe(200);
    expect((await lab.ended(sid)).status).toBe('busy');
    expect((await api('POST', `/calls/${sid}/decline`)).status).toBe(404);
  });

  it('leaves calls to the scripted callee when it is switched off', async () => {
    await openPage('page-four-1');
    const ringing = await place();
    await progress(ringing, 'ringing');
    expect((await api('PUT', '/handset', { wanted: false })).body).toMatchObject({
      wanted: false,
      taking: false,
    });
    // Also what rang at the page already.
    await progress(ringing, 'answered');
    expect(lab.call(ringing)?.callee).toBe('confirms');
    const next = await place();
    await progress(next, 'answered');
    expect(lab.call(next)?.callee).toBe('confirms');
    expect((await api('PUT', '/handset', { wanted: 'yes' })).status).toBe(400);
  });

  it('leaves ringing calls to the scripted callee when it is closed and does not come back', async () => {
    const page = await openPage('page-five-1');
    const sid = await place();
    await progress(sid, 'ringing');
    page.close();
    await progress(sid, 'answered');
    expect(lab.call(sid)?.callee).toBe('confirms');
    expect((await api('GET', '/handset')).body).toMatchObject({ taking: false, pages: 0 });
  }, 20_000);

  it('keeps its calls after a reload', async () => {
    const page = await openPage('page-six-11');
    const sid = await place();
    await progress(sid, 'ringing');
    page.close();
    await openPage('page-six-11');
    expect((await api('POST', `/calls/${sid}/answer`, { tab: 'page-six-11' })).status).toBe(200);
  });

  it('calls in and has that call', async () => {
    const [number] = await sdk(lab).incomingPhoneNumbers.list({ phoneNumber: from });
    await sdk(lab)
      .incomingPhoneNumbers(number?.sid ?? '')
      .update({ voiceUrl: 'http://127.0.0.1:1/in' });
    await openPage('page-seven');
    const { body } = await api('POST', '/dial', {
      to: from,
      from: '+15005550142',
      callee: 'handset',
      tab: 'page-seven',
    });
    expect((await api('GET', '/handset')).body).toMatchObject({
      held: { [String(body.callSid)]: 'page-seven' },
    });
    expect((await api('GET', '/info')).body).toMatchObject({
      lines: [{ number: from, inService: true }, { inService: false }],
    });
  });

  it('must send its tab', async () => {
    expect((await fetch(`${lab.url}/lab/handset/events`)).status).toBe(400);
  });
});
