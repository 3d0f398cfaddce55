import { realtimeEngine } from '../../../src/adapters/openai-realtime/engine.ts';
import type { Log } from '../../../src/ports/log.ts';
import type { SpeechLoss, SpeechSession } from '../../../src/ports/speech-engine.ts';
import { applyEngineEffect, isEngineEffect } from '../../../src/voice/media/apply-engine-effect.ts';
import { CarrierStream, isStreamEffect } from '../../../src/voice/media/carrier-stream.ts';
import { IncomingAudio } from '../../../src/voice/media/incoming-audio.ts';
import { passesAudio } from '../../../src/voice/session/audio-passthrough.ts';
import type { Effect, Segment } from '../../../src/voice/session/effects.ts';
import type {
  CarrierEvent,
  ControlEvent,
  EngineEvent,
  SessionEvent,
} from '../../../src/voice/session/events.ts';
import { plainManners } from '../../../src/voice/session/manners.ts';
import { defaultLimits, englishPhrases, type SessionSettings } from '../../../src/voice/session/settings.ts';
import type { SessionState } from '../../../src/voice/session/state.ts';
import { openSession, type Step, step } from '../../../src/voice/session/step.ts';
import { builtInTools, ToolRegistry } from '../../../src/voice/tools/tool-registry.ts';
import { ManualClock } from '../../manual-clock.ts';
import type { RealtimeService } from '../../realtime/realtime-service.ts';
import { framesOf, utter } from '../../realtime/speech.ts';
import { SpeechRecorder } from '../../realtime/speech-recorder.ts';
import { audioProtocol } from '../protocols.ts';
import { StreamCarrier } from './stream-carrier.ts';

const log: Log = { debug() {}, info() {}, warn() {}, error() {} };

const settings: SessionSettings = {
  speech: 'audio',
  opening: 'Good morning, this is the AI assistant of Elm Street Dental.',
  canTransfer: false,
  manners: plainManners,
  tools: new ToolRegistry(builtInTools).offeredOn({
    ...{ speech: 'audio', canTransfer: false, transfers: [] },
  }),
  firstOrdinal: 0,
  language: 'en-US',
  phrases: englishPhrases,
  limits: defaultLimits,
};

/** A whole conversation: carrier, connection, session and engine, on a manual clock. */
export class MediaConversation {
  readonly clock = new ManualClock();
  readonly carrier = new StreamCarrier();
  readonly effects: Effect[] = [];
  /** The engine's events, in order. */
  readonly heard = new SpeechRecorder();
  engine: SpeechSession;
  readonly #service: RealtimeService;
  readonly #timers = new Map<string, () => void>();
  #state: SessionState;
  readonly #incoming = new IncomingAudio((payload) => {
    if (passesAudio(this.#state)) this.engine.appendAudio(payload);
  });
  readonly #line: CarrierStream;
  #streamMs = 0;

