import type { Addressee } from './addressee.ts';
import { type Ask, ask, type Script, type Step, sentence, type Tell, tell } from './script.ts';

/** The result of reading the instructions, in their order. */
export interface ParsedInstructions {
  readonly text: string;
  readonly addressee: Addressee;
  readonly steps: Step[];
  /** Statements before the first order. */
  readonly before: string[];
  readonly facts: string[];
  /** Notes without a verb, such as "Cleaning on Monday". */
  readonly topics: string[];
  /** Statements between the orders, each with the number of steps before it. */
  readonly asides: { readonly behind: number; readonly text: string }[];
  /** Statements that are said only in answer to a question. */
  readonly answers: string[];
  lastCase: 'yes' | 'no';
  /** The sentences before the one being read; they decide who a pronoun refers to. */
  earlier: string;
}

/**
 * Builds the script: first the reason for the call, then statements and questions, with a confirmation after every few
 * statements.
 */
export function arrangeScript(reading: ParsedInstructions): Script {
  const { addressee, before, facts, answers } = reading;
  const steps = withAssent(withReason(withQuestions(withMessage(reading))));
  const told = steps.flatMap((step) =>
    step.kind === 'tell' && !isGenericOpening(step) ? [asFact(step.text)] : [],
  );
  // Text in brackets inside a question is also a fact: "Do you need a parking space (12 € per night)?"
  const within = steps.flatMap((step) =>
    step.kind === 'ask'
      ? [...step.question.matchAll(/\(([^()]{3,80})\)/g)].map((found) => sentence(found[1] ?? ''))
      : [],
  );
  const known = [
    ...answers,
    ...facts,
    ...before,
    ...told,
    ...within,
    ...reading.topics.map((topic) => sentence(topic)),
  ];
  return { party: addressee.party, steps, facts: [...new Set(known)] };
}

/** Rewrites a statement of the script for use as the answer to a question. */
function asFact(text: string): string {
  return sentence(
    text
      .replace(/^I am calling (?:to tell you that|because) /, '')
      .replace(/^I am calling (?:to remind you of|about) /, 'It is about '),
  );
}

/** Adds statements and notes before the steps if the first step does not give the reason for the call. */
function withMessage(reading: ParsedInstructions): Step[] {
  const { text, before, facts, topics } = reading;
  const steps = withAsides(reading);
  const [first] = steps;
  if (!first) {
    const all = [...before, ...facts];
    if (all.length > 0) return all.map(asTold);
    const notes =
      topics.map(asNote).join(', ') || text.replace(bareOrder, ' ').slice(0, 300).replace(/\s+/g, ' ').trim();
    const unknown = 'I was asked to call you, but nobody told me what about';
    return [tell(/[\p{L}\p{N}]/u.test(notes) ? `I am calling about the following: ${notes}` : unknown)];
  }
  const saysWhy = first.kind === 'tell' && !isCourtesy(first.text);
  // A note with a digit in it, such as "Conference on Thursday at 5", is taken as the reason for the call.
  const notes = topics
    .map(asNote)
    .filter((topic) => !/\bhere$/i.test(topic))
    .slice(0, 5);
  const silent = saysWhy || before.length > 0 || !notes.some((note) => /\d/.test(note));
  const about = silent ? [] : [tell(`I am calling about the following: ${notes.join(', ')}`)];
  const scene = saysWhy ? before.filter((text) => !isAboutThem.test(text)).slice(0, maxAsides) : before;
  const opened = [...scene.map(asTold), ...about, ...steps];
  return opened;
}

/** Orders without content, such as "Remind her.": removed before the text is read out. */
const bareOrder =
  /\b(?:remind|tell|ask|call|inform|notify|phone|ring|contact) (?:him|her|them|the \p{L}+)[.!]?(?=\s|$)/giu;

function asNote(topic: string): string {
  return topic.replace(/(?<!\d)[\s.]+$/, '');
}

const maxAsides = 3;

/**
 * Adds up to maxAsides statements after each tell step before the last question. The others only serve to answer
 * questions.
 */
function withAsides({ steps, asides }: ParsedInstructions): Step[] {
  const last = steps.findLastIndex((step) => step.kind === 'ask');
  // Without a question in the script, all statements are said, in their order.
  if (last < 0)
    return steps.flatMap((step, index) => [
      step,
      ...asides.filter(({ behind }) => behind === index + 1).map(({ text }) => tell(text)),
    ]);
  return steps.flatMap((step, index) => {
    const here = asides.filter(({ behind, text }) => behind === index + 1 && !isAboutThem.test(text));
    const told = step.kind === 'tell' && index < last ? here.slice(0, maxAsides) : [];
    return [step, ...told.map(({ text }) => tell(text))];
  });
}

