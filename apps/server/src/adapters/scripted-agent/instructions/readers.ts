import { dayTimeIn } from '../understanding/times.ts';
import type { Addressee } from './addressee.ts';
import { relayedQuestion } from './certainty.ts';
import { institutions, partyNouns, professions } from './lexicon.ts';
import { isClause, type Meaning, nothingToSay, steps } from './meaning.ts';
import { isQuestionClause, splitQuestions } from './question-lists.ts';
import { directQuestion } from './questions.ts';
import { ask, type Step, sentence, tell } from './script.ts';
import { secondPersonVerb } from './second-person.ts';

export interface Context {
  readonly verb: string;
  /** The text after the verb, including the person addressed. */
  readonly whole: string;
  readonly named: boolean;
  readonly addressee: Addressee;
}

export type Reader = (rest: string, context: Context) => Meaning | null;

function stepsOf(meaning: Meaning | null): readonly Step[] {
  return meaning?.kind === 'steps' ? meaning.steps : [];
}

/** States the reason before the question: "whether they are refundable, because two of us are ill". */
function asked(clause: string): Step[] {
  const [, question, why] =
    /^(.+?),\s+(?:because|since|as)\s+(?!when\b|well\b|soon\b|.*\b(?:told|asked|said|advised|agreed|discussed|promised|planned|instructed|requested|recommended)\b)(.+)$/i.exec(
      clause,
    ) ?? [];
  // A reason about somebody else stays beside their name: "the crown for Mr. Kent, since he flies out".
  return question && why && !/\b(?:he|she|him|her|his|they|them|their)\b/i.test(why)
    ? [tell(why, why), ask(directQuestion(question))]
    : [ask(directQuestion(clause))];
}

const personPhrase = new RegExp(
  `^(?:the|an?|your|our)\\s+(?:[\\p{L}-]+\\s+)?(?:${professions}|${partyNouns}|${institutions}|person in charge|supervisor)$`,
  'iu',
);

const asking: Reader = (all, context) => {
  const rest = all.replace(/^[:\s]+/, '');
  if (
    rest === '' ||
    /^(?:the following|these|a few|some|two|three|four|five|\d+)\b[^?]{0,30}\bquestions?\b[^?]*$/i.test(rest)
  )
    return nothingToSay;
  const [first = '', ...others] = splitQuestions(rest);
  if (isQuestionClause(rest)) return steps(...[first, ...others].flatMap(asked));
  if (others.length > 0) return steps(...stepsOf(asking(first, context)), ...others.flatMap(asked));
  const wanted = /^for\s+(.+)$/i.exec(rest)?.[1];
  if (wanted && personPhrase.test(wanted)) return steps(ask(`May I speak with ${wanted}, please`, 'yesNo'));
  if (wanted)
    return steps(...wanted.split(/,?\s+and for\s+/i).map((thing) => ask(`May I have ${whole(thing)}`)));
  const action = /^(?:you )?to\s+(.+)$/i.exec(rest)?.[1];
  if (action)
    return steps(
      ask(
        `Could you please ${action.replace(/^(?:please|kindly)\s+/i, '').replace(/(,?\s+and)\s+to\s+(?=\p{Ll})/gu, '$1 ')}`,
        /^rate\b/i.test(action) ? 'number' : 'yesNo',
      ),
    );
  const topic = /^about\s+(.+)$/i.exec(rest)?.[1];
  if (topic) return steps(ask(`What can you tell me about ${topic}`));
  // A noun phrase ("Ask the price") is asked for; anything else is read out as it is written.
  return /^(?:the|your|our|an?|his|her|their|its)\b/i.test(rest) &&
    !isClause(rest.replace(/\b(?:that|which|who)\b.*$/i, ''))
    ? steps(ask(`Could you tell me ${rest}`))
    : steps(relayedQuestion(rest));
};

/** Adds the missing verb: "two other times that would". */
function whole(thing: string): string {
  return thing.replace(/\b(that|which) would$/i, '$1 would suit you');
}

