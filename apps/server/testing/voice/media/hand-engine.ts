import type { Clock } from '../../../src/ports/clock.ts';
import type {
  SpeechBrief,
  SpeechEngine,
  SpeechEvent,
  SpeechListener,
  SpeechSession,
} from '../../../src/ports/speech-engine.ts';
import { audioMs } from '../../../src/ports/telephone-audio.ts';
import type { ToolCall } from '../../../src/ports/voice-tools.ts';
import { framesOf, msPerCharacter, utter, wordsIn } from '../../realtime/speech.ts';
import { VoiceActivity } from '../../realtime/voice-activity.ts';

export interface HandAnswer {
  readonly text: string;
  readonly tools?: readonly ToolCall[];
}

/** Letters of an answer in one piece of its sound. */
const lettersPerPiece = 4;

/** An engine without a wire, on a clock turned by hand: every frame can be the last, and nothing happens between two. */
export class HandEngine implements SpeechEngine {
  readonly name = 'by hand';
  /** Sessions that nobody has closed. */
  open = 0;
  readonly #clock: () => Clock;
  readonly #lateMs: number;
  readonly #answer: (heard: string) => HandAnswer;

  /** `lateMs` is how long it takes to write down what was said. */
  constructor(clock: () => Clock, lateMs: number, answer: (heard: string) => HandAnswer) {
    this.#clock = clock;
    this.#lateMs = lateMs;
    this.#answer = answer;
  }

  connect(_brief: SpeechBrief, listener: SpeechListener): SpeechSession {
    this.open += 1;
    return new HandSession(listener, {
      answer: this.#answer,
      later: (act) => this.#clock().after(this.#lateMs, act),
      closed: () => {
        this.open -= 1;
      },
    });
  }
}

interface Around {
  answer(heard: string): HandAnswer;
  later(act: () => void): () => void;
  closed(): void;
}

class HandSession implements SpeechSession {
  readonly #listener: SpeechListener;
  readonly #around: Around;
  readonly #activity = new VoiceActivity();
  readonly #texts = new Set<() => void>();
  /** What is still to be told of the answer under way, a piece with every frame. */
  #coming: SpeechEvent[] = [];
  #heard: Buffer[] = [];
  #utterances = 0;
  #isSpeaking = false;
  #frames = 0;

  constructor(listener: SpeechListener, around: Around) {
    this.#listener = listener;
    this.#around = around;
  }

  appendAudio(payload: string): void {
    const audio = Buffer.from(payload, 'base64');
    this.#frames += 1;
    for (const change of this.#activity.hear(audio, 0.5, 500)) {
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
    this.#speak(itemId, this.#around.answer(''));
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
    this.#around.closed();
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
    const stop = this.#around.later(() => {
      this.#texts.delete(stop);
      this.#listener.event({ type: 'engine.userText', itemId, text });
    });
    this.#texts.add(stop);
    this.#speak(`r${this.#utterances}`, this.#around.answer(text));
  }

  #speak(itemId: string, { text, tools = [] }: HandAnswer): void {
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
