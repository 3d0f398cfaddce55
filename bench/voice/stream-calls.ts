import { setTimeout as delay } from 'node:timers/promises';
import type { Slice } from '../quiet.ts';
import { Carrier } from './carrier.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { RealtimeModel } from './realtime-model.ts';
import type { Timings } from './recorder.ts';
import type { ServerUnderTest } from './server-under-test.ts';
import { StreamPhone } from './stream-phone.ts';
import { type StreamTiming, streamRecorder } from './stream-timings.ts';
import { Ticker } from './ticker.ts';
import { undisturbedSlice } from './undisturbed-slice.ts';
import { listen, type RawWebSocketServer } from './wire/raw-websocket.ts';

export interface StreamSlice {
  readonly timings: Timings<StreamTiming>;
  readonly calls: number;
  readonly seconds: number;
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
  /** Of all frames that were sent meanwhile, both ways. */
  readonly heldUp: number;
}

const atOnce = 8;
/** Long enough to observe the reaction to an interruption, short enough to keep the stream mostly speech. */
const interruptionMs = 120;

/** The load on a stream server: the carrier with its phones on one side, the models on the other, and one ticker. */
export class StreamCalls {
  readonly carrier: Carrier;
  readonly recorder = streamRecorder();
  readonly #ticker = new Ticker(this.recorder);
  readonly #service: RawWebSocketServer;
  readonly #phones = new Map<number, StreamPhone>();
  readonly #models = new Set<RealtimeModel>();
  readonly #removals: (() => void)[] = [];
  readonly #interrupted = new Map<number, number>();
  #lines = 0;
  #modelsMade = 0;

  private constructor(carrier: Carrier, service: RawWebSocketServer) {
    this.carrier = carrier;
    this.#service = service;
  }

  static async start(): Promise<StreamCalls> {
    const holder: { load?: StreamCalls } = {};
    const service = await listen((socket) => holder.load?.addModel(socket));
    holder.load = new StreamCalls(await Carrier.start(), service);
    return holder.load;
  }

  get env(): NodeJS.ProcessEnv {
    return {
      ...this.carrier.env,
      VOICE_ENGINE: 'realtime',
      REALTIME_URL: `ws://127.0.0.1:${this.#service.port}/v1/realtime`,
      OPENAI_API_KEY: 'a key for an emulator',
      LLM_PROVIDER: 'scripted',
    };
  }

  get calls(): number {
    return this.#phones.size;
  }

  addModel(socket: ConstructorParameters<typeof RealtimeModel>[0]): void {
    this.#modelsMade += 1;
    const model = new RealtimeModel(socket, { number: this.#modelsMade, recorder: this.recorder });
    this.#models.add(model);
    const remove = this.#ticker.add(() => model.tick());
    socket.onClose = () => {
      remove();
      this.#models.delete(model);
    };
  }

  /** Nearly stops sending; the calls stay open. */
  pause(): void {
    this.#ticker.run('trickle');
  }

  resume(): void {
    this.#ticker.run('life');
  }

  /** Opens calls until there are so many, and waits until audio flows both ways on each. */
  async grow(server: ServerUnderTest, calls: number): Promise<void> {
    this.resume();
    const missing = Array.from({ length: calls - this.#phones.size }, () => this.#lines++);
    await forEachConcurrently(missing, atOnce, (line) => this.#open(server, line));
    for (let left = 200; ; left -= 1) {
      const deaf = [...this.#phones.values()].filter(({ heard }) => heard === 0).length;
      if (deaf === 0 && this.#models.size === calls) return;
      if (left === 0) throw new Error(`${deaf} of ${calls} calls at ${server.name} stayed silent.`);
      await delay(50);
    }
  }

  async #open(server: ServerUnderTest, line: number): Promise<void> {
    const call = await this.carrier.call(server, '/');
    const phone = new StreamPhone(call, {
      line,
      recorder: this.recorder,
      onClear: (cleared, atUs) => this.#cleared(cleared, atUs),
    });
    this.#phones.set(line, phone);
    phone.begin();
    this.#removals.push(this.#ticker.add(() => phone.tick()));
  }

  async hangUp(server: ServerUnderTest): Promise<void> {
    for (const remove of this.#removals.splice(0)) remove();
    const phones = [...this.#phones.values()];
    this.#phones.clear();
    for (const phone of phones) phone.hangUp();
    await forEachConcurrently(phones, atOnce, ({ call }) => this.carrier.hungUp(server, call.callSid));
  }

  /** Measures for so many seconds, one slice each. */
  async measure(server: ServerUnderTest, seconds: number): Promise<Slice<StreamSlice>[]> {
    const slices: Slice<StreamSlice>[] = [];
    this.recorder.take();
    server.lookAround();
    while (slices.length < seconds) slices.push(await undisturbedSlice(server, () => this.#second(server)));
    return slices;
  }

  async #second(server: ServerUnderTest): Promise<StreamSlice> {
    const began = performance.now();
    const cpu = server.cpuMs();
    const database = server.databaseCpuMs();
    const held = this.#heldUp();
    await delay(1_000);
    return {
      timings: this.recorder.take(),
      calls: this.#phones.size,
      cpuMs: server.cpuMs() - cpu,
      databaseCpuMs: server.databaseCpuMs() - database,
      seconds: (performance.now() - began) / 1000,
      heldUp: this.#heldUp() - held,
    };
  }

  #heldUp(): number {
    let total = 0;
    for (const { call } of this.#phones.values()) total += call.socket.heldUp;
    return total;
  }

  setRoundTrips(on: boolean): void {
    for (const phone of this.#phones.values()) phone.roundTrips = on;
  }

  /** Interrupts one answer after another until stopped. */
  interruptEvery(ms: number): () => void {
    const models = [...this.#models];
    let turn = 0;
    const timer = setInterval(() => {
      for (let tries = models.length; tries > 0; tries -= 1) {
        const model = models[turn++ % models.length];
        if (!model?.canBeInterrupted || model.line === null || this.#interrupted.has(model.line)) continue;
        this.#interrupted.set(model.line, model.interrupt());
        setTimeout(() => model.resume(), interruptionMs);
        return;
      }
    }, ms);
    return () => {
      clearInterval(timer);
      this.#interrupted.clear();
    };
  }

  #cleared(line: number, atUs: number): void {
    const since = this.#interrupted.get(line);
    if (since === undefined) return;
    this.#interrupted.delete(line);
    this.recorder.add('reaction', atUs - since);
  }

  stop(): void {
    this.#ticker.stop();
    this.#service.close();
    this.carrier.stop();
  }
}
