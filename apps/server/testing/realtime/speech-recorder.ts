import type { SpeechEvent, SpeechListener, SpeechLoss } from '../../src/ports/speech-engine.ts';
import { EventLog } from './event-log.ts';
import { wordsIn } from './speech.ts';

/** Records the events of a speech engine's session. */
export class SpeechRecorder implements SpeechListener {
  readonly log = new EventLog();
  readonly losses: SpeechLoss[] = [];
  /** Settles when the session is lost. */
  readonly loss: Promise<SpeechLoss>;
  #resolveLoss: (loss: SpeechLoss) => void = () => {};

  constructor() {
    this.loss = new Promise((resolve) => {
      this.#resolveLoss = resolve;
    });
  }

  event(event: SpeechEvent): void {
    this.log.add(event);
  }

  lost(loss: SpeechLoss): void {
    this.losses.push(loss);
    this.#resolveLoss(loss);
    this.log.end(`lost: ${loss.detail}`);
  }

  until<Type extends SpeechEvent['type']>(
    type: Type,
    fits: (event: Extract<SpeechEvent, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<SpeechEvent, { type: Type }>> {
    return this.log.until(type, (event) => fits(event as never)) as never;
  }

  ofType<Type extends SpeechEvent['type']>(type: Type): Extract<SpeechEvent, { type: Type }>[] {
    return this.log.ofType(type) as never;
  }

  /** The audio of an item, joined. */
  audio(itemId: string): Buffer {
    const payloads = this.ofType('engine.audio').filter((event) => event.itemId === itemId);
    return Buffer.concat(payloads.map(({ payload }) => Buffer.from(payload, 'base64')));
  }

  /** The words in it, for audio of the emulator. */
  words(itemId: string): string {
    return wordsIn(this.audio(itemId));
  }

  ms(itemId: string): number {
    return this.ofType('engine.audio')
      .filter((event) => event.itemId === itemId)
      .reduce((sum, { ms }) => sum + ms, 0);
  }

  text(itemId: string): string {
    return this.ofType('engine.agentText')
      .filter((event) => event.itemId === itemId)
      .map(({ text }) => text)
      .join('');
  }
}
