import type { Addressee } from './addressee.ts';
import { type Ask, ask, type Script, type Step, sentence, type Tell, tell } from './script.ts';

/** What was read so far, in the order in which it stands. */
export interface ParsedInstructions {
  readonly text: string;
  readonly addressee: Addressee;
  readonly steps: Step[];
  /** Statements before the first order. */
  readonly before: string[];
  readonly facts: string[];
  /** Notes that are no sentences. */
  readonly topics: string[];
  /** Statements among the orders, and behind how many steps each stands. */
  readonly asides: { readonly behind: number; readonly text: string }[];
  /** Told only to somebody who asks. */
  readonly answers: string[];
  lastCase: 'yes' | 'no';
  /** The sentence before the one that is read. */
  earlier: string;
}

/** Makes a call of it: it says why it is made, asks what it must, and never talks for long without being answered. */
export function arrangeScript(reading: ParsedInstructions): Script {
  const { addressee, before, facts, answers } = reading;
  const steps = withAssent(withReason(withQuestions(withMessage(reading))));
  const told = steps.flatMap((step) => (step.kind === 'tell' && !isLead(step) ? [asFact(step.text)] : []));
  // "Do you need a parking space (12 € per night)?" tells the price, too.
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

/** What was told, when it is asked for once more. */
function asFact(text: string): string {
  return sentence(
    text
      .replace(/^I am calling (?:to tell you that|because) /, '')
      .replace(/^I am calling (?:to remind you of|about) /, 'It is about '),
  );
}

/** Statements become the message where the orders alone would not say what the call is about. */
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
  // "Conference on Thursday at 5": a note with a day or a number in it is what the call is about.
  const notes = topics
    .map(asNote)
    .filter((topic) => !/\bhere$/i.test(topic))
    .slice(0, 5);
  const silent = saysWhy || before.length > 0 || !notes.some((note) => /\d/.test(note));
  const about = silent ? [] : [tell(`I am calling about the following: ${notes.join(', ')}`)];
  const scene = saysWhy ? before.filter((text) => !isAboutThem.test(text)).slice(0, mostAsides) : before;
  const opened = [...scene.map(asTold), ...about, ...steps];
  return opened;
}

/** "Remind her" is nothing that could be said to her. */
const bareOrder =
  /\b(?:remind|tell|ask|call|inform|notify|phone|ring|contact) (?:him|her|them|the \p{L}+)[.!]?(?=\s|$)/giu;

function asNote(topic: string): string {
  return topic.replace(/(?<!\d)[\s.]+$/, '');
}

const mostAsides = 3;

/** What is stated between the news and the question belongs to the news; what stands behind is for whoever asks. */
function withAsides({ steps, asides }: ParsedInstructions): Step[] {
  const last = steps.findLastIndex((step) => step.kind === 'ask');
  // Where nothing is asked, everything is told in the order in which it stands.
  if (last < 0)
    return steps.flatMap((step, index) => [
      step,
      ...asides.filter(({ behind }) => behind === index + 1).map(({ text }) => tell(text)),
    ]);
  return steps.flatMap((step, index) => {
    const here = asides.filter(({ behind, text }) => behind === index + 1 && !isAboutThem.test(text));
    const told = step.kind === 'tell' && index < last ? here.slice(0, mostAsides) : [];
    return [step, ...told.map(({ text }) => tell(text))];
  });
}

/** How somebody is, is told to the agent and not to them. */
const isAboutThem =
  /^You (?:are|were|seem|tend|may|might|prefer|like|dislike|sometimes|often|usually|always|never|have been)\b/;

function asTold(fact: string): Tell {
  return tell(fact, lowerFirst(fact));
}

/** "because you had a cleaning", but "to tell you that the office is closed". */
function reason(clause: string): string {
  return /^you (?:had|have|are|were|owe|left|bought|\p{L}+ed)\b/u.test(clause)
    ? `I am calling because ${clause}`
    : `I am calling to tell you that ${clause}`;
}

function isCourtesy(text: string): boolean {
  return /^(?:We apologise|Thank you|Please)\b/.test(text);
}

/** An implied question gives way to one that the instructions ask themselves; its cases go with it. */
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

/** The first sentence says why we call; later ones do not begin the same way again. */
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

/** It says that there is a matter, but not which. */
export function isLead({ text }: Tell): boolean {
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

/** A proper name keeps its capital. */
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

const longestSpeech = 3;

/** Nobody listens to more than a few sentences without a word of their own. */
function withAssent(steps: readonly Step[]): Step[] {
  const result: Step[] = [];
  let told = 0;
  for (const step of steps) {
    if (step.kind === 'tell' && told >= longestSpeech) {
      result.push(ask('Is that all right so far', 'assent'));
      told = 0;
    }
    told = step.kind === 'tell' ? told + 1 : 0;
    result.push(step);
  }
  return told > 0 ? [...result, ask('Is that all right', 'assent')] : result;
}
