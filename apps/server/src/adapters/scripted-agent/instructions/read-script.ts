import { addresseeIn } from './addressee.ts';
import { arrangeScript, type ParsedInstructions } from './arrange-script.ts';
import { clausesOf } from './clauses.ts';
import { belongsTo, type Conditional, conditionalIn } from './conditions.ts';
import type { Meaning } from './meaning.ts';
import { meaningOf } from './orders.ts';
import { isQuestionClause } from './question-lists.ts';
import { directQuestion } from './questions.ts';
import { asOrder, normalizedWording } from './requests.ts';
import { type Ask, ask, type Script, type Step, sentence, tell } from './script.ts';
import { toSecondPerson } from './second-person.ts';
import { sentencesOf } from './sentences.ts';

/** Parses instructions into statements to make, questions to ask and facts to answer with. */
export function readScript(instructions: string, agentName: string): Script {
  // An unfilled placeholder is read as a plain word; one with "name" in it becomes "them", so that it is not taken for a
  // name.
  const text = normalizedWording(
    instructions
      .replace(/[^\P{Cc}\n\t]|\p{Cf}/gu, ' ')
      .replace(/<([^<>\n]{1,50})>/g, (_, name: string) => (/name/i.test(name) ? 'them' : name)),
  );
  const addressee = addresseeIn(text, agentName);
  const reading: ParsedInstructions = {
    text,
    addressee,
    steps: [],
    before: [],
    facts: [],
    topics: [],
    asides: [],
    answers: [],
    lastCase: 'yes',
    earlier: '',
  };
  for (const sentence of sentencesOf(text)) readSentence(reading, asOrder(sentence));
  return arrangeScript(reading);
}

/**
 * The statements of a text about the organization ("We are open until 5."), without orders and without statements about
 * the agent.
 */
export function readFacts(text: string): string[] {
  const nobody = addresseeIn('', '');
  return sentencesOf(text).flatMap((sentence) => {
    const meaning = conditionalIn(sentence) ? null : meaningOf(sentence, nobody);
    return meaning?.kind === 'fact' && !/\b(?:you|your|yours|yourself)\b/i.test(sentence)
      ? [meaning.text]
      : [];
  });
}