/** Statements about the character or habits of the person called: meant for the agent, not read out. */
const isAboutThem =
  /^You (?:are|were|seem|tend|may|might|prefer|like|dislike|sometimes|often|usually|always|never|have been)\b/;

function asTold(fact: string): Tell {
  return tell(fact, lowerFirst(fact));
}

/** Gives the reason with "because" if it is about the person called, or else with "to tell you that". */
function reason(clause: string): string {
  return !/\band that\b/.test(clause) &&
    /^you (?:had|have|are(?! (?:welcome|free|able|invited|allowed|entitled|eligible)\b)|were|owe(?! nothing)|left|bought|\p{L}+ed)\b/u.test(
      clause,
    )
    ? `I am calling because ${clause}`
    : `I am calling to tell you that ${clause}`;
}

function isCourtesy(text: string): boolean {
  return /^(?:We apologise|Thank you|Please)\b/.test(text);
}

/**
 * Replaces an implied question by an explicit question about day or time right after it, and keeps its conditional
 * steps.
 */
function withQuestions(steps: readonly Step[]): Step[] {
  const result: Step[] = [];
  for (const [index, step] of steps.entries()) {
    const before = result.findLastIndex((other) => other.kind === 'ask' && other.implied);
    const implied = result[before];
    if (step.kind === 'ask' && implied?.kind === 'ask' && isAboutWhen(step) && before === index - 1) {
      result.splice(before, 1);
      result.push({
        ...step,
        ifYes: [...implied.ifYes, ...step.ifYes],
        ifNo: [...implied.ifNo, ...step.ifNo],
      });
    } else result.push(step);
  }
  return result;
}

function isAboutWhen({ wants, question }: Ask): boolean {
  return wants === 'dayTime' || /\bsuit you|\bpossible/.test(question);
}

/** Makes the first sentence give the reason for the call, and rewords later sentences that begin with "I am calling". */
function withReason(steps: readonly Step[]): Step[] {
  const [first, ...rest] = steps;
  if (!first) return [];
  const begun = (index: number) =>
    steps.slice(0, index + 1).some((step) => step.kind === 'ask' || !isCourtesy(step.text));
  const later = rest.map((step, index) =>
    step.kind === 'tell' && begun(index) ? tell(again(step.text)) : step,
  );
  if (first.kind === 'ask') {
    const questions = steps.filter((step) => step.kind === 'ask').length;
    const lead =
      questions > 1
        ? `I have ${count(questions)} short questions for you`
        : /^Could you please\b/.test(first.question)
          ? oneRequest
          : oneQuestion;
    return [tell(lead), first, ...later];
  }
  return [first.clause === null ? first : tell(reason(first.clause)), ...later];
}

const oneQuestion = 'I am calling with a short question';
const oneRequest = 'I am calling with a request';

/** True for a generic opening such as "I am calling with a short question.", which gives no reason for the call. */
export function isGenericOpening({ text }: Tell): boolean {
  return (
    text === `${oneQuestion}.` ||
    text === `${oneRequest}.` ||
    /^I have \S+ short questions for you\.$/.test(text)
  );
}

function again(text: string): string {
  return text
    .replace(/^I am calling to remind you to /, 'Please remember to ')
    .replace(/^I am calling to /, 'I would like to ')
    .replace(/^I am calling about /, 'It is also about ');
}

/** Lowers the first letter only of words that cannot be a proper name. */
function lowerFirst(text: string): string {
  return /^(?:The|Your|You|Our|We|There|It|This|That|These|Those|An?|All|Because|Every|Some|Most|Both|No|Due|From|On|At|In|For|If|When|After|Before|Until)\b/.test(
    text,
  )
    ? text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
    : text;
}

function count(number: number): string {
  return (
    ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'][number] ??
    String(number)
  );
}

const maxStatementsInARow = 3;

/** Inserts "Is that all right so far?" after every maxStatementsInARow statements, and a last one after closing statements. */
function withAssent(steps: readonly Step[]): Step[] {
  const result: Step[] = [];
  let told = 0;
  for (const step of steps) {
    if (step.kind === 'tell' && told >= maxStatementsInARow) {
      result.push(ask('Is that all right so far', 'assent'));
      told = 0;
    }
    told = step.kind === 'tell' ? told + 1 : 0;
    result.push(step);
  }
  return told > 0 ? [...result, ask('Is that all right', 'assent')] : result;
}
