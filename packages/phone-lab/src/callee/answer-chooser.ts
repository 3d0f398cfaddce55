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

const goodbyePattern =
  /\b(good ?bye|bye|have a (nice|great|good|wonderful|lovely) (day|one|evening|afternoon|weekend)|take care)\b/iu;
/** After this many turns that nothing matched, the callee ends the call. */
const mostUnmatched = 12;

/** Chooses what a callee answers to a turn of the agent. */
export class AnswerChooser {
  readonly #script: CalleeScript;
  readonly #rules: readonly Answer[];
  readonly #used = new Map<Answer, number>();
  #unmatched = 0;

  constructor(script: CalleeScript) {
    this.#script = script;
    this.#rules = script.answers ?? [];
  }

  /** Null where no answer is given. */
  reply(heard: string): Reply | null {
    const questions = questionsIn(heard);
    const endsWithGoodbye = goodbyePattern.test(lastSentences(heard, 1)) && !heard.trimEnd().endsWith('?');
    const answer = endsWithGoodbye ? null : this.#answer(questions, heard);
    if (answer) return answer;
    const rule = this.#choose(endsWithGoodbye ? lastSentences(heard, 1) : heard, questions);
    if (rule) return this.#follow(rule);
    const isGoodbye = goodbyePattern.test(lastSentences(heard, 2));
    if (isGoodbye) return { say: this.#script.goodbye ?? 'Goodbye.', press: null, hangUp: true };
    return this.#fallback(heard);
  }

  /** Answers every question of the turn in order: by the script's answers, otherwise by the kind of question. */
  #answer(questions: readonly Question[], heard: string): Reply | null {
    const replies = questions.map((question) => this.#answerOne(question, heard));
    const given = replies.filter((reply) => reply !== null);
    // Without an answer to the last question, the whole turn is matched instead.
    if (given.length === 0 || replies.at(-1) === null) return null;
    const said = new Set(given.flatMap(({ say }) => say ?? []));
    return {
      say: said.size > 0 ? [...said].join(' ') : null,
      press: given.map(({ press }) => press ?? '').join('') || null,
      hangUp: given.some(({ hangUp }) => hangUp),
    };
  }

  #answerOne(question: Question, heard: string): Reply | null {
    const rule = this.#rules.find((one) => this.#matches(one, question.text, question.kind));
    if (rule) return this.#follow(rule);
    const { manners = true, facts, style } = this.#script;
    // Such a question would get a plain yes. If the script has an answer that fits the turn, or one for all other
    // turns, that one is used.
    if (isVague(question) && (this.#script.otherwise || this.#choose(heard, [question]))) return null;
    return manners ? { say: answerTo(question, facts, style), press: null, hangUp: false } : null;
  }

  /** Matches the last sentence first, then the whole turn. */
  #choose(heard: string, questions: readonly Question[]): Answer | null {
    const kind = questions.at(-1)?.kind ?? null;
    for (const text of [lastSentences(heard, 1), heard]) {
      const rule = this.#rules.find((one) => this.#matches(one, text, kind));
      if (rule) return rule;
    }
    return null;
  }

  /** A rule for one kind of question matches that kind, and turns without a question. */
  #matches(rule: Answer, text: string, kind: Question['kind'] | null): boolean {
    const isAsked = rule.asked === undefined || kind === null || rule.asked === kind;
    return isAsked && this.#hasUsesLeft(rule) && pattern(rule.when).test(text);
  }

  #hasUsesLeft(rule: Answer): boolean {
    return rule.times === undefined || (this.#used.get(rule) ?? 0) < rule.times;
  }

  #follow(rule: Answer): Reply {
    const count = this.#used.get(rule) ?? 0;
    this.#used.set(rule, count + 1);
    const said = typeof rule.say === 'string' ? [rule.say] : (rule.say ?? []);
    const say = said[count % Math.max(1, said.length)] ?? null;
    return { say, press: rule.press ?? null, hangUp: rule.then === 'hangup' };
  }

  #fallback(heard: string): Reply | null {
    const otherwise = this.#script.otherwise;
    if (otherwise?.length === 0) return null;
    this.#unmatched += 1;
    const goodbye = this.#script.goodbye ?? 'Goodbye.';
    if (this.#unmatched > mostUnmatched)
      return { say: `I have to go now. ${goodbye}`, press: null, hangUp: true };
    const isQuestion = heard.trimEnd().endsWith('?');
    const fallback = isQuestion
      ? ['Yes.', 'Yes, I think so.', 'That is fine with me.']
      : ['Okay.', 'All right.', 'I see.'];
    const choices = otherwise ?? fallback;
    return { say: choices[(this.#unmatched - 1) % choices.length] ?? null, press: null, hangUp: false };
  }
}

function lastSentences(text: string, count: number): string {
  return sentences(text).slice(-count).join(' ');
}