/** A condition in the middle of a sentence, which is read as a sentence of its own: "… and, if so, when they come". */
const innerCase =
  /^(.+?),?\s+(?:and|but|or),?\s+if\s+(so|not|yes|no|(?:it|they|he|she|that|there)\s+(?:is|are|was|were|does|do|did|has|have|can|will|would)(?:n['’]t|\s+not)?|(?:neither|none|both|either|that|it)(?: of (?:them|those|these))?\s+(?:(?:doesn['’]t|does not|don['’]t)\s+)?(?:works?|suits?|fits?)(?:\s+(?:for\s+)?(?:him|her|them))?),\s*(.+)$/i;

/** "Ask A, and tell him B if so": the condition belongs to the last order. */
const lastCase =
  /^(.+?),?\s+and\s+((?:tell|ask|offer|let|remind|say|suggest|invite|put|book)\b.+?),?\s+if\s+(so|not|yes|no)[.\s]*$/i;

/** "Call Mr. Upton: his case is late, does Friday work?" */
const callWithQuestion = /^((?:call|phone|ring|contact)\s+[^:?]{2,60}):\s+(?!["“])(.+\?)$/i;

function readSentence(reading: ParsedInstructions, text: string): void {
  const [, calls, question] = callWithQuestion.exec(text) ?? [];
  if (calls && question) {
    readSentence(reading, calls);
    readSentence(reading, question);
    return;
  }
  const [, before, order, answer] = lastCase.exec(text) ?? [];
  if (before && order && answer) {
    readSentence(reading, before);
    readSentence(reading, `If ${answer}, ${order}`);
    return;
  }
  const [, first, condition, then] = innerCase.exec(text) ?? [];
  if (first && condition && then) {
    readSentence(reading, first);
    readSentence(reading, `If ${condition}, ${isQuestionClause(then) ? 'ask ' : ''}${then}`);
    return;
  }
  const whole = conditionalIn(text);
  if (whole) readConditional(reading, whole, text);
  else {
    let before = reading.earlier;
    for (const clause of clausesOf(text)) {
      const conditional = conditionalIn(clause);
      if (conditional) readConditional(reading, conditional, clause);
      else addMeaning(reading, meaningOf(clause, { ...reading.addressee, before }), reading.steps);
      before = `${before}${clause} and `;
    }
  }
  // Who a pronoun refers to is decided by this sentence and the one before it.
  reading.earlier = `${lastSentence(reading.earlier)}${text.replace(/[.?!\s]+$/, '')}. `;
}

function lastSentence(earlier: string): string {
  return /[^.?!]*[.?!]\s*$/.exec(earlier)?.[0] ?? '';
}

function addMeaning(reading: ParsedInstructions, meaning: Meaning, steps: Step[]): void {
  if (meaning.kind === 'steps') steps.push(...meaning.steps);
  if (meaning.kind === 'topic') reading.topics.push(meaning.text);
  if (meaning.kind !== 'fact') return;
  if (steps !== reading.steps) {
    // A statement under a condition is said if the condition holds.
    steps.push(tell(meaning.text));
    return;
  }
  // Statements before the first order are kept apart: they can give the reason for the call.
  if (reading.steps.length > 0) reading.asides.push({ behind: reading.steps.length, text: meaning.text });
  (reading.steps.length === 0 ? reading.before : reading.facts).push(meaning.text);
}

/** Attaches the orders of a condition to the question before it. */
function readConditional(
  reading: ParsedInstructions,
  { when, condition, order }: Conditional,
  whole: string,
): void {
  if (when === 'never') return;
  const steps: Step[] = [];
  const addressee = { ...reading.addressee, before: `${reading.earlier}If ${condition}, ` };
  let stated = true;
  for (const clause of clausesOf(order)) {
    // A condition inside a condition is not supported: its statements only serve to answer questions.
    const inner = conditionalIn(clause);
    if (inner) readConditional(reading, { ...inner, when: 'asked' }, clause);
    else {
      const meaning = meaningOf(clause, addressee);
      stated &&= meaning.kind === 'fact';
      addMeaning(reading, meaning, steps);
    }
  }
  if (when === 'asked') {
    for (const step of steps) if (step.kind === 'tell') reading.answers.push(asAnswer(step.text));
    return;
  }
  steps.splice(0, steps.length, ...steps.map(asLaterSentence));
  const which = when === 'otherwise' ? (reading.lastCase === 'yes' ? 'no' : 'yes') : when;
  reading.lastCase = which;
  const last = reading.steps.findLastIndex((step) => step.kind === 'ask');
  const before = reading.steps[last];
  if (before?.kind === 'ask' && which === 'yes' && when === 'yes' && !belongsTo(condition, before)) {
    for (const step of steps) if (step.kind === 'tell') reading.answers.push(asAnswer(step.text));
  } else if (before?.kind === 'ask') reading.steps[last] = withCase(before, which, steps);
  // A conditional statement without an order is passed on as it is: "If it rains, we meet inside".
  else if (stated)
    reading.steps.push(tell(toSecondPerson(whole, { ...reading.addressee, before: reading.earlier })));
  // Without a question before it, the condition itself is asked.
  else if (when !== 'otherwise') {
    const own = toSecondPerson(condition, { ...reading.addressee, before: reading.earlier });
    // "If the bleeding has not stopped" asks whether it has.
    const positive = own.replace(
      /\b(has|have|is|are|was|were|can|could|would)(?: not|n['’]t|(?<=can)not)\b/i,
      '$1',
    );
    const question =
      positive === own
        ? ask(`Could you tell me whether ${own}`, 'yesNo')
        : ask(directQuestion(`whether ${positive}`), 'yesNo');
    reading.steps.push(withCase(question, positive === own ? 'yes' : 'no', steps));
  }
}

/** Replaces "I am calling to …", which fits only the first sentence of a call. */
function asLaterSentence(step: Step): Step {
  if (step.kind === 'ask') return step;
  return tell(
    step.text
      .replace(/^I am calling to (?!remind)/, 'Then I would like to ')
      .replace(/^I am calling to remind you to /, 'Please remember to ')
      .replace(/^I am calling about /, 'It is about '),
  );
}

/** Removes the order from an answer: "give 0171 …" becomes "0171 …". */
function asAnswer(text: string): string {
  return sentence(text.replace(/^(?:I am calling|Then I would like) to (?:give|provide)(?: you)? /, ''));
}

function withCase(before: Ask, which: 'yes' | 'no', steps: readonly Step[]): Ask {
  return which === 'yes'
    ? { ...before, ifYes: [...before.ifYes, ...steps] }
    : { ...before, ifNo: [...before.ifNo, ...steps] };
}
