import { afterAll, describe, expect, it } from 'vitest';
import { sdk, startApp } from '../../testing/app.ts';
import { placeAndAnswer, waitForSaid } from '../../testing/calls.ts';
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts';
import { pretendedThreads } from '../../testing/pretended-thread.ts';
import { ChannelAudio } from '../audio/channel-audio.ts';
import { FrameTimer } from '../audio/frame-timer.ts';
import { toLinear } from '../audio/mulaw.ts';
import { wordsIn } from '../audio/voice-reader.ts';
import { readChannels } from '../audio/wav.ts';
import { startLab } from '../lab.ts';
import { VoiceChannel } from '../speech/voice-channel.ts';
import { Voices } from '../voices/voices.ts';
import { Recorder } from './recorder.ts';

const voices = new Voices();
afterAll(() => voices.close());

/** What happens on the channel before it is recorded. */
type Before = (channel: VoiceChannel, clock: ManualClock) => void;

/** A channel that is recorded on two channels, with a clock that stands still. */
function recorded(trim = false, before: Before = () => {}, isSpoken = true) {
  const clock = manualClock();
  const channel = new VoiceChannel(clock);
  const audio = new ChannelAudio(channel, new FrameTimer(clock), isSpoken);
  before(channel, clock);
  const recorder = new Recorder({
    source: 'StartCallRecordingTwiML',
    name: '',
    channels: 2,
    track: 'both',
    trim,
    callback: null,
  });
  const stop = audio.listen((party, app, at) => recorder.addFrame(party, app, at), 'recording');
  recorder.follow(audio.timeline);
  const finish = async (by: Voices | null = isSpoken ? voices : null) => {
    stop();
    const { file, seconds } = recorder.finish(by);
    const [party = Buffer.alloc(0), app = Buffer.alloc(0)] = readChannels(await file);
    expect(party.length).toBe(seconds * 8_000);
    return { party, app };
  };
  return { clock, channel, audio, recorder, finish };
}

/** Whether there is sound between two times, in milliseconds. */
function isHeard(sound: Buffer, from: number, to: number): boolean {
  return sound.subarray(from * 8, to * 8).some((byte) => Math.abs(toLinear(byte)) > 300);
}

/** Lets a speech come to its end; how many milliseconds it took. */
function untilOver(clock: ManualClock, speech: { ended: unknown }): number {
  let ms = 0;
  for (; speech.ended === null; ms += 20) clock.advance(20);
  return ms;
}

