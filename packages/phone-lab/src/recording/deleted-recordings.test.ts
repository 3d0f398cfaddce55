import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { manualClock } from '../../testing/manual-clock.ts';
import { pretendedThreads } from '../../testing/pretended-thread.ts';
import { ChannelAudio } from '../audio/channel-audio.ts';
import { FrameTimer } from '../audio/frame-timer.ts';
import type { Leg } from '../call/leg.ts';
import { Faults } from '../faults.ts';
import { Ledger } from '../ledger.ts';
import { VoiceChannel } from '../speech/voice-channel.ts';
import { Voices } from '../voices/voices.ts';
import { CallRecordings } from './call-recordings.ts';
import { RecordingStore } from './store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deleted-recordings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A recording that is over and is not rendered before the test says so. */
function rendering() {
  const clock = manualClock();
  const channel = new VoiceChannel(clock);
  const audio = new ChannelAudio(channel, new FrameTimer(clock), true);
  const ledger = new Ledger(null);
  const store = new RecordingStore(ledger, folder);
  const rendered = Promise.withResolvers<void>();
  const { startWorker } = pretendedThreads((thread) => {
    void rendered.promise.then(() => thread.emit('message', { sound: new Uint8Array(800) }));
  });
  const voices = new Voices({ startWorker });
  const sent: string[] = [];
  const recordings = new CallRecordings({
    sid: 'CA1',
    record: { to: '+15005550010' },
    time: () => clock.now(),
    audio,
    carrier: {
      clock,
      ledger,
      voices,
      recordingStore: store,
      faults: new Faults(),
      account: { sid: 'AC1' },
      origin: () => 'http://127.0.0.1',
      callbacks: { send: ({ event }: { event: string }) => sent.push(event) },
    },
  } as unknown as Leg);
  const { record, done } = recordings.start({
    source: 'StartCallRecordingTwiML',
    name: '',
    channels: 2,
    track: 'both',
    trim: false,
    callback: {
      url: 'http://127.0.0.1/recording',
      method: 'POST',
      events: new Set(['in-progress', 'completed', 'absent']),
    },
  });
  channel.say('app', 'Fine so.');
  clock.advance(3_000);
  recordings.stop(record.sid);
  clock.advance(1_000);
  const render = async () => {
    rendered.resolve();
    await done;
    await voices.close();
  };
  return { store, sent, sid: record.sid, file: join(folder, 'recordings', `${record.sid}.wav`), render };
}

it('a recording that is deleted while it is rendered leaves no sound and sends no callback', async () => {
  const { store, sent, sid, file, render } = rendering();
  store.remove(sid);
  await render();
  expect(existsSync(file)).toBe(false);
  expect(sent).toEqual(['recording-in-progress']);
  expect(store.all(true)).toMatchObject([{ sid, status: 'deleted' }]);
});

it('a recording that is not deleted is stored when it is rendered', async () => {
  const { store, sent, sid, file, render } = rendering();
  expect(existsSync(file)).toBe(false);
  await render();
  expect(existsSync(file)).toBe(true);
  expect(sent).toEqual(['recording-in-progress', 'recording-completed']);
  expect(store.all(true)).toMatchObject([{ sid, status: 'completed' }]);
});
