import { audioMs } from '../../../src/lib/telephone-audio.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type {
  SpeechBrief,
  SpeechEngine,
  SpeechEvent,
  SpeechListener,
  SpeechSession,
} from '../../../src/ports/speech-engine.ts';
import type { ToolCall } from '../../../src/ports/voice-tools.ts';
import { framesOf, msPerCharacter, utter, wordsIn } from '../../realtime/speech.ts';
import { VoiceActivity } from '../../realtime/voice-activity.ts';

export interface EngineAnswer {
  readonly text: string;
  readonly tools?: readonly ToolCall[];
}

/** Letters of an answer in one piece of its audio. */
const lettersPerPiece = 4;

/** A speech engine without a network, on a manual clock: events happen only with an audio frame. */
export class ManualEngine implements SpeechEngine {
  readonly name = 'manual';
  /** Open sessions. */
  open = 0;
  readonly #clock: () => Clock;
  readonly #lateMs: number;
  readonly #answer: (heard: string) => EngineAnswer;

  /** `lateMs` is the delay of transcripts. */
  constructor(clock: () => Clock, lateMs: number, answer: (heard: string) => EngineAnswer) {
    this.#clock = clock;
    this.#lateMs = lateMs;
    this.#answer = answer;
  }

  connect(_brief: SpeechBrief, listener: SpeechListener): SpeechSession {
    this.open += 1;
    return new ManualSpeechSession(listener, {
      answer: this.#answer,
      later: (act) => this.#clock().after(this.#lateMs, act),
      closed: () => {
        this.open -= 1;
      },
    });
  }
}

interface SessionContext {
  answer(heard: string): EngineAnswer;
  later(act: () => void): () => void;
  closed(): void;
}

class ManualSpeechSession implements SpeechSession {
  readonly #listener: SpeechListener;
  readonly #context: SessionContext;
  readonly #activity = new VoiceActivity();
  readonly #texts = new Set<() => void>();
  /** Events of the current answer, one sent with every frame. */
  #coming: SpeechEvent[] = [];
  #heard: Buffer[] = [];
  #utterances = 0;
  #isSpeaking = false;
  #frames = 0;

  constructor(listener: SpeechListener, context: SessionContext) {
    this.#listener = listener;
    this.#context = context;
  }

  appendAudio(payload: string): void {
    const audio = Buffer.from(payload, 'base64');
    this.#frames += 1;
    for (const change of this.#activity.detect(audio, 0.5, 500)) {
      if (change.kind === 'started') this.#start();
      else this.#stop();
    }
    if (this.#isSpeaking) this.#heard.push(audio);
    const next = this.#coming.shift();
    if (next) this.#listener.event(next);
  }

  say(itemId: string, text: string): void {
    this.#speak(itemId, { text });
  }

  respond(itemId: string): void {
    this.#speak(itemId, this.#context.answer(''));
  }

  truncate(itemId: string): void {
    this.cancel(itemId);
  }

  cancel(itemId: string): void {
    this.#coming = this.#coming.filter((event) => event.itemId !== itemId);
  }

  toolResult(): void {}

  counts() {
    return { framesSent: this.#frames, framesDropped: 0 };
  }

  close(): void {
    for (const stop of this.#texts) stop();
    this.#context.closed();
  }

  #start(): void {
    this.#utterances += 1;
    this.#isSpeaking = true;
    this.#listener.event({ type: 'engine.speechStarted', itemId: `u${this.#utterances}` });
  }

  #stop(): void {
    const itemId = `u${this.#utterances}`;
    const text = wordsIn(Buffer.concat(this.#heard.splice(0)));
    this.#isSpeaking = false;
    this.#listener.event({ type: 'engine.speechStopped', itemId });
    const stop = this.#context.later(() => {
      this.#texts.delete(stop);
      this.#listener.event({ type: 'engine.userText', itemId, text });
    });
    this.#texts.add(stop);
    this.#speak(`r${this.#utterances}`, this.#context.answer(text));
  }

  #speak(itemId: string, { text, tools = [] }: EngineAnswer): void {
    const pieces = framesOf(utter(text), lettersPerPiece * msPerCharacter);
    const events = pieces.flatMap((payload, index): SpeechEvent[] => [
      {
        type: 'engine.agentText',
        itemId,
        text: text.slice(index * lettersPerPiece, (index + 1) * lettersPerPiece),
      },
      { type: 'engine.audio', itemId, ms: audioMs(payload), payload },
    ]);
    for (const call of tools) events.push({ type: 'engine.toolCall', itemId, call });
    this.#coming = [...events, { type: 'engine.done', itemId }];
  }
}
