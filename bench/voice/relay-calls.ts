import { setTimeout as delay } from 'node:timers/promises';
import type { Slice } from '../quiet.ts';
import { Carrier } from './carrier.ts';
import { ChatModel } from './chat-model.ts';
import { nowUs } from './clock.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import type { Timings } from './recorder.ts';
import { RelayPhone } from './relay-phone.ts';
import { type RelayTiming, relayRecorder } from './relay-timings.ts';
import type { ServerUnderTest } from './server-under-test.ts';
import { undisturbedSlice } from './undisturbed-slice.ts';

export interface RelaySlice {
  readonly timings: Timings<RelayTiming>;
  readonly turns: number;
  readonly interruptions: number;
  readonly aborted: number;
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
}

const atOnce = 8;
/** About as long as a turn takes, so that the calls are not in phase. */
const spreadMs = 6_000;
const lagEveryMs = 10;

/** The load on a relay server: the carrier with its phones on one side, the model on the other. */
export class RelayCalls {
  readonly #carrier: Carrier;
  readonly #model: ChatModel;
  readonly #recorder = relayRecorder();
  readonly #lagTimer: NodeJS.Timeout;
  #phones: RelayPhone[] = [];
  #lines = 0;

  private constructor(carrier: Carrier, model: ChatModel) {
    this.#carrier = carrier;
    this.#model = model;
    let due = nowUs() + lagEveryMs * 1000;
    this.#lagTimer = setInterval(() => {
      const now = nowUs();
      this.#recorder.add('lag', Math.max(0, now - due));
      due = now + lagEveryMs * 1000;
    }, lagEveryMs);
  }

  static async start(): Promise<RelayCalls> {
    return new RelayCalls(await Carrier.start(), await ChatModel.start());
  }

  get env(): NodeJS.ProcessEnv {
    return {
      ...this.#carrier.env,
      LLM_PROVIDER: 'openai-compatible',
      LLM_BASE_URL: this.#model.url,
      LLM_MODEL: 'emulated',
    };
  }

  /** Opens so many calls, and waits until all of them are in a conversation. */
  async open(server: ServerUnderTest, calls: number): Promise<void> {
    const fresh = Array.from({ length: calls }, () => this.#lines++);
    await forEachConcurrently(fresh, atOnce, async (line) => {
      const call = await this.#carrier.call(server, '/');
      const phone = new RelayPhone(call, { line, model: this.#model, recorder: this.#recorder });
      this.#phones.push(phone);
      phone.begin(500 + (((line / calls) * spreadMs * 7) % spreadMs));
    });
    for (let left = 400; this.#phones.some(({ turns }) => turns === 0); left -= 1) {
      if (left === 0) throw new Error(`Not every call at ${server.name} came to its first turn.`);
      await delay(50);
    }
  }

  /** Phones stop finishing their questions, so no turn starts; the calls stay open. */
  pause(): void {
    for (const phone of this.#phones) phone.pause();
  }

  /** Questions start again, spread over the time of a turn. */
  resume(): void {
    for (const [index, phone] of this.#phones.entries()) {
      phone.resume((index / this.#phones.length) * spreadMs);
    }
  }

  async hangUp(server: ServerUnderTest): Promise<void> {
    const phones = this.#phones;
    this.#phones = [];
    for (const phone of phones) phone.hangUp();
    await forEachConcurrently(phones, atOnce, ({ call }) => this.#carrier.hungUp(server, call.callSid));
    this.#model.answers.clear();
  }

  /** Measures for so many seconds, one slice each. */
  async measure(server: ServerUnderTest, seconds: number): Promise<Slice<RelaySlice>[]> {
    const slices: Slice<RelaySlice>[] = [];
    this.#recorder.take();
    server.lookAround();
    while (slices.length < seconds) slices.push(await undisturbedSlice(server, () => this.#second(server)));
    return slices;
  }

  async #second(server: ServerUnderTest): Promise<RelaySlice> {
    const before = this.#counts(server);
    await delay(1_000);
    const after = this.#counts(server);
    return {
      timings: this.#recorder.take(),
      turns: after.turns - before.turns,
      interruptions: after.interruptions - before.interruptions,
      aborted: after.aborted - before.aborted,
      cpuMs: after.cpuMs - before.cpuMs,
      databaseCpuMs: after.databaseCpuMs - before.databaseCpuMs,
    };
  }

  #counts(server: ServerUnderTest) {
    const counts = { turns: 0, interruptions: 0, aborted: 0 };
    for (const { turns, interruptions, aborted } of this.#phones) {
      counts.turns += turns;
      counts.interruptions += interruptions;
      counts.aborted += aborted;
    }
    return { ...counts, cpuMs: server.cpuMs(), databaseCpuMs: server.databaseCpuMs() };
  }

  stop(): void {
    clearInterval(this.#lagTimer);
    this.#model.stop();
    this.#carrier.stop();
  }
}
