import type { SpeechEvent, SpeechListener, SpeechLoss } from '../../src/ports/speech-engine.ts';
import { LogBook } from './log-book.ts';
import { wordsIn } from './speech.ts';

/** Listens to a session of a speech engine and keeps what it hears. */
export class SpeechRecorder implements SpeechListener {
  readonly book = new LogBook();
  readonly losses: SpeechLoss[] = [];
  /** Settles when the session is lost. */
  readonly loss: Promise<SpeechLoss>;
  #tellLoss: (loss: SpeechLoss) => void = () => {};

  constructor() {
    this.loss = new Promise((resolve) => {
      this.#tellLoss = resolve;
    });
  }

  event(event: SpeechEvent): void {
    this.book.write(event);
  }

  lost(loss: SpeechLoss): void {
    this.losses.push(loss);
    this.#tellLoss(loss);
    this.book.end(`lost: ${loss.detail}`);
  }

  until<Type extends SpeechEvent['type']>(
    type: Type,
    fits: (event: Extract<SpeechEvent, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<SpeechEvent, { type: Type }>> {
    return this.book.until(type, (event) => fits(event as never)) as never;
  }

  of<Type extends SpeechEvent['type']>(type: Type): Extract<SpeechEvent, { type: Type }>[] {
    return this.book.of(type) as never;
  }

  /** The sound of an item, joined. */
  audio(itemId: string): Buffer {
    const payloads = this.of('engine.audio').filter((event) => event.itemId === itemId);
    return Buffer.concat(payloads.map(({ payload }) => Buffer.from(payload, 'base64')));
  }

  /** The words in it, where the stand-in spoke them. */
  words(itemId: string): string {
    return wordsIn(this.audio(itemId));
  }

  ms(itemId: string): number {
    return this.of('engine.audio')
      .filter((event) => event.itemId === itemId)
      .reduce((sum, { ms }) => sum + ms, 0);
  }

  text(itemId: string): string {
    return this.of('engine.agentText')
      .filter((event) => event.itemId === itemId)
      .map(({ text }) => text)
      .join('');
  }
}
