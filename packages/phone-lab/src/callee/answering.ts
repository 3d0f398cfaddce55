import { manners } from './manners.ts';
import { pattern } from './read-script.ts';
import type { Answer, CalleeScript } from './script.ts';

export interface Reply {
  say: string | null;
  press: string | null;
  hangUp: boolean;
}

const farewell =
  /\b(good ?bye|bye|have a (nice|great|good|wonderful|lovely) (day|one|evening|afternoon|weekend)|take care)\b/iu;
/** After this many turns in which nothing fitted, a person gives up on the conversation. */
const mostPuzzled = 12;

/** Chooses what a callee answers to what the agent said. */
export class Answering {
  readonly #script: CalleeScript;
  readonly #rules: Answer[];
  readonly #used = new Map<Answer, number>();
  #puzzled = 0;

  constructor(script: CalleeScript) {
    this.#script = script;
    this.#rules = [...(script.answers ?? []), ...(script.manners === false ? [] : manners)];
  }

  /** Null: nothing worth answering was said. */
  reply(heard: string): Reply | null {
    const rule = this.#choose(heard);
    if (rule) return this.#follow(rule);
    const isFarewell = farewell.test(lastSentences(heard, 2));
    if (isFarewell) return { say: this.#script.goodbye ?? 'Goodbye.', press: null, hangUp: true };
    return this.#improvise(heard);
  }

  /** What was asked last counts most: first the last question, then the last sentence, then everything. */
  #choose(heard: string): Answer | null {
    const questions = sentences(heard).filter((sentence) => sentence.endsWith('?'));
    for (const text of [questions.at(-1), lastSentences(heard, 1), heard]) {
      if (!text) continue;
      const rule = this.#rules.find((one) => this.#isLeft(one) && pattern(one.when).test(text));
      if (rule) return rule;
    }
    return null;
  }

  #isLeft(rule: Answer): boolean {
    return rule.times === undefined || (this.#used.get(rule) ?? 0) < rule.times;
  }

  #follow(rule: Answer): Reply {
    const count = this.#used.get(rule) ?? 0;
    this.#used.set(rule, count + 1);
    const said = typeof rule.say === 'string' ? [rule.say] : (rule.say ?? []);
    const say = said[count % Math.max(1, said.length)] ?? null;
    return { say, press: rule.press ?? null, hangUp: rule.then === 'hangup' };
  }

  #improvise(heard: string): Reply | null {
    const lines = this.#script.otherwise;
    if (lines?.length === 0) return null;
    this.#puzzled += 1;
    const goodbye = this.#script.goodbye ?? 'Goodbye.';
    if (this.#puzzled > mostPuzzled)
      return { say: `I have to go now. ${goodbye}`, press: null, hangUp: true };
    const isQuestion = heard.trimEnd().endsWith('?');
    const fallback = isQuestion
      ? ['Yes.', 'Yes, I think so.', 'That is fine with me.']
      : ['Okay.', 'All right.', 'I see.'];
    const choices = lines ?? fallback;
    return { say: choices[(this.#puzzled - 1) % choices.length] ?? null, press: null, hangUp: false };
  }
}

export function sentences(text: string): string[] {
  return (
    text
      .match(/[^.!?]+[.!?]*/g)
      ?.map((sentence) => sentence.trim())
      .filter(Boolean) ?? []
  );
}

function lastSentences(text: string, count: number): string {
  return sentences(text).slice(-count).join(' ');
}
