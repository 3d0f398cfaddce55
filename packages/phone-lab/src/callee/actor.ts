import { sendDigits } from '../call/digits.ts';
import { Interrupted } from '../clock.ts';
import { Answering, type Reply } from './answering.ts';
import type { Party } from './callee.ts';
import { Ear } from './ear.ts';
import { pattern } from './read-script.ts';
import { type CalleeScript, defaults, type Step } from './script.ts';
import { loadSound } from './sounds.ts';

/** From lifting the receiver to the first sound. */
const breathMs = 150;
/** After a goodbye, before the receiver goes down. */
const farewellMs = 600;
const defaultPhraseMs = 60_000;

/** Plays a script on a line: first its steps, then by ear, until the line closes. */
export class Actor {
  readonly #script: CalleeScript;
  readonly #party: Party;
  readonly #ear: Ear;
  readonly #answering: Answering;

  constructor(script: CalleeScript, party: Party) {
    this.#script = script;
    this.#party = party;
    this.#ear = new Ear(party.line);
    this.#answering = new Answering(script);
  }

  async run(): Promise<void> {
    this.#watchSilence();
    try {
      if (this.#script.greeting) {
        await this.#ear.pause(breathMs);
        await this.#say(this.#script.greeting);
      }
      for (const step of this.#script.script ?? []) await this.#do(step);
      if (this.#script.nature === 'human' || this.#script.nature === undefined) await this.#converse();
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
    }
  }

  async #do(step: Step): Promise<void> {
    const ear = this.#ear;
    if (step === 'hangup') return this.#party.hangUp();
    if ('say' in step) return this.#say(step.say);
    if ('press' in step) return sendDigits(this.#party.line, 'party', step.press);
    if ('interrupt' in step) {
      await ear.words(step.interrupt.words, this.#thinkMs);
      return this.#say(step.interrupt.say);
    }
    if ('silence' in step) {
      await ear.pause(step.silence);
      return ear.forget();
    }
    if ('expect' in step) {
      const heard = ear.heard;
      return this.#party.note(step.expect, pattern(step.expect).test(heard), heard);
    }
    if (step.wait === 'agent') await ear.turn(this.#thinkMs);
    else if (typeof step.wait === 'number') await ear.pause(step.wait);
    else if ('words' in step.wait) await ear.words(step.wait.words, this.#thinkMs);
    else {
      const { phrase, withinMs = defaultPhraseMs } = step.wait;
      const found = await ear.phrase(pattern(phrase), withinMs);
      if (!found) this.#party.note(phrase, false, ear.heard);
    }
  }

  async #converse(): Promise<void> {
    for (;;) {
      const heard = await this.#ear.turn(this.#thinkMs);
      this.#ear.forget();
      const reply = this.#answering.reply(heard);
      if (reply) await this.#reply(reply);
    }
  }

  async #reply(reply: Reply): Promise<void> {
    if (reply.press) await sendDigits(this.#party.line, 'party', reply.press);
    if (reply.say) await this.#say(reply.say);
    if (!reply.hangUp) return;
    await this.#ear.pause(farewellMs);
    this.#party.hangUp();
  }

  /** What the agent said before is answered by this; what it says from here on is new. */
  async #say(text: string): Promise<void> {
    this.#ear.forget();
    await this.#party.line.say('party', text, this.#voice(text)).done;
    if (this.#party.line.closed) throw new Interrupted();
  }

  #voice(text: string): Buffer | null {
    const file = this.#script.voice?.[text];
    return file ? loadSound(file) : null;
  }

  get #thinkMs(): number {
    return this.#script.thinkMs ?? defaults.thinkMs;
  }

  /** On a dead line people ask whether anybody is there, then give up. */
  #watchSilence(): void {
    const { line, clock, hangUp } = this.#party;
    const patience = this.#script.patienceMs ?? defaults.patienceMs;
    if (patience === 'endless') return;
    let asked = false;
    let cancel = () => {};
    const wait = () => {
      cancel();
      cancel = clock.after(patience / 2, () => {
        if (asked) return hangUp();
        asked = true;
        line.say('party', 'Hello? Is anybody there?');
      });
    };
    wait();
    line.listen((event) => {
      if (event.type === 'closed') return cancel();
      const isOwn = event.type !== 'digit' && event.speech.side === 'party';
      if (!isOwn) asked = false;
      wait();
    });
  }
}
