import { normalizedWords } from './normalize.ts';

export type Polarity = 'yes' | 'no' | 'unsure' | null;

const politeYes =
  /\b(?:no (?:problem|worries|objections?|issues?|trouble|bother)|not (?:a problem|at all)|why not|can't wait|don't worry|nothing against)\b/;
const yes =
  /\b(?:yes|yeah|yep|yup|yea|aye|sure|of course|certainly|absolutely|definitely|correct|right|exactly|indeed|ok|okay|fine|alright|all right|sounds? (?:good|great|fine)|(?:that|it|this) (?:works|suits|fits|is good|is fine|is great)|this is (?:she|he|him|her)(?= *$)|(?:it's|it is|that is) me\b|i am (?:she|he)(?= *$)|(?:you're|you are) (?:talking|speaking) (?:to|with) (?:her|him)\b|that's (?:me|right|it|correct|good|fine|great|perfect)|works? for me|suits? me|perfect|great|good|gladly|with pleasure|go ahead|please do|go on|i (?:can|will|do|am|have|did|would)(?= *$)|i (?:can|will|would|could) (?:be|come|do|make|pay|take|bring|pick|attend|gladly|certainly|definitely)|i (?:confirm|agree|understand)|i'll (?:be there|come|do|take|pay|bring|make it)|(?:we (?:can|will|do|are|have)|it (?:does|is|will))(?= *$)|confirmed|speaking|uh[- ]?huh|mm[- ]?hm+|got it|understood|happy to|i guess so|i think so|i suppose so|you bet)\b/;
const no =
  /\b(?:no|nope|nah|negative|not a chance|no way|forget it|neither|none of (?:them|those|it)|(?<=^ *)none|not (?:really|possible|good|convenient|suitable|anymore|any more|today|now|yet|interested|me|him|her|that (?:day|time))|(?:can|could|do|does|did|is|was|are|were|will|would|wo|ca|have|has|had|should)n't|(?:can|will|do|does|did|is|are|would|could|have|has) not|cannot|never|unfortunately|impossible|i'm afraid|out of the question|i'd rather not|doesn't (?:work|suit|fit)|too (?:early|late|expensive|soon))\b/;
const unsure =
  /\b(?:maybe|perhaps|(?:not|i'm not) (?:sure|certain)|(?:don't|do not) know|no idea|depends|let me (?:check|see|think|look)|have to (?:check|see|think|ask)|need to (?:check|see|think|ask)|i(?:'ll| will) (?:check|see|think)|possibly|hard to say)\b/;

/** Words that decide the answer after a word of doubt. */
const decided = /\b(?:yes|yeah|yep|sure|ok|okay|fine|good|works|no|nope|can't|cannot|won't)\b/;

/** Whether an answer means yes or no. A "no" or a doubt after "but" replaces what comes before it. */
export function polarityOf(text: string): Polarity {
  // "Oh no" is an exclamation, not an answer.
  const said = normalizedWords(text).replace(/\boh (?:no|dear|god|boy)\b/g, ' ');
  const [before = '', after] = said.split(/\b(?:but|however|although|except)\b/, 2);
  const first = simplePolarity(before);
  if (after === undefined) return first;
  const second = simplePolarity(after);
  return second === 'no' || second === 'unsure' ? second : first;
}

function simplePolarity(said: string): Polarity {
  if (politeYes.test(said)) return 'yes';
  const doubt = unsure.exec(said);
  // What follows a word of doubt decides: "Let me check … yes, that works".
  if (doubt) {
    const after = said.slice(doubt.index + doubt[0].length);
    return decided.test(after) ? simplePolarity(after) : 'unsure';
  }
  const yesAt = said.search(yes);
  const noAt = said.search(no);
  if (yesAt < 0 && noAt < 0) return null;
  if (noAt < 0) return 'yes';
  if (yesAt < 0) return 'no';
  // With both a yes and a no in the text, the answer is "no" unless a clear "yes" comes first and no "not" follows.
  return yesAt < noAt &&
    /^(?:yes|yeah|yep|sure|of course|absolutely|certainly|definitely)\b/.test(said.slice(yesAt))
    ? /\b(?:can't|cannot|won't|not|don't)\b/.test(said.slice(noAt))
      ? 'no'
      : 'yes'
    : 'no';
}
