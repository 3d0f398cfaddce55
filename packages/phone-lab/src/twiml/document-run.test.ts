import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Hit, sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { writeWav } from '../audio/wav.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;
const from = '+15005550006';
const wav = writeWav([Buffer.alloc(16_000, 0x9e)]);

const answers: Record<string, string | ((hit: Hit) => Answer)> = {
  '/bye': twiml('<Say>Bye now.</Say><Hangup/><Say>never said</Say>'),
  '/relative/start': twiml('<Redirect method="GET">../bye?x=1&amp;y=2</Redirect>'),
  '/broken': '<Response><Say>never closed</Response>',
  '/not-twiml': '<html></html>',
  '/json': () => ({ type: 'application/json', body: '{}' }),
  '/plain': () => ({ type: 'text/plain', body: 'Plain words.' }),
  '/error': () => ({ status: 500 }),
  '/slow': () => ({ hang: true }),
  '/fallback': twiml('<Say>Fallback speaking.</Say>'),
  '/strange': twiml('<say>lower case</say><Sing>la</Sing><Say>Then this.</Say>'),
  '/enqueue': twiml('<Enqueue>support</Enqueue>'),
  '/transcription': twiml('<Start><Transcription/></Start>'),
  '/relay-done': twiml('<Say>Sorry.</Say>'),
  '/beep.wav': () => ({ type: 'audio/wav', body: wav }),
};

beforeAll(async () => {
  lab = await startLab({ speed: 100, cps: 1000 });
  app = await startApp(() => lab, answers);
});
afterAll(async () => {
  await app.close();
  await lab.stop();
});

/** Places a call with this document and returns its ledger once it is over. */
async function run(options: { twiml?: string; url?: string; fallbackUrl?: string; to?: string }) {
  const call = await sdk(lab).calls.create({ to: '+15005550010', from, ...options } as never);
  const record = await lab.ended(call.sid);
  const entries = lab.ledger(call.sid);
  const said = entries.flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text] : []));
  const problems = entries.flatMap((entry) => (entry.kind === 'problem' ? [entry.code] : []));
  return { sid: call.sid, record, said, problems };
}

const apology = 'We are sorry, an application error has occurred. Goodbye.';

describe('documents', () => {
  it('are carried out in order, and end the call', async () => {
    const result = await run({ url: `${app.url}/bye` });
    expect(result).toMatchObject({ said: ['Bye now.'], problems: [], record: { status: 'completed' } });
    const hit = await app.hit('/bye', (one) => one.params.CallSid === result.sid);
    expect(hit).toMatchObject({ method: 'POST', signed: true });
    expect(hit.params).toMatchObject({
      CallStatus: 'in-progress',
      Direction: 'outbound-api',
      To: '+15005550010',
      From: from,
    });
  });

  it('are redirected to relative addresses', async () => {
    const { said } = await run({ url: `${app.url}/relative/start` });
    expect(said).toEqual(['Bye now.']);
    const hit = await app.hit('/bye', (one) => one.method === 'GET');
    expect(hit.signed).toBe(true);
    expect([hit.query.get('x'), hit.query.get('y')]).toEqual(['1', '2']);
  });

  it('may be plain text', async () => {
    expect((await run({ url: `${app.url}/plain` })).said).toEqual(['Plain words.']);
  });

  it.each([
    ['/broken', 12100],
    ['/not-twiml', 12100],
    ['/json', 12300],
    ['/error', 11200],
    ['/slow#rt=100&rc=0', 11200],
    ['/enqueue', 12200],
    ['/transcription', 12200],
  ])('at %s fail with %i: an apology without a fallback, the fallback with one', async (path, code) => {
    const alone = await run({ url: app.url + path });
    expect(alone).toMatchObject({ problems: [code], said: [apology], record: { status: 'completed' } });
    const saved = await run({ url: app.url + path, fallbackUrl: `${app.url}/fallback` });
    expect(saved).toMatchObject({ problems: [code], said: ['Fallback speaking.'] });
    const hit = await app.hit('/fallback', (one) => one.params.CallSid === saved.sid);
    expect(hit.params).toMatchObject({ ErrorCode: String(code), ErrorUrl: app.url + path });
  });

  it('at an address where nothing listens fail with 11205', async () => {
    expect((await run({ url: 'http://127.0.0.1:1/' })).problems).toEqual([11205]);
  });

  it('skip unknown elements, with a warning', async () => {
    expect(await run({ url: `${app.url}/strange` })).toMatchObject({
      said: ['Then this.'],
      problems: [12200, 12200],
    });
  });
});

describe('verbs', () => {
  it('Say repeats, ignores SSML tags, and takes time', async () => {
    const { said, record } = await run({
      twiml: twiml('<Say loop="2">One <break/><emphasis>two</emphasis> &amp; three</Say>'),
    });
    expect(said).toEqual(['One two & three', 'One two & three']);
    expect((record.endedAt ?? 0) - (record.answeredAt ?? 0)).toBeGreaterThan(2500);
  });

  it('Pause waits', async () => {
    const { record } = await run({ twiml: twiml('<Pause length="7"/>') });
    expect((record.endedAt ?? 0) - (record.answeredAt ?? 0)).toBeGreaterThanOrEqual(6_900);
  });

  it('Play takes as long as the file lasts, and presses digits', async () => {
    const { sid } = await run({ twiml: twiml(`<Play>${app.url}/beep.wav</Play><Play digits="12"/>`) });
    const played = lab.ledger(sid).find((entry) => entry.kind === 'played');
    expect(played).toMatchObject({ source: `${app.url}/beep.wav`, cut: false });
    if (played?.kind === 'played') expect(played.endMs - played.startMs).toBeGreaterThanOrEqual(1_900);
    expect(lab.ledger(sid).filter((entry) => entry.kind === 'digit')).toHaveLength(2);
  });
});