  constructor(service: RealtimeService, over: Partial<SessionSettings> = {}) {
    this.#service = service;
    this.#line = new CarrierStream(audioProtocol.writer(this.carrier.streamSid));
    this.carrier.onEcho((name) => this.#message({ event: 'mark', mark: { name } }));
    this.engine = this.#connect([]);
    const first = openSession({ ...settings, ...over }, this.#at());
    this.#state = first.state;
    this.#perform(first);
    this.send({ type: 'carrier.started' });
  }

  get state(): SessionState {
    return this.#state;
  }

  send(event: CarrierEvent | EngineEvent | ControlEvent): void {
    // What has been played is recorded before an event that may end the utterance.
    if (event.type === 'engine.speechStarted' || event.type === 'carrier.stopped') {
      const played = this.#line.playedBy(this.#at());
      if (played) this.#step({ ...played, at: this.#at() });
    }
    this.#step({ ...event, at: this.#at() });
  }

  /** Advances the clock and the carrier's playout together. */
  advance(ms: number): void {
    for (let left = ms; left > 0; ) {
      const part = Math.min(left, this.carrier.untilMark() || left);
      left -= part;
      this.clock.advance(part);
      this.carrier.play(part);
    }
  }

  /** The other party says something, a frame every 20 ms, while the agent's audio is played. */
  async callerSays(text: string, frames = Number.POSITIVE_INFINITY): Promise<void> {
    for (const payload of framesOf(utter(text)).slice(0, frames)) await this.#frame(payload);
  }

  /** Sends frames of silence for so long. */
  async silence(ms: number): Promise<void> {
    const payload = framesOf(Buffer.alloc(160, 0xff))[0] ?? '';
    for (let passed = 0; passed < ms; passed += 20) await this.#frame(payload);
  }

  /** Waits until the answer with this number is generated; its item id. */
  async answer(number: number): Promise<string> {
    const done = await this.heard.log.untilCount('engine.done', number);
    return String(done.at(-1)?.itemId);
  }

  async #frame(payload: string): Promise<void> {
    const timestamp = String(this.#streamMs);
    this.#streamMs += 20;
    this.#message({ event: 'media', media: { track: 'inbound', timestamp, payload } });
    this.advance(20);
    // The engine hears and answers over real sockets.
    await new Promise((resolve) => setImmediate(resolve));
  }

  transcript(): string[] {
    const lines = new Map<number, Segment>();
    for (const effect of this.effects) {
      if (effect.type === 'save' && effect.final) lines.set(effect.segment.ordinal, effect.segment);
    }
    return [...lines.values()]
      .toSorted((a, b) => a.ordinal - b.ordinal)
      .map(({ speaker, text, interrupted }) => `${speaker}: ${text}${interrupted ? '*' : ''}`);
  }

  effectsOf<Type extends Effect['type']>(type: Type): Extract<Effect, { type: Type }>[] {
    return this.effects.filter((effect): effect is Extract<Effect, { type: Type }> => effect.type === type);
  }

  /** Connects a new engine session after a lost one, and fails the open items. */
  reconnect({ openItems, kind, retryable }: SpeechLoss): void {
    const lines = this.#state.history.toSorted((a, b) => a.ordinal - b.ordinal).map(({ entry }) => entry);
    this.engine = this.#connect(lines);
    for (const itemId of openItems) this.send({ type: 'engine.failed', itemId, kind, retryable });
  }

  #connect(history: Parameters<ReturnType<typeof realtimeEngine>['connect']>[0]['history']): SpeechSession {
    const { url, key } = this.#service;
    const engine = realtimeEngine({ url, model: 'gpt-realtime-2.1', key: () => key, log, clock: this.clock });
    const brief = { prompt: 'You answer the phone.', voice: null, language: 'en-US', history };
    return engine.connect(
      { ...brief, tools: settings.tools },
      {
        event: (event) => {
          this.send(event);
          this.heard.event(event);
        },
        lost: (loss) => this.heard.lost(loss),
      },
    );
  }

  #message(message: object): void {
    const read = audioProtocol.read(JSON.stringify(message));
    if (!read) throw new Error(`Not read: ${JSON.stringify(message)}`);
    if (read.kind === 'media') {
      this.#incoming.pass(read);
      return;
    }
    const event = this.#line.toEvent(read, this.#at());
    if (event) this.send(event);
  }

  #at(): number {
    return this.clock.now().getTime();
  }

  #step(event: SessionEvent): void {
    this.#perform(step(this.#state, event));
  }

  #perform({ state, effects }: Step): void {
    this.#state = state;
    this.effects.push(...effects);
    for (const effect of effects) {
      if (isStreamEffect(effect)) this.carrier.receive(this.#line.toMessage(effect, this.#at()));
      else if (isEngineEffect(effect)) applyEngineEffect(this.engine, effect);
      else if (effect.type === 'setTimer') this.#setTimer(effect);
      else if (effect.type === 'clearTimer') this.#stopTimer(effect.name);
    }
  }

  #setTimer({ name, key, ms }: Extract<Effect, { type: 'setTimer' }>): void {
    this.#stopTimer(name);
    this.#timers.set(
      name,
      this.clock.after(ms, () => this.#step({ type: 'timer.fired', name, key, at: this.#at() })),
    );
  }

  #stopTimer(name: string): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }
}
