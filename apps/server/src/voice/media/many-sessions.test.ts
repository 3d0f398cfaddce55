import { queryObjects } from 'node:v8';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { load } from '../../../testing/load.ts';
import { call, speak } from '../../../testing/realtime/plan.ts';
import { RealtimeService } from '../../../testing/realtime/realtime-service.ts';
import { speechMs } from '../../../testing/realtime/speech.ts';
import { MediaHarness } from '../../../testing/voice/media/media-harness.ts';
import { RealtimeSession } from '../../adapters/openai-realtime/realtime-session.ts';
import type { CallBrief } from '../../ports/language-model.ts';
import { LiveSessions } from '../live-sessions.ts';
import { SessionRunner } from '../session-runner.ts';
import { EngineConnection } from './engine-connection.ts';
import { MediaSession } from './media-session.ts';

const calls = load(1_000);
const brief: CallBrief = {
  ...exampleBrief,
  greeting: 'Hello, Elm Street Dental.',
  direction: 'inbound',
  instructions: null,
};

let service: RealtimeService;
beforeAll(async () => {
  service = await RealtimeService.start();
  service.answerWith(({ cause }) =>
    cause === 'asked' ? speak('Hello.') : [speak('Goodbye.'), call('end_call', { reason: 'finished' })],
  );
});
afterAll(() => service.stop());

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
}

const sessions = new LiveSessions();

/** A call from hello to goodbye; tells how many timers are left. */
async function talk(): Promise<number> {
  const number = service.sessions.length + 1;
  const desk = new MediaHarness(brief, service);
  sessions.add(String(number), desk.session);
  const other = await service.session(number);
  await other.sent.until('response.done');
  await desk.callerSays('Hi.');
  await other.sent.untilCount('response.done', 2);
  for (let turn = 0; turn < 100 && desk.socket.closedWith === null; turn += 1) {
    desk.advance(speechMs('Goodbye.'));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await desk.session.done;
  await expect(other.received.until('never')).rejects.toThrow('closed');
  expect(desk.socket.closedWith).toBe(1000);
  return desk.clock.pendingTimers;
}

test(`${calls} calls leave no timer, no socket and no memory behind`, { timeout: 600_000 }, async () => {
  for (let number = 0; number < calls; number += 1) expect(await talk()).toBe(0);
  await expect.poll(openSockets, { timeout: 10_000 }).toBe(0);
  expect(sessions.size).toBe(0);
  // Counting collects the garbage first: whatever is found is still held by somebody.
  for (const part of [MediaSession, SessionRunner, EngineConnection, RealtimeSession])
    expect([part.name, queryObjects(part as never)]).toEqual([part.name, 0]);
});
