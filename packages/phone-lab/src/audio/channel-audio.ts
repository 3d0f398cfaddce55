import type { Side, Speech } from '../speech/speech.ts';
import type { SoundMaker, VoiceChannel } from '../speech/voice-channel.ts';
import { msPerWord } from '../speech/words.ts';
import type { FrameTimer } from './frame-timer.ts';
import { frameBytes, mix, samplesPerMs, silenceByte } from './mulaw.ts';
import { Playout, type PlayoutListener } from './playout.ts';
import { padded, SoundQueue } from './sound-queue.ts';
import { SpeechQueue } from './speech-queue.ts';
import { SpeechRecognizer } from './speech-recognizer.ts';
import { soundMs, soundOf } from './voice.ts';

/** 20 ms of a channel: the sound of the party, and the sound of the application. */
export type FrameListener = (party: Buffer, app: Buffer) => void;

/** Gets the sound that an application plays over a media stream, while there is one. */
export interface Receiver {
  onSound(sound: Buffer): void;
  onOpen(isOpen: boolean): void;
}

/** Microphone sound that waits longer than this is dropped, so that the voice stays live. */
const longestDelayMs = 600;

/** The sound of one channel, made only while a stream or a recording needs it. */
export class ChannelAudio implements SoundMaker {
  /** What an application plays into the channel over a media stream. */
  readonly playout: Playout;
  readonly #channel: VoiceChannel;
  readonly #frameTimer: FrameTimer;
  readonly #listeners = new Set<FrameListener>();
  readonly #spoken: Record<Side, SpeechQueue> = { app: new SpeechQueue(), party: new SpeechQueue() };
  readonly #file = new SoundQueue();
  readonly #microphone = new SoundQueue();
  readonly #recognizers: Record<Side, SpeechRecognizer>;
  readonly #receivers = new Set<Receiver>();
  #leave: (() => void) | null = null;
  #streams = 0;

  constructor(channel: VoiceChannel, frameTimer: FrameTimer) {
    this.#channel = channel;
    this.#frameTimer = frameTimer;
    this.#recognizers = {
      app: new SpeechRecognizer(channel, 'app'),
      party: new SpeechRecognizer(channel, 'party'),
    };
    this.playout = new Playout(() => this.#recognizers.app.cut());
    channel.soundMaker = this;
    channel.listen((event) => {
      if (event.type === 'ended' && event.end === 'cut' && event.speech.source !== 'sound')
        this.#spoken[event.speech.side].clear(event.speech);
      if (event.type === 'closed') this.#stop();
    });
  }

  /** Calls the listener for every frame. While a stream listens, text is spoken in the voice that can be decoded. */
  listen(listener: FrameListener, how: 'stream' | 'recording'): () => void {
    if (this.#channel.closed) return () => {};
    this.#listeners.add(listener);
    const isStream = how === 'stream';
    if (isStream) this.#streams += 1;
    this.#leave ??= this.#frameTimer.join(() => this.#frame());
    return () => {
      if (!this.#listeners.delete(listener)) return;
      if (isStream) this.#streams -= 1;
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  pace(word: string): number | null {
    return this.#streams > 0 ? soundMs(word) : null;
  }

  sound(speech: Speech, word: string, done: () => void): (() => void) | null {
    if (!this.#leave) return null;
    const ms = speech.msPerWord ?? this.pace(word) ?? msPerWord;
    const bytes = Math.round(ms * samplesPerMs);
    const from = speech.wordsHeard * bytes;
    const sound = speech.sound?.subarray(from, from + bytes) ?? soundOf(word);
    return this.#spoken[speech.side].push(speech, fitted(sound, bytes), done);
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
    const spoken = this.#spoken.party.take(frameBytes);
    const live = this.#microphone.take(frameBytes);
    this.#recognizers.party.addFrame(live);
    const party = padded(
      spoken.length > 0 && live.length > 0 ? mix(spoken, live) : live.length > 0 ? live : spoken,
    );
    const played = this.playout.take();
    this.#recognizers.app.addFrame(played);
    if (played.length > 0) for (const receiver of this.#receivers) receiver.onSound(played);
    const sounds = [played, this.#spoken.app.take(frameBytes), this.#file.take(frameBytes)];
    const heard = sounds.filter((sound) => sound.length > 0);
    const app = heard.length > 1 ? padded(heard.reduce(mix)) : padded(heard[0] ?? played);
    for (const listener of [...this.#listeners]) listener(party, app);
  }

  #stop(): void {
    this.#leave?.();
    this.#leave = null;
    this.#listeners.clear();
    this.#streams = 0;
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
