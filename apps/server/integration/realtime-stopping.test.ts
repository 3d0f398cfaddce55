import { afterAll, beforeAll, expect, test } from 'vitest';
import { callTimes, timesAtSpeed } from '../src/features/calls/call-times.ts';
import { startDesk } from '../testing/desk.ts';
import { type KillableDesk, openKillableDesk } from '../testing/killable-desk.ts';
import { speak } from '../testing/realtime/plan.ts';
import { RealtimeService } from '../testing/realtime/realtime-service.ts';
import { answering } from '../testing/realtime-callees.ts';
import { transcriptOf } from '../testing/voice-desk.ts';

const speed = 5;

let desk: KillableDesk;
let service: RealtimeService;

beforeAll(async () => {
  desk = await openKillableDesk(speed, { TIMES_SPEED: '10', VOICE_SPEED: String(speed) });
  service = await RealtimeService.start();
});
afterAll(async () => {
  await desk.stop();
  await service.stop();
});

/** A slow machine delivers audio late, and the lab hears a late word as two. */
const letters = (text: string) => text.replaceAll(' ', '');

test('a server that stops says goodbye on media streams first, and stores it', async () => {
  const settings = {
    ...{ LLM_PROVIDER: 'scripted', VOICE_ENGINE: 'realtime' },
    ...{ REALTIME_URL: service.url, OPENAI_API_KEY: service.key },
  };
  service.answerWith(answering(() => speak('We are open on Monday.')));
  const { lab, deployment } = desk;
  const server = await desk.start({ ...settings, DRAIN_SECONDS: '8' });
  const number = '+15005555901';
  lab.callees.define(number, {
    script: [{ wait: 'agent' }, { say: 'When are you open?' }, { silence: 120_000 }],
    patienceMs: 'endless',
  });
  lab.callees.setNumber(number, number);
  const id = await desk.clientOf(server).placeAccepted(number);
  await lab.waitFor((entry) => entry.kind === 'said' && entry.text.endsWith('Monday.'));
  const sid = lab.calls().find(({ to }) => to === number)?.sid ?? '';
  expect(await server.end('SIGTERM')).toBe(0);

  const goodbye = 'I am sorry, I have to end this call now. Somebody will get back to you. Goodbye.';
  const ledger = lab.ledger(sid);
  const heard = ledger.flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text] : []));
  expect(letters(heard.join(' '))).toContain(letters(goodbye));
  expect(ledger.filter((entry) => entry.kind === 'heard' && entry.clearedMs > 0)).toEqual([]);
  expect(service.sessions.at(-1)?.sent.ofType('error')).toEqual([]);
  // Its last callback reached no server; the next server asks the carrier, here with shortened time limits.
  await using next = await startDesk(deployment, settings, {
    times: timesAtSpeed(callTimes, 10),
    voiceSpeed: speed,
  });
  const call = await next.as().waitUntilEnded(id, { because: 'server_stopped' });
  expect(call).toMatchObject({ status: 'completed', reason: 'server_stopped' });
  expect(transcriptOf(call)).toEqual([
    'agent: Hello, this is the AI assistant of GS Dental.',
    'user: When are you open?',
    'agent: We are open on Monday.',
    `agent: ${goodbye}`,
    'system: The server stopped during the call.',
  ]);
}, 90_000);