const confirming: Reader = (rest, context) => {
  const { whole, verb } = context;
  const thing = (rest || whole).replace(/^with you\s+/i, '');
  if (isQuestionClause(thing)) return asking(thing, context);
  const clause = /^that\s+(.+)$/i.exec(thing)?.[1] ?? (startsClause.test(thing) ? thing : undefined);
  if (clause) return steps(...clause.split(/,?\s+and that\s+/i).flatMap((part) => asked(`whether ${part}`)));
  if (verb !== 'confirm' && !/^(?:the|your|our)\b/i.test(thing)) return null;
  const named = thing
    .replace(/\s+with (?:you|the (?:customer|client|patient|guest))(?:, (?:you|\p{Lu}[\p{L} ]+))?$/u, '')
    .replace(/^(?!(?:an?|all|this|these|\p{L}+['’]s)\b)(?=\p{Ll})(?!the |your |our )/u, 'the ');
  return steps(ask(`Can you confirm ${named}`, 'yesNo'));
};

/** A clause without "that": "Confirm she is coming". */
const startsClause =
  /^(?:you|we|it|there|they|he|she|(?:the|your|our) [\p{L} ]+?) (?:is|are|was|were|can|will|would|have|has|had|still|received|got)\b/iu;

/** "not to worry and to rest" becomes "Please do not worry and rest". */
function pleaseDo(request: string): string {
  const whole = request
    .replace(/,?\s+(and|but)\s+not\s+to\s+/gi, ' $1 do not ')
    .replace(/(,|\s+(?:and|but))\s+to\s+(?=\p{Ll})/gu, '$1 ');
  return /^not\s/i.test(whole)
    ? `Please do ${whole.replace(/^not\s+to\s+/i, 'not ')}`
    : `Please ${whole.replace(/^to\s+/i, '')}`;
}

const telling: Reader = (rest, { verb, whole, named }) => {
  if (rest === '' && (named || whole === '')) return nothingToSay;
  const said = (rest || whole)
    .replace(/^knows?(?:[:,]?\s+|$)/i, '')
    .replace(/^:\s*/, '')
    .replace(/^(?:that )?you (?:know|understand|are aware)(?:\s+(?=that|about|of|how|what|when|where))/i, '');
  // "Tell her she can brush but to skip flossing": a statement and a request.
  const [, fact, request] =
    /^(?!(?:not )?to\b)((?:(?! to ).)+?),?\s+(?:and|but)\s+((?:not )?to\s+\p{Ll}.+)$/iu.exec(said) ?? [];
  if (fact && request && isClause(fact.replace(/^that,?\s+/i, ''))) {
    const told = fact.replace(/^that,?\s+/i, '');
    return steps(tell(told, told), tell(pleaseDo(request)));
  }
  const clause = /^that,?\s+(.+)$/i.exec(said)?.[1];
  if (clause) return steps(tell(clause, clause));
  if (/^(?:not )?to\s/i.test(said))
    return steps(tell(verb === 'remind' ? `I am calling to remind you ${said}` : pleaseDo(said)));
  // "Explain why the bill went up: …"
  if (isQuestionClause(said) && /^[^:]+:\s+\S/.test(said))
    return steps(tell(`I am calling to tell you ${said}`));
  const topic = /^(?:of|about|regarding)\s+(.+)$/i.exec(said)?.[1];
  if (topic) return steps(tell(`I am calling ${verb === 'remind' ? 'to remind you of' : 'about'} ${topic}`));
  if (said === '') return nothingToSay;
  if (isClause(said)) return steps(tell(said, said));
  // "Tell them the new date": without a digit or a name, the text holds no information to pass on.
  return /\d|\p{Lu}/u.test(said) ? steps(tell(`Please note ${said}`)) : { kind: 'topic', text: said };
};

/** What has to hold is asked for: "Make sure that works", or asked of the person called: "Make sure she has a driver". */
const ensuring: Reader = (rest, context) => {
  const clause = (rest || context.whole).replace(/^that\s+(?!(?:works|suits|is|fits)\b)/i, '');
  if (
    /^(?:that|this|it|the \p{L}+|\p{L}+day) (?:still )?(?:works|suits|fits|is (?:okay|ok|fine|all right|good|possible|convenient))\b/iu.test(
      clause,
    )
  )
    return steps(...asked(`whether ${clause}`));
  if (
    /^you (?:can|could|will|got|received|are|were|had|have (?:\p{L}+ed|got|been|received))\b/iu.test(clause)
  )
    return steps(...asked(`whether ${clause}`));
  if (/^you (?!should|must|know|understand)\p{Ll}+\b/u.test(clause))
    return steps(tell(`Please make sure that ${clause}`));
  return telling(rest, context);
};

/** Actions of the organization, not of the agent: "deliver the sofa" becomes "We would like to deliver the sofa." */
const doing: Reader = (_, { verb, whole: thing }) => {
  const news = /^(?:the|this|our|an?)?\s*(?:message|news|information|results?)\b(?: that)?\s*(.*)$/i.exec(
    thing,
  )?.[1];
  if (news) return steps(tell(news.replace(/^[:,]\s*/, ''), news.replace(/^[:,]\s*/, '')));
  return steps(tell(`We would like to ${verb} ${thing}`));
};

/** Orders that are the reason for the call: "cancel your visit" becomes "I am calling to cancel your visit." */
const purpose: Reader = (_, { verb, whole }) => {
  const [, before, own] = /^(.*\byou), whose ([^,]+)(?:,|$)/i.exec(whole) ?? [];
  return own
    ? steps(tell(`I am calling to ${verb} ${before}`), tell(`your ${own}`))
    : steps(tell(`I am calling to ${verb} ${whole}`));
};
/** With a time in the instructions, asks whether it suits; without one, asks for a day and time. */
const arranging: Reader = (_, { verb, whole: thing, addressee: { institution } }) => {
  if (/^(?:whichever|whatever|either|the one|one of (?:them|those|these))\b/i.test(thing))
    return steps(ask('Which one would suit you', 'dayTime'));
  const target = /\bto\s+(.+)$/i.exec(thing)?.[1];
  const makes = /^(?:reserve|book|schedule|arrange|set up|order|line up)/.test(verb);
  // An institution is asked what is possible, not what suits it.
  const fixed = (institution && makes) || dayTimeIn(makes ? thing : (target ?? '')).time !== null;
  const that = /\bor\b/.test(target ?? '') ? 'one of those' : 'that';
  const question = fixed
    ? ask(makes || institution ? 'Would that be possible' : `Would ${that} suit you`, 'yesNo')
    : ask(
        institution ? 'Which day and time would be possible' : 'Which day and time would suit you',
        'dayTime',
      );
  return steps(tell(`I am calling to ${verb} ${thing}`), { ...question, implied: true });
};

const offering: Reader = (rest, { whole }) => {
  const thing = rest || whole;
  const action = /^to\s+(.+)$/i.exec(thing)?.[1];
  if (action) return steps(ask(`Would you like us to ${action}`, 'yesNo'));
  const which = /\bor\b/.test(thing) ? 'one of those' : 'that';
  return steps(ask(`We could offer you ${thing.replace(/^you\s+/i, '')}. Would ${which} suit you`, 'yesNo'));
};

const thanking: Reader = (rest) => (/^for\s/i.test(rest) ? steps(tell(`Thank you ${rest}`)) : nothingToSay);
const apologising: Reader = (rest, { whole }) =>
  steps(tell(/^(?:for|that)\s/i.test(rest || whole) ? `We apologise ${rest || whole}` : 'We apologise'));
const inviting: Reader = (rest) =>
  steps(tell(`We would like to invite you ${rest}`), {
    ...ask('Would you like to come', 'yesNo'),
    implied: true,
  });

const calling: Reader = (rest, { named, whole: all }) => {
  const about = /^who\s+(.+)$/i.exec(rest)?.[1];
  // A relative clause about the person called gives the reason: "Call Jo, who had a cleaning on Monday."
  if (about) return { kind: 'fact', text: sentence(`you ${about.replace(/^\S+/, secondPersonVerb)}`) };
  const own = /^,?\s*whose\s+(.+)$/i.exec(named ? rest : '')?.[1];
  if (own) return { kind: 'fact', text: sentence(`your ${own}`) };
  // So does an apposition: "Call Jo, the owner of the van that blocks our drive".
  const role = /^(?:,\s*)?((?:the|an?|one of) [^,]*\b(?:that|who|which|whose|of) [^,]+)$/i.exec(
    named ? rest : '',
  )?.[1];
  if (role && wordsIn(role) > 4) return { kind: 'fact', text: sentence(`you are ${role}`) };
  const topic = /\b(?:about|regarding|concerning)\s+(.+)$/i.exec(named ? rest : all)?.[1];
  if (topic) return steps(tell(`I am calling about ${topic}`));
  const news = /:\s+(.+)$/.exec(named ? rest : all)?.[1];
  if (news && isClause(news)) return steps(tell(news, news));
  const action = /\b(?:to|because)\s+(?=[a-zà-ÿ]).+$/u.exec(named ? rest : all)?.[0];
  if (action) return steps(tell(`I am calling ${action}`));
  return nothingToSay;
};

function wordsIn(text: string): number {
  return text.split(/\s+/).length;
}

const collecting: Reader = (rest, context) => {
  const { phrase } = context.addressee;
  const from = phrase === '' ? '' : ` from ${phrase}`;
  if (/^to\s/i.test(rest)) return asking(rest, context);
  const thing = (rest || context.whole).replace(from, '');
  const seen = /^you (?:back )?(?:in|seen|scheduled|booked|on the schedule)\b.*$/i.exec(context.whole)?.[0];
  if (seen)
    return steps(tell(`I am calling to get ${seen}`), {
      ...ask('Which day and time would suit you', 'dayTime'),
      implied: true,
    });
  // "Collect feedback" only announces the questions that follow.
  return /^(?:your |some )?(?:feedback|information|data|opinions?|answers?|details)$/i.test(thing)
    ? { kind: 'topic', text: thing }
    : steps(ask(`May I have ${thing}`));
};

export const readers: readonly (readonly [RegExp, Reader])[] = [
  [
    /^(?:an? )?(?:[\p{L}-]+ ){0,3}call (?:to|with|for)(?= (?!\p{Ll}+ (?:the|an?|your|our|his|her|their)\b))/u,
    calling,
  ],
  [/^(?:call|phone|ring|contact|you are calling|you're calling)\b/i, calling],
  [/^(?:ask|inquire|enquire|find out|see|determine|clarify|question|survey|get to know|learn)\b/i, asking],
  [/^(?:confirm|verify|check(?! in\b| up\b))\b/i, confirming],
  [/^(?:request|collect|obtain|get)\b/i, collecting],
  [
    /^(?:tell|inform|let|notify|advise|remind|say(?! (?:that )?(?:we are |we['’]re )?sorry\b)|mention|explain(?: to)?|announce|point out|state|warn|update|assure|pass on|convey|share|relay)\b/i,
    telling,
  ],
  [/^(?:make sure|ensure|see to it)\b/i, ensuring],
  [/^(?:deliver|pick up|install|repair|ship|return|replace|inspect|service)\b/i, doing],
  [/^(?:offer|suggest|propose)\b/i, offering],
  [/^thank\b/i, thanking],
  [/^(?:apologi[sz]e|say (?:that )?(?:we are |we['’]re )?sorry)\b(?: to)?/i, apologising],
  [/^invite\b/i, inviting],
  [
    /^(?:schedule|reserve|book|arrange|set up|reschedule|rebook|move|postpone|change|find|line up|work out)\b/i,
    arranging,
  ],
  [
    /^(?:cancel|follow up|discuss|congratulate|encourage|convince|persuade|introduce|present|welcome(?: back)?|wish|renew|activate|resolve|report|promote|sell|negotiate|order|place|review|go over|help|respond|check (?:in|up)|give|provide|extend|complete|finali[sz]e|prepare|recommend|clear up|sort out|settle|complain|demand|enrol|sign up|praise|register|dispute|chase|apply)\b/i,
    purpose,
  ],
];
