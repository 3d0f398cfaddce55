import { normalizedWords, wordCount } from './normalize.ts';

/** Intents of the other party besides answering a question. An utterance can have several. */
export type Intent =
  | 'voicemail'
  | 'doNotCall'
  | 'wrongNumber'
  | 'injection'
  | 'robot'
  | 'whoIsThis'
  | 'about'
  | 'repeat'
  | 'holdOn'
  | 'callLater'
  | 'busy'
  | 'hurry'
  | 'notInterested'
  | 'person'
  | 'absent'
  | 'deceased'
  | 'emergency'
  | 'howAreYou'
  | 'greeting'
  | 'goodbye'
  | 'thanks'
  | 'nothingElse'
  | 'question';

const patterns: readonly (readonly [Intent, RegExp])[] = [
  [
    'voicemail',
    /\b(?:leave (?:a|your|us a|me a) (?:message|name)|after the (?:tone|beep)|at the (?:tone|beep)|voice ?mail|(?:can't|cannot|unable to|not able to) (?:come to|take|answer) (?:the phone|your call)|mailbox|you(?:'ve| have) reached (?!me\b|us\b)|record your message|not available to take)\b/,
  ],
  [
    'doNotCall',
    /\b(?:(?:don't|do not|never|please don't|stop|quit) (?:you )?(?:ever )?(?:call(?:ing)?|phon(?:e|ing)|ring(?:ing)?|contact(?:ing)?|bother(?:ing)?|harass(?:ing)?)(?: (?:me|us|here|this number|again|any ?more|back))?(?: (?:again|any ?more|ever))?(?! (?:before|after|later|then|until|at|on|in|tomorrow|today|so|back))|(?:take|remove|delete|get|strike) (?:me|us|my number|this number|my name) (?:off|from|out)|do[- ]not[- ]call|no more calls|don't want (?:any more|any|more|these|your) calls|lose (?:my|this) number|unsubscribe|off your list)\b/,
  ],
  [
    'wrongNumber',
    /\b(?:wrong (?:number|person|party|house|address)|(?:has |have )?moved (?:out|away)|no longer (?:lives?|works?)|(?:doesn't|does not) (?:work|stay) here|(?:no one|nobody|no-one) (?:here )?(?:by|with|of|called|named|here (?:by|with|called))\b|(?:there's|there is) no (?:one|\w+) (?:here|by that name)|misdialed|don't know (?:any|anyone|anybody|a|who)\b.{0,30}\b(?:is|by that name|called|named)?$|never heard of (?:him|her|them|that|this)|doesn't live here|does not live here|not (?:his|her|their) number|isn't (?:his|her|their) number)\b/,
  ],
  [
    'injection',
    /\b(?:(?:ignore|disregard|forget|override) (?:all |any |everything |of )*(?:your|the|these|those|previous|prior|what)\b.{0,40}(?:instruction|rule|order|prompt|said|told|above|were)|system prompt|(?:you are|you're) now\b|pretend (?:to be|you)|act as (?:if|a|an)|developer mode|jailbreak|(?:reveal|repeat|print|read|tell me|show) (?:me |out )?your (?:instructions|prompt|rules)|new instructions?)/,
  ],
  [
    'robot',
    /\b(?:robot|a machine|a bot|chat ?bot|artificial|an? ai\b|are you (?:even |really |actually )?(?:a |an )?(?:real|human|person|computer|recording|recorded|automated|live)|is this (?:a |an )?(?:recording|recorded|automated|computer|real|live)|am i (?:talking|speaking) (?:to|with) (?:a |an )?(?:real |live )?(?:computer|human|person|machine|recording))\b/,
  ],
  [
    'whoIsThis',
    /\b(?:who (?:is|are) (?:this|you|that|calling|it|there|speaking)|who's (?:this|that|calling|there|speaking|it)|who am i (?:speaking|talking)|where are you calling from|who do you (?:work|call) for|what (?:company|practice|firm|organi[sz]ation) (?:is|are)|what's your name|what is your name|your name again|what was your name|from where|who's on the (?:phone|line)|who wants to know|who(?:'s| is) asking|is (?:this|that|it) (?:a |some (?:kind|sort) of )?(?:scam|fraud|prank|joke|legit))\b/,
  ],
  [
    'about',
    /\b(?:what(?:'s| is) (?:this|it|that) (?:all )?about|what(?:'s| is) this (?:regarding|concerning|in regard)|what(?:'s| is) the (?:matter|reason)|why (?:are|do|did) you call|what do you want|what are you calling (?:about|for)|what can i do for you|how can i help(?: you)?|how may i help|what is it(?: about)?$|regarding what|about what|i thought (?:it|that|this) was)\b|^(?:what|which) (?!time|day|date|else|is|are|was|did|do|does|if|about|kind)\w+(?: \w+)?$/,
  ],
  [
    'repeat',
    /\b(?:(?:say|repeat) (?:that|it|this)(?: again| once more| please|$| slowly)|repeat,? please|come again|pardon|excuse me$|say again|one more time|once more|what did you say|what was that|didn't (?:hear|catch|get|understand|quite)|couldn't (?:hear|understand|catch)|can't (?:hear|understand) you|don't understand|do not understand|(?:i'm|i am) (?:confused|lost)|speak (?:up|slower|slowly|louder)|slow(?:er| down)|louder|bad line|you're breaking up|can you repeat|could you repeat|please repeat|sorry what|what (?:do|did) you mean|not sure (?:that |if )?i (?:understand|follow|get)|don't follow)\b|^(?:what|huh|sorry|hm+|eh|pardon|excuse me|what what|sorry what)(?: [?])?\??$/,
  ],
  [
    'holdOn',
    /\b(?:hold on|hang on|one (?:moment|second|sec|minute)|just a (?:moment|second|sec|minute)|wait (?:a|one|for)|a moment please|i(?:'ll| will) (?:get|fetch|put) (?:him|her|them|my|the)|let me (?:get|fetch|grab|put)|(?:he|she)(?:'s| is) (?:right here|coming)|stay on the line|bear with me)\b/,
  ],
  [
    'callLater',
    /(?<!\bi'll |\bi will |\bi can |\bi could |\blet me |\bwe'll |\bi'd |\bto )\b(?:(?:call|ring|phone|try)(?: (?:me|us|him|her|them|again|back|here))* (?:back|later|again|another time|some other time|tomorrow|next week|tonight|this (?:afternoon|evening)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:an?|the|half)|at \w+|after|when)|(?:not a|isn't a|is not a|bad|wrong|inconvenient) (?:good |great |convenient )?(?:time|moment)|can't (?:talk|speak|chat)|cannot (?:talk|speak)|some other time|later please)\b/,
  ],
  [
    'busy',
    /\b(?:(?:i'm|i am|we're) (?:busy|driving|in a meeting|at work|working|in the middle|about to|having (?:lunch|dinner)|on my way|eating|cooking)|no time|(?:don't|do not) have (?:the |any )?time)\b/,
  ],
  [
    'hurry',
    /\b(?:(?:i'm|i am|we're) in a (?:hurry|rush)|make it (?:quick|short|fast)|be quick|be brief|keep it short|get to the point|only have (?:a|one|two) (?:minute|second|moment)|hurry up|quickly please)\b/,
  ],
  [
    'notInterested',
    /\b(?:not interested|no interest|leave me alone|go away|get lost|don't (?:want|need) (?:it|this|that|any|anything|to)|i don't (?:care|buy)|not buying|(?<!\bis (?:this|that|it) (?:a |some (?:kind|sort) of )?)scam|f+u+c+k|piss off|bugger off|shut up|hanging up)\b/,
  ],
  [
    'person',
    /\b(?:(?:speak|talk) (?:to|with) (?:a |an |the |somebody|someone|your )?(?:real |live |actual )?(?:human|person|people|somebody|someone|manager|receptionist|operator|agent|supervisor|staff|doctor|dentist|representative|employee|colleague|boss|dr\b|mr\b|mrs\b|ms\b)|put me through|transfer me|connect me|get me (?:a|the|your) (?:human|person|manager|receptionist|operator)|operator please|human please|(?:want|need|like) (?:a|an) (?:real |live |actual )?(?:human|person))\b|^(?:a |an )?(?:real |live |actual )?(?:human|person)(?: please)?$/,
  ],
  [
    'absent',
    /\b(?:(?:he|she|they)(?: has| have)?(?: just)? (?:stepped|went|gone|left|popped) (?:out|away|home)|(?:he|she)(?:'s| is) (?:driving|working|upstairs|outside|travelling|traveling)|(?:he|she|they)(?:'s| is|'re| are| isn't| aren't)(?: currently| just)? (?:not|out|away|at (?:work|school)|asleep|sleeping|on (?:holiday|vacation)|in (?:a meeting|hospital|the shower)|unavailable|gone|busy|here|in|home|available)|(?:isn't|is not|not) (?:here|in|home|at home|available|around)(?: (?:right now|at the moment|now|today))?|(?:i'm|i am|this is) (?:his|her|their|the) (?:wife|husband|mother|father|mom|mum|dad|son|daughter|brother|sister|partner|assistant|secretary|colleague|roommate|flatmate|neighbou?r|friend|girlfriend|boyfriend|grand\w+)|take a message|give (?:him|her|them) a message|pass (?:it|that) on)\b/,
  ],
  ['deceased', /\b(?:passed away|is dead|has died|died|deceased|no longer (?:alive|with us))\b/],
  [
    'emergency',
    /\b(?:emergency|can't breathe|cannot breathe|chest pain|bleeding (?:badly|heavily|a lot)|won't stop bleeding|unconscious)\b/,
  ],
  ['howAreYou', /\b(?:how are you|how're you|how do you do|how is it going|how's it going|how are things)\b/],
  [
    'nothingElse',
    /\b(?:(?:that's|that is|that was|that will be|that'll be) (?:all|it|everything)|nothing else|no(?:thing)?(?:,? thanks?| thank you)$|i'm good|no more questions|no questions)\b/,
  ],
  [
    'goodbye',
    /\b(?:good ?bye|bye(?:[- ]bye)?|see you|talk to you (?:later|soon)|have a (?:good|nice|great|lovely)|take care|so long|farewell|good night)\b/,
  ],
  ['thanks', /\b(?:thanks|thank you|cheers|appreciate)\b/],
  [
    'greeting',
    /^(?:(?:yes|yeah|oh|um|uh) )?(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|yes|yeah|hallo|ahoy)\b/,
  ],
];

const questionForm =
  /\?\s*$|^(?:(?:and|but|so|ok|okay|well|um|uh|sorry|yes|yeah|no|oh|hi|hello) )*(?:what|when|where|who|whose|which|why|how|is there|are there|do you|does|did|can (?:i|you|we)|could (?:i|you|we)|will|would (?:you|it)|should i|do i|am i|is it|is the|are you)\b/;

export function intentsOf(text: string): ReadonlySet<Intent> {
  const said = normalizedWords(text);
  const bare = said.replace(/\s*\?/g, '').trim();
  const found = new Set<Intent>();
  for (const [intent, pattern] of patterns) if (pattern.test(bare)) found.add(intent);
  // A greeting with a question mark is not a question: "Yes, hello?", "Weber, hello?"
  const greets =
    (found.has('greeting') && wordCount(bare) <= 3) ||
    (wordCount(bare) <= 4 && /\b(?:hello|hallo|hi)$/.test(bare));
  if (/^(?:and )?(?:why|when|where|how|how come|how much|how many)$/.test(bare)) found.add('question');
  if (questionForm.test(said) && wordCount(bare) > 1 && !greets) found.add('question');
  return found;
}
