import type { WebSocket } from 'ws';
import { frameMs, silentFrame } from '../audio/mulaw.ts';
import type { Leg } from '../call/leg.ts';
import { type LogMessage, messageLog } from '../socket/message-log.ts';
import { sendStreamCallback } from './callbacks.ts';
import { MediaGap } from './media-gap.ts';
import { type AppMessage, readMessage } from './messages.ts';
import type { StreamSettings, Track } from './settings.ts';

/** How a stream ended: closed by the application, stopped by the carrier, or broken by the network. */
export type StreamEnd = 'closed-by-app' | 'stopped' | 'broken';

export interface StreamInput {
  sid: string;
  call: Leg;
  settings: StreamSettings;
  socket: WebSocket;
  isBidirectional: boolean;
}

const closeMs = 2_000;
/** Unsent bytes above which frames are discarded, with one warning. */
const mostUnsent = 4_000_000;
const silence = silentFrame.toString('base64');

/** The carrier's side of one media stream. */
export class StreamSession {
  readonly sid: string;
  readonly settings: StreamSettings;
  readonly isBidirectional: boolean;
  readonly over: Promise<StreamEnd>;
  readonly #call: Leg;
  readonly #socket: WebSocket;
  readonly #over = Promise.withResolvers<StreamEnd>();
  readonly #chunks: Record<Track, number> = { inbound: 0, outbound: 0 };
  readonly #warned = new Set<number>();
  readonly #log: LogMessage;
  readonly #gap: MediaGap;
  #sequence = 0;
  #frames = 0;
  #ended = false;
  #stopFrames: () => void = () => {};
  #stopListening: () => void = () => {};

  constructor(input: StreamInput) {
    this.sid = input.sid;
    this.settings = input.settings;
    this.isBidirectional = input.isBidirectional;
    this.#call = input.call;
    this.#socket = input.socket;
    this.#log = messageLog(input.call, 'stream');
    this.#gap = new MediaGap(input.call);
    this.over = this.#over.promise;
  }

