export const wh = "(?:which|what(?:'s)?|who(?:'s|m|se)?|when(?:'s)?|where(?:'s|abouts)?|why|how(?:'s)?)";
const preposition = '(?:on|at|in|for|from|by|to|with|of|until|about|since|under|during|around)';
export const whPhrase = `(?:${preposition} )?${wh}`;
export const auxiliary =
  "(?:is|are|am|was|were|do|does|did|can|could|will|would|shall|should|have|has|had|may|might|must)(?:n't)?|can't|won't|cannot";

export const startsOpen = new RegExp(`^${whPhrase}\\b`);
export const startsClosed = new RegExp(`^(?:${auxiliary})\\b`);

/** Words that a question is led in with, and that say nothing of what is asked. */
const leadIn =
  /^(?:and|so|but|okay|ok|alright|all right|great|good|perfect|excellent|wonderful|lovely|thanks|thank you(?: very much| so much)?|now|well|also|then|next|first|second|finally|lastly|sorry|excuse me|hello|hi|good (?:morning|afternoon|evening)|yes|no|right|sure|understood|i see|got it|please)(?:[,:;.!-]+ ?| (?=\S))/;
/** Before the question proper something else may be said: "if you don't mind, …", "for our records: …". */
const opener = new RegExp(
  `^.{1,120}?[,:] (?=(?:and |so |please )?(?:${whPhrase}|${auxiliary}|tell me|let me know|give me|i'd like to know|i would like to know)\\b)` +
    // "You have not paid, have you?" ends with a tag, which is no question of its own.
    `(?!(?:${auxiliary}) (?:you|we|he|she|it|they|i|that|this)$)`,
);

const request =
  '(?:tell|let|give|remind|show|inform|confirm|say|share|explain|describe|specify|clarify|verify|provide|name|state|repeat|read|send|text)';
/** Phrases around the real question, such as "Could you tell me …", which are removed. */
const wrappings: RegExp[] = [
  new RegExp(
    `^(?:(?:could|can|would|will) you )?(?:please |kindly |also |just |maybe |perhaps |quickly |briefly )*${request}(?:s|ing)?(?: it)?(?: to| with)?(?: me| us)?(?: know)?(?: again| please| exactly| roughly)*[,:]? `,
  ),
  /^(?:would|do) you mind (?:telling|giving|letting|sharing|saying)(?: with)?(?: me| us)?(?: know)? /,
  /^(?:may|can|could|might) (?:i|we) (?:please |just |also |quickly )*(?:ask|know|have|get|take|check|find out|note|grab|verify)(?: you)?(?: for)?(?: about)? /,
  /^(?:i|we)(?:'d|'ll| would| will)? ?(?:just |also |still )*(?:like|need|want|love|have) (?:you )?to (?:know|ask|find out|check|hear|learn|understand|tell me|say|choose|decide)(?: you)? ?/,
  /^(?:i|we)(?:'m|'re| am| are|'ve| was| were| have been)? (?:just |also |only )*(?:wondering|wonder|curious|interested|calling to (?:ask|find out|check|know|see))(?: to know| about)? /,
  /^(?:i|we)(?:'d|'ll| would| will)? ?(?:just |also |still )*(?:need|require|am missing|are missing) (?=your |the )/,
  /^(?:do|would|might) you (?:happen to |still |perhaps |by any chance )*(?:know|remember|recall) (?=(?:exactly |about |roughly )?(?:which|what|who|when|where|why|how|if|whether|your)\b)/,
  /^(?:any|an|some) idea (?:of |about |as to )?/,
  /^(?:an idea of|a rough idea of|the answer to|me|us|about|exactly|roughly|for me|again) /,
  /^(?:the|my|our) (?:first |next |last |other |second )?question (?:is|would be)[,:]? /,
];

/** A sentence in small letters, without what leads in to the question and wraps it. */
export function coreOf(sentence: string): string {
  let core = sentence
    .toLowerCase()
    .replace(/[?.!\s]+$/, '')
    .replace(/,? (?:please|thank you|thanks|if i may ask|if you don't mind)$/, '')
    .replace(/^["'\s]+/, '');
  for (let round = 0; round < 8; round++) {
    const before = core;
    if (!startsOpen.test(core)) {
      core = core.replace(leadIn, '').replace(startsClosed.test(core) ? /^$/ : opener, '');
      for (const wrapping of wrappings) core = core.replace(wrapping, '');
    }
    if (core === before) break;
  }
  return core.trim();
}

/** Like `coreOf`, but with the capital letters of the sentence. */
export function coreText(sentence: string): string {
  const core = coreOf(sentence);
  const at = sentence.toLowerCase().indexOf(core);
  return at < 0 ? sentence : sentence.slice(at, at + core.length);
}

const wanted =
  /^(?:(?:may|can|could|might) (?:i|we) (?:please |just |also |quickly )*(?:have|get|take|note|know|ask(?: you)? for)|(?:could|can|would|will) you (?:please |kindly |just |also )*(?:tell|give|let) (?:me|us)(?: know| have)?) (?=(?:your|the|an?|two|three|another|some|one|more|any) )/;
/** What is asked for but is no thing to name: "May I have a moment?" */
const noThing =
  /^(?:your|the|an?|another|some|one) (?:[\w-]+ )?(?:moment|minute|second|word|look|chat|ok|okay|consent|approval|permission|go-ahead|agreement|attention|copy|call|hand|favou?r|seat|try|message)\b/;

/** Whether a thing is asked for, which "yes" does not answer: "May I have your preferred day?" */
export function asksForThing(sentence: string): boolean {
  let text = sentence.toLowerCase().replace(/[?.!\s]+$/, '');
  for (let round = 0; round < 3; round++) text = text.replace(leadIn, '');
  const start = wanted.exec(text)?.[0];
  return start !== undefined && !noThing.test(text.slice(start.length));
}

const asksFor =
  /^(?:your|the|me your) (?:\w+ ){0,3}(?:name|surname|birth|birthday|number|phone|e-?mail|address|postcode|code|age|id)\b/;

/** A request for later, such as "Let me know if anything changes": no answer is expected now. */
function isStanding(text: string): boolean {
  return /\b(?:tell|let) (?:me|us)(?: know)? (?:if|when|once|as soon as)\b(?!.*\b(?:would|could|can|did|were|was|\w+ed)\b)/.test(
    text,
  );
}

/** Whether a sentence asks though it has no question mark: "tell me …", "I would like to know …". */
export function isRequest(sentence: string): boolean {
  let text = sentence.toLowerCase().replace(/[.!\s]+$/, '');
  for (let round = 0; round < 3; round++) text = text.replace(leadIn, '');
  if (
    /^(?:let me|let us|let's|i'll|i will|say (?:hello|hi|goodbye))\b/.test(text) &&
    !/^let (?:me|us) know\b/.test(text)
  )
    return false;
  const asksBack = wrappings.slice(0, 6).some((wrapping) => wrapping.test(`${text} `));
  const rest = coreOf(sentence);
  return (
    (asksBack &&
      !isStanding(text) &&
      (startsOpen.test(rest) || /^(?:if|whether)\b/.test(rest) || asksFor.test(rest))) ||
    /^(?:please )?(?:choose|pick|select|spell|rate)\b/.test(text) ||
    new RegExp(
      `^(?:what|which|who|where|how (?:many|much|old|long|often|far)|when (?:${auxiliary}))\\b(?! a\\b)`,
    ).test(text)
  );
}
