import { offersIn, optionsIn } from './options.ts';
import { asksForThing, coreOf, coreText, isRequest, startsClosed, startsOpen, wh } from './patterns.ts';
import { sentences } from './sentences.ts';
import { isKnownThing } from './things.ts';

export const questionKinds = [
  'yes-no',
  'choice',
  'amount',
  'rating',
  'time',
  'person',
  'place',
  'reason',
  'manner',
  'spelling',
  'thing',
] as const;

/** The kind of answer a question asks for. */
export type QuestionKind = (typeof questionKinds)[number];

export interface Question {
  kind: QuestionKind;
  /** As it was asked. */
  text: string;
  /** In lower case, without its introduction. */
  core: string;
  /** The options it names. */
  options: string[];
}

/** Only this many questions of one turn are answered: the last ones. */
const mostAtOnce = 3;

/** The questions of a turn, in the order they were asked. */
export function questionsIn(turn: string): Question[] {
  const all = sentences(turn);
  const found = all.flatMap((sentence, index) => {
    if (!sentence.endsWith('?') && !isRequest(sentence)) return [];
    // "We have Monday, Tuesday or Friday. Which suits you?"
    const offered = all.slice(0, index).findLast((one) => offersIn(one).length > 1);
    return partsOf(sentence).map((part) => parseQuestion(part, offered ?? null));
  });
  return found.slice(-mostAtOnce);
}

/**
 * Splits "What is your name and when were you born?" in two. A list of things, such as "your name and date of birth",
 * stays one question.
 */
function partsOf(sentence: string): string[] {
  const several = new RegExp(`,? and (?=(?:(?:on|at|in|for|by|from) )?${wh} (?!ever))`, 'i');
  const parts = sentence.split(several);
  return parts.length > 1 && parts.every((part) => part.split(' ').length > 1) ? parts : [sentence];
}

export function parseQuestion(text: string, offered: string | null = null): Question {
  const core = coreOf(text);
  const named = optionsIn(coreText(text));
  const options = isYesOrNo(named) ? [] : named;
  const kind = kindOf(core, text, options);
  const isOffered = oneOfThem.test(core) || (fromOffer.test(core) && (kind === 'thing' || kind === 'time'));
  if (options.length > 1 || !isOffered) return { kind, text, core, options };
  const offers = [/, which\b/i.test(text) ? offersIn(text) : [], offered ? offersIn(offered) : []];
  const offer = offers.find((one) => one.length > 1);
  return offer ? { kind: 'choice', text, core, options: offer } : { kind, text, core, options };
}

/** Questions that may refer to options of an earlier sentence. */
const fromOffer =
  /^(?:which(?: (?:one|ones|of|works?|would|do|did|suits?|is|are|time|day|slot|option|plan|colou?r|size|appointment))?\b|what (?:one|would you (?:prefer|like|rather)|do you (?:prefer|want)|works|suits))/;

/** "Tuesday at 11 or Wednesday at 2. Would one of those suit you?" */
const oneOfThem = /^(?:would|does|do|will|can|could) (?:either|any|one) (?:one )?of (?:those|these|them)\b/;

function isYesOrNo(options: readonly string[]): boolean {
  return options.length === 2 && /^yes\b/i.test(options[0] ?? '') && /^no\b/i.test(options[1] ?? '');
}

const scale =
  /\b(?:on a scale|out of (?:five|ten|\d+)|from (?:one|1|zero|0) to|(?:one|1) to (?:five|ten|\d+))\b/;

function kindOf(core: string, text: string, options: string[]): QuestionKind {
  if (
    scale.test(text.toLowerCase()) ||
    /^(?:please )?rate\b|\bhow (?:likely|satisfied|happy|pleased)\b|\bhow would you rate\b/.test(core)
  )
    return 'rating';
  if (/\bspell\b|\bspelling\b|\bspelled\b/.test(core)) return 'spelling';
  if (/^(?:if|whether)\b/.test(core) || startsClosed.test(core))
    return options.length > 1 ? 'choice' : 'yes-no';
  if (startsOpen.test(core)) return openKind(core, options);
  if (options.length > 1) return 'choice';
  const late = new RegExp(`\\b${wh}\\b(?!ever).*$`).exec(core)?.[0];
  if (late && text.trim().endsWith('?') && !/,/.test(core.slice(core.indexOf(late))))
    return openKind(late, options);
  if (/^(?:your|an?) (?:ok|okay|consent|approval|permission|go-ahead|agreement)\b/.test(core))
    return 'yes-no';
  if (asksForThing(text)) return isTime.test(core) ? 'time' : 'thing';
  // "Your date of birth?", "May I know the total?": a thing is named that has a known answer.
  if (
    /^(?:your|the|an?|my|some) /.test(core) &&
    !/\b(?:is|are|was|were|will|has|have)\b/.test(core) &&
    isKnownThing(core)
  )
    return 'thing';
  return text.trim().endsWith('?') ? 'yes-no' : 'thing';
}

/** "May I have the date of your last visit?", but not a date of birth, which is known. */
const isTime = /^(?!.*\bbirth)(?:[\w-]+ ){0,4}?(?:days?|dates?|times?|slots?)\b/;

function openKind(core: string, options: string[]): QuestionKind {
  const asked = core.replace(
    /^(?:on|at|in|for|from|by|to|with|of|until|about|since|under|during|around) (?=wh|how)/,
    '',
  );
  if (
    /^(?:how|what) about (?:if|at|on|next|this|tomorrow|today|\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|the (?:\d|morning|afternoon|evening)|(?:in )?the|we|you|coming|half|noon)\b|^how (?:does|do|would) (?:that|this|it|\w+(?: \w+){0,4}) (?:sound|suit|work|look|fit)\b/.test(
      asked,
    )
  )
    return options.length > 1 ? 'choice' : 'yes-no';
  if (options.length > 1) return 'choice';
  if (
    /^how (?:many|much|old|long|often|far|tall|big|large|heavy|high|deep|wide|soon|late|early|fast)\b/.test(
      asked,
    )
  )
    return /^how (?:soon|late|early)\b/.test(asked) ? 'time' : 'amount';
  if (/^what(?:'s| is| was| would be) (?:the |your )?(?:\w+ )?number of\b/.test(asked)) return 'amount';
  if (
    /^how come\b|^why\b|^what(?:'s| is| was) (?:the|your) (?:main )?reason\b(?! for (?:your|the|this) (?:visit|call|appointment))|^what (?:for|made you|makes you)\b/.test(
      asked,
    )
  )
    return 'reason';
  if (/^how\b/.test(asked)) return 'manner';
  if (
    /^when\b|^(?:what|which) (?:other |exact )?(?:day|date|time|month|year|week|hour|evening|morning|afternoon|slot|appointment time|days|times)\b/.test(
      asked,
    )
  )
    return 'time';
  if (/^what(?:'s| is| was| would be) (?:[\w-]+ ){0,3}(?:day|date|time|deadline)\b/.test(asked))
    return 'time';
  if (/^who/.test(asked)) return 'person';
  return /^where(?:'s|abouts)?\b/.test(asked) ? 'place' : 'thing';
}
