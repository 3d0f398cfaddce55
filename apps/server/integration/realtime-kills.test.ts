import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Balancer } from '../testing/balancer.ts';
import { type KillableDesk, openKillableDesk } from '../testing/killable-desk.ts';
import { run } from '../testing/old-deployment.ts';
import { call, speak } from '../testing/realtime/plan.ts';
import { RealtimeService } from '../testing/realtime/realtime-service.ts';
import { answering } from '../testing/realtime-callees.ts';
import { transcriptOf, waitForSummary } from '../testing/voice-desk.ts';

const speed = 5;

let desk: KillableDesk;
let service: RealtimeService;

beforeAll(async () => {
  service = await RealtimeService.start();
  desk = await openKillableDesk(speed, {
    ...{ TIMES_SPEED: '10', VOICE_SPEED: String(speed), TRUST_PROXY: 'loopback' },
    ...{ LLM_PROVIDER: 'scripted', VOICE_ENGINE: 'realtime' },
    ...{ REALTIME_URL: service.url, OPENAI_API_KEY: service.key },
  });
});
afterAll(async () => {
  await desk?.stop();
  await service?.stop();
});

const opening = 'Hello, this is the AI assistant of GS Dental.';
const apology = 'I am sorry, we were cut off for a moment.';
const note = 'system: The line dropped during the conversation.';
/** Long enough for a server to be killed while it is said. */
const answer =
  `You can come on many days. ${'We are open in the morning and in the afternoon. '.repeat(12)}`.trim();

/** A slow machine delivers audio late, and the lab hears a late word as two. */
const letters = (text: string) => text.replaceAll(' ', '');

/** What is stored of a call beside its transcript. */
function storedOf(id: string) {
  return run(desk.owner, async (owner) => {
    const { rows } = await owner.query(
      `select
         (select json_agg(json_build_object('session', session, 'lost', lost, 'over', closed_at is not null)
            order by session) from voice_passes where call_id = $1 and used_at is not null) as sessions,
         (select count(*)::int from live_sessions where call_id = $1) as leases,
         (select count(*)::int from call_events where call_id = $1 and kind = 'summary_ready') as summaries`,
      [id],
    );
    return rows[0];
  });
}

test('CL26, CL28, VS37: the server of a media stream is killed amid a sentence, and another one goes on with what was said', async () => {
  const balancer = await Balancer.start();
  onTestFinished(() => balancer.stop());
  const shared = { PUBLIC_URL: balancer.url };
  const [killed, other] = [await desk.start(shared), await desk.start(shared)];
  balancer.add(killed.url);
  await expect.poll(() => balancer.ready).toEqual([killed.url]);
  service.answerWith(
    answering((heard) => {
      if (/Tuesday/.test(heard))
        return [speak('Thank you. Goodbye.'), call('end_call', { reason: 'finished' })];
      return /come/.test(heard) ? speak(answer) : speak('Is Tuesday fine?');
    }),
  );
  const number = '+15005555902';
  desk.lab.callees.define(number, {
    script: [
      { wait: 'agent' },
      { say: 'When can I come?' },
      { wait: { phrase: 'Tuesday fine' } },
      { say: 'Tuesday is fine.' },
      { silence: 600_000 },
    ],
    patienceMs: 'endless',
  });
  desk.lab.callees.setNumber(number, number);
  const client = desk.clientOf(other);
  const id = await desk.clientOf(killed).placeAccepted(number);
  await expect
    .poll(async () => transcriptOf(await client.call(id)).join('\n'), { interval: 50 })
    .toContain('agent: You can come');
  balancer.add(other.url);
  await expect.poll(() => balancer.ready).toHaveLength(2);
  await killed.end('SIGKILL');

  const ended = await client.waitUntilEnded(id);
  expect(ended).toMatchObject({ status: 'completed', reason: null });
  // The engine's next session is told what was heard before.
  expect(service.sessions).toHaveLength(2);
  const [asked, heard, cut] = service.sessions[1]?.history() ?? [];
  expect([asked, heard]).toEqual([`assistant: ${opening}`, 'user: When can I come?']);
  expect(cut).toMatch(/^assistant: You can come/);
  expect(letters(wordsHeard(number))).toContain(letters(`${apology} Is Tuesday fine?`));

  const summarized = await waitForSummary(client, id);
  const lines = transcriptOf(summarized);
  const [first, said, begun = '', ...after] = lines;
  expect([first, said]).toEqual([`agent: ${opening}`, 'user: When can I come?']);
  // Of the sentence during which the server was killed, what was heard up to a second before.
  expect(begun).toMatch(/^agent: You can come/);
  expect(`agent: ${answer}`.length).toBeGreaterThan(begun.length);
  expect(after).toEqual([
    note,
    `agent: ${apology}`,
    'agent: Is Tuesday fine?',
    'user: Tuesday is fine.',
    'agent: Thank you. Goodbye.',
  ]);
  const places = summarized.transcript.map(({ ordinal }) => ordinal);
  expect(places).toEqual(places.toSorted((one, another) => one - another));
  await expect
    .poll(() => storedOf(id))
    .toEqual({
      sessions: [
        { session: 1, lost: true, over: true },
        { session: 2, lost: false, over: true },
      ],
      leases: 0,
      summaries: 1,
    });
});

/** What the other party heard, by the carrier's ledger. */
function wordsHeard(number: string): string {
  const sid = desk.lab.calls().find(({ to }) => to === number)?.sid ?? '';
  return desk.lab
    .ledger(sid)
    .flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text.trim()] : []))
    .join(' ');
}
