import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Hit, sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;
const from = '+15005550006';

/** As an IVR with a session: it asks again until the caller's cookie comes back. */
function ivr(hit: Hit): Answer {
  if (hit.headers.cookie?.includes('session=known')) return { body: twiml('<Say>Welcome back.</Say>') };
  if (app.on('/ivr').filter(({ params }) => params.CallSid === hit.params.CallSid).length > 3)
    return { body: twiml('<Say>Who are you?</Say>') };
  return {
    cookies: ['session=known; Path=/; HttpOnly'],
    body: twiml('<Redirect>/ivr</Redirect>'),
  };
}

const answers: Record<string, string | ((hit: Hit) => Answer)> = {
  '/ivr': ivr,
  '/login': () => ({ status: 302, headers: { Location: '/inside' }, cookies: ['user=ann'] }),
  '/inside': (hit) => ({ body: twiml(`<Say>Cookie ${hit.headers.cookie ?? 'missing'}.</Say>`) }),
  '/several': () => ({
    cookies: [
      'a=1',
      'b=2; Path=/elsewhere',
      'c=3; Max-Age=0',
      'd=4; Domain=example.test',
      'e=5; Secure',
      'bad',
    ],
    body: twiml('<Redirect>/show</Redirect>'),
  }),
  '/show': (hit) => ({
    cookies: ['a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
    body: twiml(`<Say>Show ${hit.headers.cookie ?? 'nothing'}.</Say><Redirect>/after</Redirect>`),
  }),
  '/after': (hit) => ({ body: twiml(`<Say>After ${hit.headers.cookie ?? 'nothing'}.</Say>`) }),
};

beforeAll(async () => {
  lab = await startLab({ speed: 100, cps: 1000 });
  app = await startApp(() => lab, answers);
});
afterAll(async () => {
  await app.close();
  await lab.stop();
});

async function said(path: string): Promise<string[]> {
  const { sid } = await sdk(lab).calls.create({ to: '+15005550010', from, url: app.url + path });
  await lab.ended(sid);
  return lab
    .ledger(sid)
    .flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text] : []));
}

describe('cookies', () => {
  it('are kept within a call, so that a program with a session recognizes it', async () => {
    expect(await said('/ivr')).toEqual(['Welcome back.']);
  });

  it('of one call are not sent in another', async () => {
    await said('/ivr');
    await said('/ivr');
    const first = app.on('/ivr').filter((hit) => hit.headers.cookie === undefined);
    const calls = new Set(app.on('/ivr').map((hit) => hit.params.CallSid));
    expect(first).toHaveLength(calls.size);
  });

  it('set by a redirect are sent to its target', async () => {
    expect(await said('/login')).toEqual(['Cookie user=ann.']);
  });

  it('are sent by host, path and scheme, and not after they expire', async () => {
    expect(await said('/several')).toEqual(['Show a=1.', 'After nothing.']);
  });
});
