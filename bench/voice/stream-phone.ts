import { randomBytes } from 'node:crypto';
import type { OpenCall } from './carrier.ts';
import { nowUs } from './clock.ts';
import { blankSound, type Envelope, envelopeOf, places, readStamp, type Stamp } from './stamped-sound.ts';
import type { StreamRecorder } from './stream-timings.ts';
import { type ArrivedFrame, TextFrame } from './wire/frames.ts';

const frameMs = 20;
/** One frame in so many asks to be sent back at once, where round trips are measured. */
const everyRoundTrip = 25;

export interface PhoneOptions {
  readonly line: number;
  readonly recorder: StreamRecorder;
  /** Called when the server clears the playback buffer. */
  onClear(line: number, atUs: number): void;
}

/** The carrier's end of one media stream: sends and receives fifty frames a second, and returns marks. */
export class StreamPhone {
  readonly call: OpenCall;
  readonly #options: PhoneOptions;
  readonly #streamSid = `MZ${randomBytes(16).toString('hex')}`;
  readonly #frame: TextFrame;
  readonly #at: { number: number; chunk: number; time: number; sound: number };
  readonly #incoming: Envelope;
  readonly #stamp: Stamp = { sentUs: 0, line: 0, back: false };
  #marks: string[] = [];
  #chunk = 0;
  roundTrips = false;
  heard = 0;

  constructor(call: OpenCall, options: PhoneOptions) {
    this.call = call;
    this.#options = options;
    const text = `{"event":"media","sequenceNumber":"0000000","streamSid":"${this.#streamSid}","media":{"track":"inbound","chunk":"0000000","timestamp":"0000000","payload":"${blankSound(options.line)}"}}`;
    this.#frame = new TextFrame(text, call.socket.mask);
    this.#at = {
      number: text.indexOf('"0000000') + 1,
      chunk: text.indexOf('"chunk":"') + 9,
      time: text.indexOf('"timestamp":"') + 13,
      sound: text.indexOf('"payload":"') + 11,
    };
    this.#incoming = envelopeOf(
      `{"event":"media","streamSid":"${this.#streamSid}","media":{"payload":"`,
      '"}}',
    );
    call.socket.onText = (frame) => this.#hear(frame);
  }

  begin(): void {
    const { socket, callSid, parameters } = this.call;
    const streamSid = this.#streamSid;
    const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };
    socket.send('{"event":"connected","protocol":"Call","version":"1.0.0"}');
    socket.send(
      JSON.stringify({
        event: 'start',
        sequenceNumber: '1',
        streamSid,
        start: {
          accountSid: `AC${'b'.repeat(32)}`,
          streamSid,
          callSid,
          tracks: ['inbound'],
          mediaFormat,
          customParameters: parameters,
        },
      }),
    );
  }

  /** Sends the next frame; marks that have been played are returned first. */
  tick(): void {
    const { socket } = this.call;
    if (this.#marks.length > 0) {
      for (const name of this.#marks) {
        socket.send(
          `{"event":"mark","sequenceNumber":"${this.#chunk}","streamSid":"${this.#streamSid}","mark":{"name":${JSON.stringify(name)}}}`,
        );
      }
      this.#marks = [];
    }
    this.#chunk += 1;
    const at = this.#at;
    const frame = this.#frame;
    frame.writeNumber(at.number, 7, this.#chunk + 1);
    frame.writeNumber(at.chunk, 7, this.#chunk);
    frame.writeNumber(at.time, 7, this.#chunk * frameMs);
    frame.writeNumber(at.sound + places.back[0], 1, this.#wantsBack() ? 1 : 0);
    frame.writeNumber(at.sound + places.stamp[0], places.stamp[1], nowUs());
    socket.sendPrepared(frame);
  }

  hangUp(): void {
    const { socket, callSid } = this.call;
    socket.send(
      `{"event":"stop","sequenceNumber":"${this.#chunk + 2}","streamSid":"${this.#streamSid}","stop":{"accountSid":"AC","callSid":"${callSid}"}}`,
    );
    socket.close();
  }

  #wantsBack(): boolean {
    return this.roundTrips && (this.#chunk + this.#options.line) % everyRoundTrip === 0;
  }

  #hear(frame: ArrivedFrame): void {
    const now = nowUs();
    const { recorder, line, onClear } = this.#options;
    const stamp = this.#stamp;
    if (readStamp(frame, this.#incoming, stamp)) {
      this.heard += 1;
      recorder.add(stamp.back ? 'around' : 'down', now - stamp.sentUs);
      return;
    }
    const message = JSON.parse(frame.content().toString());
    if (message.event === 'mark') this.#marks.push(message.mark.name);
    else if (message.event === 'clear') onClear(line, now);
    else throw new Error(`A relay said something unexpected: ${message.event}`);
  }
}
