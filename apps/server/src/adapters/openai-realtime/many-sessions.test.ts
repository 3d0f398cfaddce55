import { afterEach, beforeEach, expect, test } from 'vitest';
import { RealtimeHarness } from '../../../testing/openai-realtime/realtime-harness.ts';
import { framesOf, silence, utter, wordsIn } from '../../../testing/realtime/speech.ts';

let harness: RealtimeHarness;
beforeEach(async () => {
  harness = await RealtimeHarness.start();
});
afterEach(() => harness.stop());

test('ten calls at a time: no frame is lost or out of order, and none gets into another call', async () => {
  const calls = Array.from({ length: 10 }, (_, index) => {
    const { session, heard } = harness.connect({ prompt: `call ${index}` });
    const frames = framesOf(Buffer.concat([utter(`This is call number ${index}.`), silence(600)]));
    return { index, session, heard, frames };
  });
  const longest = Math.max(...calls.map(({ frames }) => frames.length));
  for (let place = 0; place < longest; place += 1) {
    for (const { session, frames } of calls) {
      const frame = frames[place];
      if (frame !== undefined) session.appendAudio(frame);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const { index, session, heard, frames } of calls) {
    expect((await heard.until('engine.userText')).text).toBe(`This is call number ${index}.`);
    await heard.until('engine.done');
    const other = harness.service.sessions.find(({ settings }) => settings.instructions === `call ${index}`);
    expect(other?.received.ofType('input_audio_buffer.append').map(({ audio }) => audio)).toEqual(frames);
    expect(wordsIn(other?.audio() ?? Buffer.alloc(0))).toBe(`This is call number ${index}.`);
    expect(session.counts()).toEqual({ framesSent: frames.length, framesDropped: 0 });
  }
});

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
}

test('a hundred sessions, one after the other, leave no timer and no socket', async () => {
  for (let number = 0; number < 100; number += 1) {
    const { session, heard, other } = await harness.listening();
    session.say('item-1', 'Yes.');
    await heard.until('engine.done');
    session.close();
    await expect(other.received.until('never')).rejects.toThrow('closed');
  }
  await expect.poll(() => harness.clock.pendingTimers).toBe(0);
  await expect.poll(openSockets).toBe(0);
});
