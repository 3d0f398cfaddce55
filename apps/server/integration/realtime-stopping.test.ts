import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lab, startLab } from '@parley/phone-lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callTimes, scaledTimes } from '../src/features/calls/call-times.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { type DeskGround, layGround, startDesk } from '../src/testing/desk.ts';
import { DeskClient } from '../src/testing/desk-client.ts';
import { speak } from '../src/testing/realtime/plan.ts';
import { RealtimeService } from '../src/testing/realtime/realtime-service.ts';
import { answering } from '../src/testing/realtime-people.ts';
import { startServerProcess } from '../src/testing/server-process.ts';
import { script } from '../src/testing/voice-desk.ts';

const speed = 5;

let database: TestDatabase;
let lab: Lab;
let ground: DeskGround;
let service: RealtimeService;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  lab = await startLab({ speed, cps: 1000 });
  ground = await layGround(database, lab);
  service = await RealtimeService.start();
  dataDir = await mkdtemp(join(tmpdir(), 'parley-stopping-'));
});
afterAll(async () => {
  await lab.stop();
  await service.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test('a server that stops lets people on a media stream hear a goodbye first, and keeps it', async () => {
  const settings = {
    ...{ LLM_PROVIDER: 'rehearsal', VOICE_ENGINE: 'realtime' },
    ...{ REALTIME_URL: service.url, OPENAI_API_KEY: service.key },
  };
  service.answerWith(answering(() => speak('We are open on Monday.')));
  const entry = join(import.meta.dirname, '../src/testing/doomed-server.ts');
  const server = await startServerProcess(
    {
      ...{ ...ground.settings, ...settings, DATA_DIR: dataDir, DRAIN_SECONDS: '8' },
      ...{ TIME_SCALE: '0.1', VOICE_SCALE: String(1 / speed) },
    },
    entry,
  );
  const number = '+15005555901';
  lab.callees.define(number, {
    script: [{ wait: 'agent' }, { say: 'When are you open?' }, { silence: 120_000 }],
    patienceMs: 'endless',
  });
  lab.callees.setNumber(number, number);
  const id = await new DeskClient(server.url, ground.mint, {}).placed(number);
  await lab.waitFor((entry) => entry.kind === 'said' && entry.text.includes('We are open on Monday.'));
  const sid = lab.calls().find(({ to }) => to === number)?.sid ?? '';
  expect(await server.end('SIGTERM')).toBe(0);

  const goodbye = 'I am sorry, I have to end this call now. Somebody will get back to you. Goodbye.';
  const ledger = lab.ledger(sid);
  const heard = ledger.flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text] : []));
  expect(heard.join(' ')).toContain(goodbye);
  expect(ledger.filter((entry) => entry.kind === 'heard' && entry.clearedMs > 0)).toEqual([]);
  expect(service.sessions.at(-1)?.sent.of('error')).toEqual([]);
  // Its last news went to a server that was gone; the next one asks the carrier, and sooner than in life.
  await using next = await startDesk(ground, settings, {
    times: scaledTimes(callTimes, 0.1),
    voiceScale: 1 / speed,
  });
  const call = await next.as().ended(id);
  expect(call).toMatchObject({ status: 'completed', reason: 'server_stopped' });
  expect(script(call)).toEqual([
    'agent: Hello, this is the AI assistant of GS Dental.',
    'user: When are you open?',
    'agent: We are open on Monday.',
    `agent: ${goodbye}`,
    'system: The server stopped during the call.',
  ]);
}, 90_000);
