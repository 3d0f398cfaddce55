import type { Side, Speech } from '../speech/speech.ts';
import type { SoundMaker, VoiceChannel } from '../speech/voice-channel.ts';
import { msPerWord } from '../speech/words.ts';
import { spokenMs } from '../voices/pace.ts';
import { Timeline } from '../voices/timeline.ts';
import type { FrameTimer } from './frame-timer.ts';
import { frameBytes, mix, samplesPerMs, silenceByte, silentFrame } from './mulaw.ts';
import { Playout, type PlayoutListener } from './playout.ts';
import { padded, SoundQueue } from './sound-queue.ts';
import { SpeechQueue } from './speech-queue.ts';
import { SpeechRecognizer } from './speech-recognizer.ts';
import { soundMs, soundOf } from './voice.ts';

/** 20 ms of a channel: the sound of the party, the sound of the application, and their place in samples. */
export type FrameListener = (party: Buffer, app: Buffer, at: number) => void;

/** Gets the sound that an application plays over a media stream, while there is one. */
export interface Receiver {
  onSound(sound: Buffer): void;
  onOpen(isOpen: boolean): void;
}

/** Microphone sound that waits longer than this is dropped, so that the voice stays live. */
const longestDelayMs = 600;
/** Words that were not said any more and belong to the sentence that was cut off, at most. */
const longestRest = 40;

/** The sound of one channel, made only while a stream or a recording needs it. */
export class ChannelAudio implements SoundMaker {
  /** What an application plays into the channel over a media stream. */
  readonly playout: Playout;
  readonly #channel: VoiceChannel;
  readonly #frameTimer: FrameTimer;
  readonly #listeners = new Map<FrameListener, 'stream' | 'recording'>();
  readonly #isSpoken: boolean;
  readonly #spoken: Record<Side, SpeechQueue> = { app: new SpeechQueue(), party: new SpeechQueue() };
  readonly #file = new SoundQueue();
  readonly #microphone = new SoundQueue();
  readonly #recognizers: Record<Side, SpeechRecognizer>;
  readonly #receivers = new Set<Receiver>();
  #leave: (() => void) | null = null;
  #streams = 0;
  #frames = 0;
  #timeline: Timeline | null = null;

  /** `isSpoken`: recordings get what is said as a timeline, to be spoken when they are over, and not as tones. */
  constructor(channel: VoiceChannel, frameTimer: FrameTimer, isSpoken: boolean) {
    this.#isSpoken = isSpoken;
    this.#channel = channel;
    this.#frameTimer = frameTimer;
    this.#recognizers = {
      app: new SpeechRecognizer(channel, 'app'),
      party: new SpeechRecognizer(channel, 'party'),
    };
    this.playout = new Playout(() => this.#recognizers.app.cut());
    channel.soundMaker = this;
    channel.listen((event) => {
      if (event.type === 'ended' && event.end === 'cut' && event.speech.source !== 'sound') {
        this.#spoken[event.speech.side].clear(event.speech);
        this.#timeline?.cut(event.speech, this.#frames * frameBytes, this.#rest(event.speech));
      }
      if (event.type === 'closed') this.#stop();
    });
  }