  start(): void {
    const socket = this.#socket;
    socket.on('message', (data, isBinary) => this.#receive(isBinary ? null : String(data)));
    socket.on('close', () => this.#finish('closed-by-app'));
    socket.on('error', (error) =>
      this.#break(31924, `Stream - Websocket - Protocol Error: ${error.message}`),
    );
    this.#send({ event: 'connected', protocol: 'Call', version: '1.0.0' });
    this.#send({ event: 'start', sequenceNumber: this.#next(), start: this.#about(), streamSid: this.sid });
    const { audio, channel } = this.#call;
    if (this.isBidirectional) {
      audio.openPlayout({
        onMark: (name) => this.#echo(name),
        onBurst: ({ ms, clearedMs }) => this.#noteHeard(ms, clearedMs),
      });
      this.#stopListening = channel.listen((event) => {
        if (event.type === 'digit' && event.side === 'party') this.#digit(event.digit);
      });
    }
    this.#stopFrames = audio.listen((party, app) => this.#frame(party, app), 'stream');
    sendStreamCallback(this.#call, this.sid, this.settings, 'stream-started');
  }

  /** The call ended or goes on without the stream: sends `stop` and closes the socket. */
  stop(): void {
    if (this.#ended) return;
    const { account } = this.#call.carrier;
    this.#send({
      event: 'stop',
      sequenceNumber: this.#next(),
      streamSid: this.sid,
      stop: { accountSid: account.sid, callSid: this.#call.sid },
    });
    this.#finish('stopped');
  }

  /** The network fails: the socket breaks without a closing handshake. */
  cut(): void {
    this.#socket.terminate();
    this.#break(31921, 'Stream - WebSocket - Close Error: the connection broke.');
  }

  #break(code: number, message: string): void {
    if (this.#ended) return;
    this.#call.problem('error', code, message);
    sendStreamCallback(this.#call, this.sid, this.settings, 'stream-error', String(code));
    this.#finish('broken');
  }

  #about(): Record<string, unknown> {
    return {
      accountSid: this.#call.carrier.account.sid,
      streamSid: this.sid,
      callSid: this.#call.sid,
      tracks: this.settings.tracks,
      mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
      customParameters: this.settings.parameters,
    };
  }

  #frame(party: Buffer, app: Buffer): void {
    this.#frames += 1;
    if (this.#gap.swallowsFrame()) return;
    for (const track of this.settings.tracks) this.#media(track, track === 'inbound' ? party : app);
  }

  #media(track: Track, sound: Buffer): void {
    // A frame that is not sent, because the application closes its socket, is not counted.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > mostUnsent) {
      this.#warn(31930, 'Stream - Media - Media Discarded: the application does not read its socket.');
      return;
    }
    const chunk = ++this.#chunks[track];
    const payload = sound === silentFrame ? silence : sound.toString('base64');
    // Thousands per second, so the JSON is written by hand; numbers are strings, as with Twilio.
    this.#write(
      `{"event":"media","sequenceNumber":"${this.#next()}","media":{"track":"${track}","chunk":"${chunk}","timestamp":"${this.#frames * frameMs}","payload":"${payload}"},"streamSid":"${this.sid}"}`,
    );
  }

  #receive(data: string | null): void {
    if (this.#ended) return;
    if (data === null) {
      this.#warn(31950, 'Stream - Protocol - Malformed Message: a binary frame was received.');
      return;
    }
    const read = readMessage(data, this.sid);
    const complaint = read.ok ? read.stray && `there is no field ${read.stray}` : read.reason;
    if (complaint) this.#warn(31951, `Stream - Protocol - Invalid Message: ${complaint}.`);
    if (!read.ok) return;
    if (this.isBidirectional) this.#act(read.message);
    else this.#warn(31951, 'Stream - Protocol - Invalid Message: this stream only listens.');
  }

  #act(message: AppMessage): void {
    const { playout } = this.#call.audio;
    if (message.event === 'media') {
      if (!playout.push(message.sound))
        this.#warn(31931, 'Stream - Media - Media Discarded: more than 10 minutes of audio are waiting.');
      return;
    }
    this.#log('from-app', message, message.event === 'mark' ? message.name.length : 0);
    if (message.event === 'clear') playout.clear();
    else if (!playout.mark(message.name))
      this.#warn(31931, 'Stream - Media - Media Discarded: too many marks are waiting.');
  }

  #echo(name: string): void {
    this.#send({ event: 'mark', sequenceNumber: this.#next(), streamSid: this.sid, mark: { name } });
  }

  #digit(digit: string): void {
    const sequenceNumber = this.#next();
    this.#send({
      event: 'dtmf',
      streamSid: this.sid,
      sequenceNumber,
      dtmf: { track: 'inbound_track', digit },
    });
  }

  #noteHeard(ms: number, clearedMs: number): void {
    const endMs = this.#call.labMs();
    this.#call.carrier.ledger.append(this.#call.sid, {
      kind: 'heard',
      streamSid: this.sid,
      ms: Math.round(ms),
      clearedMs: Math.round(clearedMs),
      startMs: Math.max(0, Math.round(endMs - ms)),
      endMs,
    });
  }

  #finish(end: StreamEnd): void {
    if (this.#ended) return;
    if (this.isBidirectional) this.#call.audio.closePlayout();
    this.#ended = true;
    this.#stopFrames();
    this.#stopListening();
    this.#socket.close(1000);
    // The application may not answer the close.
    setTimeout(() => this.#socket.terminate(), closeMs).unref();
    const { inbound, outbound } = this.#chunks;
    this.#log('to-app', { event: 'closed', how: end, frames: { inbound, outbound } }, 0);
    sendStreamCallback(this.#call, this.sid, this.settings, 'stream-stopped');
    this.#over.resolve(end);
  }

  /** Twilio warns once for each code. */
  #warn(code: number, message: string): void {
    if (this.#warned.has(code)) return;
    this.#warned.add(code);
    this.#call.problem('warning', code, message);
  }

  #next(): string {
    this.#sequence += 1;
    return String(this.#sequence);
  }

  #send(message: Record<string, unknown>): void {
    const text = JSON.stringify(message);
    this.#log('to-app', message, text.length);
    this.#write(text);
  }

  #write(text: string): void {
    if (!this.#ended && this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text);
  }
}
