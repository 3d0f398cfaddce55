import { sendDigits } from '../call/digits.ts';
import { Interrupted } from '../clock.ts';
import { AgentListener } from './agent-listener.ts';
import { AnswerChooser, type Reply } from './answer-chooser.ts';
import { beepMs, recordMessage } from './answering-machine.ts';
import type { Party } from './callee.ts';
import { pattern } from './read-script.ts';
import { type CalleeScript, defaults, type Step } from './script.ts';
import { loadSound } from './sounds.ts';

/** From the answer to the greeting. */
export const beforeGreetingMs = 150;
/** From the goodbye to the hang-up. */
const beforeHangUpMs = 600;
const defaultPhraseMs = 60_000;

/** Carries out a script in one call: first its steps, then its answers, until the channel closes. */
export class ScriptRun {
  readonly #script: CalleeScript;
  readonly #party: Party;
  readonly #agent: AgentListener;
  readonly #answers: AnswerChooser;

  constructor(script: CalleeScript, party: Party) {
    this.#script = script;
    this.#party = party;
    this.#agent = new AgentListener(party.channel);
    this.#answers = new AnswerChooser(script);
  }

  async run(): Promise<void> {
    this.#watchSilence();
    try {
      if (this.#script.greeting) {
        await this.#agent.pause(beforeGreetingMs);
        await this.#say(this.#script.greeting);
      }
      if (this.#script.nature === 'machine') await this.#afterGreeting();
      for (const step of this.#script.script ?? []) await this.#do(step);
      if (this.#script.nature === 'human' || this.#script.nature === undefined) await this.#converse();
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
    }
  }

  async #afterGreeting(): Promise<void> {
    if ((this.#script.greetingEnd ?? 'beep') === 'beep') await this.#agent.pause(beepMs);
    if (this.#script.mailbox !== 'full') recordMessage(this.#party);
  }

  async #do(step: Step): Promise<void> {
    const agent = this.#agent;
    if (step === 'hangup') return this.#party.hangUp();
    if ('say' in step) return this.#say(step.say);
    if ('press' in step) return sendDigits(this.#party.channel, 'party', step.press);
    if ('interrupt' in step) {
      await agent.words(step.interrupt.words, this.#thinkMs);
      return this.#say(step.interrupt.say);
    }
    if ('silence' in step) {
      await agent.pause(step.silence);
      return agent.forget();
    }
    if ('expect' in step) {
      const heard = agent.heard;
      return this.#party.note(step.expect, pattern(step.expect).test(heard), heard);
    }
    if (step.wait === 'agent') await agent.turn(this.#thinkMs);
    else if (typeof step.wait === 'number') await agent.pause(step.wait);
    else if ('words' in step.wait) await agent.words(step.wait.words, this.#thinkMs);
    else {
      const { phrase, withinMs = defaultPhraseMs } = step.wait;
      const found = await agent.phrase(pattern(phrase), withinMs);
      if (!found) this.#party.note(phrase, false, agent.heard);
    }
  }

  async #converse(): Promise<void> {
    for (;;) {
      const heard = await this.#agent.turn(this.#thinkMs);
      this.#agent.forget();
      const reply = this.#answers.reply(heard);
      if (reply) await this.#reply(reply);
    }
  }

  async #reply(reply: Reply): Promise<void> {
    if (reply.press) await sendDigits(this.#party.channel, 'party', reply.press);
    if (reply.say) await this.#say(reply.say);
    if (!reply.hangUp) return;
    await this.#agent.pause(beforeHangUpMs);
    this.#party.hangUp();
  }

  /** What the agent said until now counts as answered. */
  async #say(text: string): Promise<void> {
    this.#agent.forget();
    await this.#party.channel.say('party', text, this.#voice(text)).done;
    if (this.#party.channel.closed) throw new Interrupted();
  }

  #voice(text: string): Buffer | null {
    const file = this.#script.voice?.[text];
    return file ? loadSound(file) : null;
  }

  get #thinkMs(): number {
    return this.#script.thinkMs ?? defaults.thinkMs;
  }

  /** In silence the callee asks whether anybody is there, and hangs up in the end. */
  #watchSilence(): void {
    const { channel, clock, hangUp } = this.#party;
    const patience = this.#script.patienceMs ?? defaults.patienceMs;
    if (patience === 'endless') return;
    let asked = false;
    let cancel = () => {};
    const wait = () => {
      cancel();
      cancel = clock.after(patience / 2, () => {
        if (asked) return hangUp();
        asked = true;
        channel.say('party', 'Hello? Is anybody there?');
      });
    };
    wait();
    channel.listen((event) => {
      if (event.type === 'closed') return cancel();
      const isOwn = event.type !== 'digit' && event.speech.side === 'party';
      if (!isOwn) asked = false;
      wait();
    });
  }
}
