import { nowUs } from './clock.ts';
import { blankSound, envelopeOf, places, readStamp, type Stamp } from './stamped-sound.ts';
import type { StreamRecorder } from './stream-timings.ts';
import { type ArrivedFrame, TextFrame } from './wire/frames.ts';
import type { RawWebSocket } from './wire/raw-websocket.ts';

const append = envelopeOf('{"type":"input_audio_buffer.append","audio":"', '"}');
/** Frames of an answer; then the other party speaks briefly, and the next answer begins. */
const answerFrames = 300;
const pauseFrames = 12;
/** Words come along with the sound. */
const framesPerWord = 15;
const telephone = { type: 'audio/pcmu' };

export interface ModelOptions {
  readonly number: number;
  readonly recorder: StreamRecorder;
}

/** A realtime model for one call that speaks almost all the time and ignores what it receives. */
export class RealtimeModel {
  /** Which line it is on, once it has heard something. */
  line: number | null = null;
  heard = 0;
  readonly #options: ModelOptions;
  readonly #socket: RawWebSocket;
  readonly #stamp: Stamp = { sentUs: 0, line: 0, back: false };
  #frame: TextFrame | null = null;
  #soundAt = 0;
  #answers = 0;
  #sayings = 0;
  #left = 0;
  #pause = 0;
  #spoken = 0;
  #events = 0;

  constructor(socket: RawWebSocket, options: ModelOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.onText = (frame) => this.#hear(frame);
    this.#tell('session.created', { session: { type: 'realtime' } });
  }

  /** Whether it has been speaking for a while, so that it can be interrupted. */
  get canBeInterrupted(): boolean {
    return this.#left > 0 && this.#spoken > 25;
  }

  tick(): void {
    if (this.#left > 0) {
      this.#speak(nowUs(), false);
      this.#left -= 1;
      this.#spoken += 1;
      if (this.#spoken % framesPerWord === 0) this.#word();
      if (this.#left === 0) this.#finish('completed');
    } else if (this.#pause > 0) {
      this.#pause -= 1;
      if (this.#pause === 4) this.#hearVoice();
      if (this.#pause === 2) this.#listenedToEnd();
      if (this.#pause === 0) this.#answer(null, answerFrames);
    }
  }

  /** Reports an interruption by the caller; the time at which it was sent. */
  interrupt(): number {
    const at = nowUs();
    this.#hearVoice();
    return at;
  }

  /** Reports the end of that interruption. */
  resume(): void {
    if (this.#left > 0) this.#finish('cancelled');
    this.#pause = 3;
  }

  #hear(frame: ArrivedFrame): void {
    const stamp = this.#stamp;
    if (readStamp(frame, append, stamp)) {
      this.heard += 1;
      this.line = stamp.line;
      if (stamp.back) this.#speak(stamp.sentUs, true);
      this.#options.recorder.add('up', nowUs() - stamp.sentUs);
      return;
    }
    const event = JSON.parse(frame.content().toString());
    switch (event.type) {
      case 'session.update':
        this.#tell('session.updated', {
          session: {
            type: 'realtime',
            audio: { input: { format: telephone }, output: { format: telephone } },
          },
        });
        break;
      case 'response.create':
        // The first answers end at different times, so that the calls are not in phase.
        this.#answer(event.response?.metadata ?? null, 60 + ((this.#options.number * 37) % answerFrames));
        break;
      case 'response.cancel':
        if (this.#left > 0) this.#finish('cancelled');
        break;
      default:
        break;
    }
  }

  #answer(metadata: unknown, frames: number): void {
    this.#answers += 1;
    const [response, item] = this.#ids();
    this.#tell('response.created', {
      response: { id: response, status: 'in_progress', metadata, output: [] },
    });
    const text = `{"type":"response.output_audio.delta","event_id":"event_${response}","response_id":"${response}","item_id":"${item}","output_index":0,"content_index":0,"delta":"${blankSound(0)}"}`;
    this.#frame = new TextFrame(text, null);
    this.#soundAt = text.indexOf('"delta":"') + 9;
    this.#left = frames;
    this.#spoken = 0;
  }

  #finish(status: 'completed' | 'cancelled'): void {
    const [id, item] = this.#ids();
    this.#left = 0;
    if (status === 'completed') this.#pause = pauseFrames;
    const output = [{ id: item, type: 'message', status }];
    this.#tell('response.done', { response: { id, status, output, metadata: null } });
  }

  #speak(stampUs: number, back: boolean): void {
    const frame = this.#frame;
    if (!frame || this.#left === 0) return;
    frame.writeNumber(this.#soundAt + places.back[0], 1, back ? 1 : 0);
    frame.writeNumber(this.#soundAt + places.stamp[0], places.stamp[1], stampUs);
    this.#socket.sendPrepared(frame);
  }

  #word(): void {
    const [response_id, item_id] = this.#ids();
    this.#tell('response.output_audio_transcript.delta', {
      ...{ response_id, item_id, output_index: 0, content_index: 0, delta: ' certainly' },
    });
  }

  #hearVoice(): void {
    this.#sayings += 1;
    this.#tell('input_audio_buffer.speech_started', this.#said());
  }

  #listenedToEnd(): void {
    const said = this.#said();
    this.#tell('input_audio_buffer.speech_stopped', said);
    this.#tell('conversation.item.input_audio_transcription.completed', {
      ...{ ...said, content_index: 0, transcript: 'And what about the week after that?' },
    });
  }

  #said(): { item_id: string; audio_start_ms: number } {
    return { item_id: `said_${this.#options.number}_${this.#sayings}`, audio_start_ms: 0 };
  }

  #ids(): [string, string] {
    const place = `${this.#options.number}_${this.#answers}`;
    return [`resp_${place}`, `item_${place}`];
  }

  #tell(type: string, fields: Record<string, unknown>): void {
    this.#events += 1;
    this.#socket.send(JSON.stringify({ type, event_id: `event_${this.#events}`, ...fields }));
  }
}
