import { answerTo } from './english/answers.ts';
import { type Question, questionsIn } from './english/question.ts';
import { sentences } from './english/sentences.ts';
import { isVague } from './english/yes-no.ts';
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
export class AnswerChooser {
  readonly #script: CalleeScript;
  readonly #rules: readonly Answer[];
  readonly #used = new Map<Answer, number>();
  #puzzled = 0;

  constructor(script: CalleeScript) {
    this.#script = script;
    this.#rules = script.answers ?? [];
  }

  /** Null: nothing worth answering was said. */
  reply(heard: string): Reply | null {
    const questions = questionsIn(heard);
    const isLeaving = farewell.test(lastSentences(heard, 1)) && !heard.trimEnd().endsWith('?');
    const answer = isLeaving ? null : this.#answer(questions, heard);
    if (answer) return answer;
    const rule = this.#choose(isLeaving ? lastSentences(heard, 1) : heard, questions);
    if (rule) return this.#follow(rule);
    const isFarewell = farewell.test(lastSentences(heard, 2));
    if (isFarewell) return { say: this.#script.goodbye ?? 'Goodbye.', press: null, hangUp: true };
    return this.#improvise(heard);
  }

  /** Every question of the turn in its order: by the person's own rules, else as most people would. */
  #answer(questions: readonly Question[], heard: string): Reply | null {
    const replies = questions.map((question) => this.#answerOne(question, heard));
    const given = replies.filter((reply) => reply !== null);
    // Who has nothing to say to the last question has not understood what it was about.
    if (given.length === 0 || replies.at(-1) === null) return null;
    const said = new Set(given.flatMap(({ say }) => say ?? []));
    return {
      say: said.size > 0 ? [...said].join(' ') : null,
      press: given.map(({ press }) => press ?? '').join('') || null,
      hangUp: given.some(({ hangUp }) => hangUp),
    };
  }

  #answerOne(question: Question, heard: string): Reply | null {
    const rule = this.#rules.find((one) => this.#fits(one, question.text, question.kind));
    if (rule) return this.#follow(rule);
    const { manners = true, facts, style } = this.#script;
    // Where only a yes is to be said, what the person has to say to the rest of the turn comes first.
    if (isVague(question) && (this.#script.otherwise || this.#choose(heard, [question]))) return null;
    return manners ? { say: answerTo(question, facts, style), press: null, hangUp: false } : null;
  }

  /** What was said last counts most: first the last sentence, then everything. */
  #choose(heard: string, questions: readonly Question[]): Answer | null {
    const kind = questions.at(-1)?.kind ?? null;
    for (const text of [lastSentences(heard, 1), heard]) {
      const rule = this.#rules.find((one) => this.#fits(one, text, kind));
      if (rule) return rule;
    }
    return null;
  }

  /** A rule for one kind of question fits that kind, and what is no question at all. */
  #fits(rule: Answer, text: string, kind: Question['kind'] | null): boolean {
    const isAsked = rule.asked === undefined || kind === null || rule.asked === kind;
    return isAsked && this.#isLeft(rule) && pattern(rule.when).test(text);
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

function lastSentences(text: string, count: number): string {
  return sentences(text).slice(-count).join(' ');
}