  /** Calls the listener for every frame. While a stream listens, text is spoken in the voice that can be decoded. */
  listen(listener: FrameListener, how: 'stream' | 'recording'): () => void {
    if (this.#channel.closed) return () => {};
    this.#listeners.set(listener, how);
    const isStream = how === 'stream';
    if (isStream) this.#streams += 1;
    if (!isStream && this.#isSpoken) this.#timeline ??= new Timeline();
    const isFirst = this.#leave === null;
    this.#leave ??= this.#frameTimer.join(() => this.#frame());
    if (isFirst && !isStream) for (const speech of this.#channel.speeches) this.#addRest(speech);
    return () => {
      if (!this.#listeners.delete(listener)) return;
      if (isStream) this.#streams -= 1;
      else if (![...this.#listeners.values()].includes('recording')) this.#timeline = null;
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  /** What is said while a recording needs it; null where recordings get it as sound. */
  get timeline(): Timeline | null {
    return this.#timeline;
  }

  pace(word: string): number | null {
    if (this.#streams > 0) return soundMs(word);
    return this.#isSpoken ? spokenMs(word) : null;
  }

  sound(speech: Speech, word: string, done: () => void): (() => void) | null {
    if (!this.#leave) return null;
    const ms = speech.msPerWord ?? this.pace(word) ?? msPerWord;
    const bytes = Math.round(ms * samplesPerMs);
    const from = speech.wordsHeard * bytes;
    const recorded = speech.sound?.subarray(from, from + bytes) ?? null;
    const queue = this.#spoken[speech.side];
    const at = this.#frames * frameBytes + queue.length;
    this.#timeline?.add({ speech, text: word, at, samples: bytes, sound: recorded });
    return queue.push(speech, fitted(recorded ?? soundOf(word), bytes), done);
  }

  /**
   * A recording that begins in the middle of a word has the rest of it. A stream begins with the next word, so that whoever
   * decodes it gets whole ones.
   */
  #addRest(speech: Speech): void {
    const { word } = speech;
    if (word === null || speech.source !== 'text') return;
    const { text, ms, leftMs } = word;
    const [samples, left] = [Math.round(ms * samplesPerMs), Math.round(leftMs * samplesPerMs)];
    if (left === 0 || left > samples) return;
    const from = speech.wordsHeard * samples;
    const recorded = speech.sound?.subarray(from, from + samples) ?? null;
    const at = this.#frames * frameBytes - (samples - left);
    this.#timeline?.add({ speech, text, at, samples, sound: recorded });
    const rest = fitted(recorded ?? soundOf(text), samples).subarray(samples - left);
    this.#spoken[speech.side].push(speech, rest, () => {});
  }

  /** Plays a file into the channel; the returned function stops it. */
  playFile(sound: Buffer, rounds: number): () => void {
    if (!this.#leave) return () => {};
    for (let round = 0; round < rounds; round++) this.#file.push(sound);
    return () => this.#file.clear();
  }

  openPlayout(listener: PlayoutListener): void {
    this.playout.open(listener);
    for (const receiver of this.#receivers) receiver.onOpen(true);
  }

  closePlayout(): void {
    this.playout.end();
    // What was played to its end counts at once, not after a pause that no frame reports.
    this.#recognizers.app.finish();
    for (const receiver of this.#receivers) receiver.onOpen(false);
  }

  /** Attaches a receiver; the returned function detaches it. */
  listenIn(receiver: Receiver): () => void {
    this.#receivers.add(receiver);
    receiver.onOpen(this.playout.isOpen);
    return () => this.#receivers.delete(receiver);
  }

  /** Adds sound from the microphone of a receiver. */
  speak(sound: Buffer): void {
    if (!this.playout.isOpen) return;
    if (this.#microphone.length > longestDelayMs * samplesPerMs) this.#microphone.clear();
    this.#microphone.push(sound);
  }

  closing(): void {
    this.#recognizers.app.cut();
    this.#recognizers.party.cut();
  }

  #frame(): void {
    const at = this.#frames * frameBytes;
    // A word that begins while this frame is made is heard from the next one on.
    this.#frames += 1;
    const partySpeaks = this.#spoken.party.take(frameBytes);
    const live = this.#microphone.take(frameBytes);
    this.#recognizers.party.addFrame(live);
    const played = this.playout.take();
    this.#recognizers.app.addFrame(played);
    if (played.length > 0) for (const receiver of this.#receivers) receiver.onSound(played);
    const appSpeaks = this.#spoken.app.take(frameBytes);
    const file = this.#file.take(frameBytes);
    const heard = [together(partySpeaks, live), together(played, appSpeaks, file)] as const;
    // In a recording with a timeline, what is said by text comes later.
    const withoutSpeech = this.#timeline ? ([together(live), together(played, file)] as const) : heard;
    for (const [listener, how] of [...this.#listeners])
      listener(...(how === 'recording' ? withoutSpeech : heard), at);
  }

  /** What was going to follow the word at which a speech was cut off, as far as it shapes its sound. */
  #rest(speech: Speech): { text: string; samples: number }[] {
    if (speech.sound) return [];
    return speech.cutOff
      .slice(1, longestRest)
      .map((text) => ({ text, samples: Math.round((this.pace(text) ?? msPerWord) * samplesPerMs) }));
  }

  #stop(): void {
    this.#leave?.();
    this.#leave = null;
    this.#listeners.clear();
    this.#streams = 0;
    this.#timeline = null;
    this.#spoken.app.clear();
    this.#spoken.party.clear();
    this.#file.clear();
    this.#microphone.clear();
  }
}

/** Pads or cuts the sound to the length of its word. */
function fitted(sound: Buffer, bytes: number): Buffer {
  if (sound.length === bytes) return sound;
  const fit = Buffer.alloc(bytes, silenceByte);
  sound.copy(fit);
  return fit;
}

/** A frame of all that is heard at once. */
function together(...sounds: Buffer[]): Buffer {
  const heard = sounds.filter((sound) => sound.length > 0);
  return padded(heard.length > 1 ? heard.reduce(mix) : (heard[0] ?? silentFrame));
}