describe('a recording with spoken voices', { timeout: 300_000 }, () => {
  it('has each sentence where it was said, on the channel of who said it', async () => {
    const { clock, channel, finish } = recorded();
    clock.advance(1_000);
    const first = untilOver(clock, channel.say('app', 'Good morning, this is the assistant.'));
    clock.advance(1_000);
    const second = untilOver(clock, channel.say('party', 'Good morning.'));
    clock.advance(1_000);
    const { party, app } = await finish();
    const answer = 1_000 + first + 1_000;
    expect(isHeard(app, 0, 1_000)).toBe(false);
    expect(isHeard(app, 1_000, 1_150)).toBe(true);
    expect(isHeard(app, 1_000 + first / 2, 1_000 + first)).toBe(true);
    expect(isHeard(app, 1_040 + first, 60_000)).toBe(false);
    expect(isHeard(party, 0, answer)).toBe(false);
    expect(isHeard(party, answer, answer + 150)).toBe(true);
    expect(isHeard(party, answer + second + 40, 60_000)).toBe(false);
    expect(wordsIn(app)).not.toContain('morning');
  });

  it('has the rest of the word in the middle of which it begins, and all that follows', async () => {
    const greets: Before = (channel, clock) => {
      channel.say('party', 'Hello, this is Robin.');
      clock.advance(180);
    };
    const spoken = recorded(false, greets);
    spoken.clock.advance(5_000);
    expect(isHeard((await spoken.finish()).party, 0, 150)).toBe(true);
    const tones = recorded(false, greets, false);
    tones.clock.advance(5_000);
    expect(wordsIn((await tones.finish()).party)).toMatch(/^l?o, ?this is Robin\.$/);
  });

  it('ends what was cut off there', async () => {
    const { clock, channel, finish } = recorded();
    const speech = channel.say('app', 'This is a long sentence about many different things and places.');
    clock.advance(1_500);
    speech.cut();
    clock.advance(3_000);
    const { app } = await finish();
    expect(isHeard(app, 1_000, 1_500)).toBe(true);
    expect(isHeard(app, 1_520, 60_000)).toBe(false);
  });

  it('has words that come late when they come', async () => {
    const { clock, channel, finish } = recorded();
    const speech = channel.open('app');
    speech.append('One moment ');
    clock.advance(4_000);
    speech.append('please.');
    speech.finish();
    clock.advance(2_000);
    const { app } = await finish();
    expect(isHeard(app, 0, 150)).toBe(true);
    expect(isHeard(app, 1_000, 4_000)).toBe(false);
    expect(isHeard(app, 4_000, 4_300)).toBe(true);
  });

  it('is silent where it was paused, and shorter where that was left out', async () => {
    for (const how of ['silence', 'skip'] as const) {
      const { clock, channel, recorder, finish } = recorded();
      clock.advance(500);
      recorder.pause(how);
      const ms = untilOver(clock, channel.say('party', 'My card number is a secret.'));
      recorder.pause(null);
      clock.advance(500);
      const { party } = await finish();
      expect(isHeard(party, 0, 60_000)).toBe(false);
      expect(party.length / 8).toBe(how === 'skip' ? 1_000 : 1_000 + ms);
    }
  });

  it('begins and ends with what is said where silence is cut off', async () => {
    const { clock, channel, finish } = recorded(true);
    clock.advance(2_000);
    const ms = untilOver(clock, channel.say('party', 'Hello, who is it?'));
    clock.advance(2_000);
    const { party } = await finish();
    expect(Math.abs(party.length / 8 - ms)).toBeLessThanOrEqual(40);
    expect(isHeard(party, 0, 150)).toBe(true);
  });

  it('has the tone-coded voice where a text cannot be spoken, and recorded sound as it is', async () => {
    const { clock, channel, finish } = recorded();
    untilOver(clock, channel.say('app', 'Fine so.'));
    const tune = Buffer.from(Array.from({ length: 8_000 }, (_, at) => (at % 40 < 20 ? 0x90 : 0x10)));
    untilOver(clock, channel.say('party', 'A tune', tune));
    const silent = new Voices();
    await silent.close();
    const { app, party } = await finish(silent);
    expect(wordsIn(app)).toBe('Fine so.');
    expect(party.includes(tune.subarray(0, 2_000))).toBe(true);
  });

  it('sounds in tones where twenty others wait to be spoken', async () => {
    const log: string[] = [];
    const rendered = Promise.withResolvers<void>();
    const { startWorker } = pretendedThreads((thread) => {
      void rendered.promise.then(() => thread.emit('message', { sound: new Uint8Array(800).fill(0x90) }));
    });
    const busy = new Voices({ startWorker, log: (line) => log.push(line) });
    const ended = () => {
      const { clock, channel, finish } = recorded();
      untilOver(clock, channel.say('app', 'Fine so.'));
      return finish(busy);
    };
    const waiting = Array.from({ length: 20 }, ended);
    expect(log).toEqual([]);
    expect(wordsIn((await ended()).app)).toBe('Fine so.');
    expect(log).toEqual([
      'phone-lab: a text could not be spoken and sounds in the tone-coded voice: too many recordings wait to be rendered',
    ]);
    rendered.resolve();
    for (const { app } of [...(await Promise.all(waiting)), await ended()]) {
      expect(isHeard(app, 0, 100)).toBe(true);
      expect(wordsIn(app)).toBe('');
    }
    await busy.close();
  });

  it('is what a lab makes when it is told to', async () => {
    const lab = await startLab({ speed: 20, cps: 1000, callees: { default: 'handset' }, voice: 'spoken' });
    const app = await startApp(() => lab, { '/recording': '' });
    const sid = await placeAndAnswer(
      lab,
      `<Start><Recording channels="dual" trim="do-not-trim" recordingStatusCallback="${app.url}/recording"/></Start><Say>Agent speaking.</Say><Pause length="60"/>`,
    );
    await waitForSaid(lab, sid, 'Agent speaking.');
    lab.say(sid, 'Person speaking.');
    await waitForSaid(lab, sid, 'Person speaking.');
    lab.hangUp(sid);
    const { params } = await app.hit('/recording', (hit) => hit.params.CallSid === sid);
    const login = Buffer.from(`${lab.accountSid}:${lab.authToken}`).toString('base64');
    const response = await fetch(`${params.RecordingUrl}.wav`, {
      headers: { Authorization: `Basic ${login}` },
    });
    const sounds = readChannels(Buffer.from(await response.arrayBuffer()));
    expect(sounds).toHaveLength(2);
    for (const sound of sounds) {
      expect(isHeard(sound, 0, 600_000)).toBe(true);
      expect(wordsIn(sound)).not.toContain('speaking');
    }
    expect((await sdk(lab).recordings.list({ callSid: sid }))[0]?.status).toBe('completed');
    await app.close();
    await lab.stop();
  });
});
