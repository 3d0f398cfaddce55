/** How people ask for something on the phone, in English. Matched against lower-case sentences (`Sentence.words`). */

/** A wish, before what is wished for. */
const wish =
  "(?:i(?:'d| would)? (?:really |just )?(?:like|love|want|need|wish)|(?:can|could|may|might) (?:i|we|you)|i(?:'m| am) (?:calling|phoning|ringing) (?:to|for|because)|looking (?:for|to)|do you (?:have|still have)|is there|are there|any chance|please|give me|get me|trying to|we (?:need|want|would like)|hoping (?:to|for)|have to|need to|want to)";

const visit =
  '(?:appointments?|slots?|consultations?|check-?ups?|cleanings?|visits?|reservations?|bookings?|viewings?|lessons?|tables?)';

/** Somebody's own appointment is none that they ask for. */
export const appointment = new RegExp(
  `\\b${wish}\\b.{0,50}\\b(?:(?:an?|another|the (?:next|earliest|first)|some|any|your (?:next|first|earliest))(?: [\\w-]+){0,3} ${visit}|(?:book|schedule|arrange|reserve) (?!my\\b|the\\b)|(?:come in|come by|be seen|see (?:somebody|someone|(?:a|the) (?:doctor|dentist|hygienist|specialist))))|^(?:an? )?(?:new )?appointment(?: please)?$`,
);

export const reschedule =
  /\b(?:reschedule|rebook|postpone)\b|\b(?:move|change|shift|push)\b.{0,40}\b(?:appointment|booking|visit|time|day|date|it|that)\b|\b(?:another|a different|some other) (?:day|time|date|appointment)\b|\b(?:can't|cannot|can not|couldn't|won't|won't be able to|not able to|unable to) (?:make|come|keep|attend)\b(?! to the phone)/;
/** Said of a day that was offered: only to somebody who calls. */
export const dayRefused =
  /\b(?:that|this|it|the (?:day|time|date)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:that|this) (?:day|time|date)) (?:doesn't|does not|won't|will not) (?:work|suit|fit)\b/;

/** Whoever cancels and wants another one wants another time. */
export const anotherInstead = /\b(?:new|another|different) (?:one|day|time|date|appointment)\b/;
/** "I have to talk to Mike first" asks nobody to be connected. */
export const talksFirst = /\b(?:have|need|got|should|want) (?:to )?(?:talk|speak)\b/;

export const cancel = /\b(?:cancel|call off)\b/;

export const callBack =
  /(?<!\bi'll |\bi will |\bi can |\bi could |\blet me |\bwe'll |\bi'd |\bi |\bwe |\bthey |\bto be |\b(?:told|asked|supposed|going|trying|wanted|promised|said)(?: me| us)? to )\b(?:(?:call|ring|phone|text) (?:me|us|him|her)(?= (?:back|again|later|tomorrow|today|tonight|at|on|when|before|after|this|in|next|as|please|about|if|any ?time)\b|$)|call back\b|get back to (?:me|us)|(?:give|drop) (?:me|us) a (?:call|ring|line)|return my call|(?:have|ask|get) (?:him|her|them|somebody|someone|the \w+|dr \w+) (?:to )?(?:call|ring|phone)|(?:somebody|someone|anyone|he|she|they) (?:can|could|should|please) (?:call|ring|phone) (?:me|us)|(?:want|need|like|request) a call ?back|(?:reach|contact) (?:me|us) (?:at|on|under|after|before|tomorrow|today|in|by))/;

export const message =
  /\b(?:(?:leave|pass on|give \w+) (?:an? |the |this |my )?message|(?:can|could|would|will) you (?:please )?(?:tell|ask|remind|inform|let)\b(?! (?:me|us)\b)|please (?:tell|inform|remind|let) (?:him|her|them|the|dr|mr|mrs|ms|your)|(?:tell|let) (?:him|her|them|the (?:desk|doctor|dentist|team|office|practice)|dr \w+|mr \w+|ms \w+|mrs \w+) (?:know|that|to|i)\b)/;
/** What only a caller says. */
export const messageOfCaller =
  /\b(?:missed (?:a |your )?calls?|you (?:called|rang|phoned|tried to (?:call|reach))(?: me)?|return(?:ing)? (?:a|your|the) call)\b/;
/** "Can I take a message?" offers to take one. */
export const offersToTake = /\b(?:can|may|shall|could|should) i (?:take|pass|give)\b/;

/** Where the desk has to be asked. Without a promise of the agent's it may be answered already. */
export const deskTopic =
  /\b(?:problem|issue|complain|complaint|invoice|bill|refund|prescription|refill|results?|x-?rays?|referral|certificate|sick note)\b/;

/** Taken back: what was asked for before does not count. */
export const withdrawn =
  /\b(?:never ?mind|forget (?:it|about it)|keep it as it is|leave it as it is|(?:it's|it is) fine after all|i can (?:come|make it) after all|no need(?: any ?more)?$|don't bother)\b/;

/** Right before what would be a request. */
export const requestNegated =
  /\b(?:no need|not necessary|don't|do not|didn't|did not|needn't|never|doesn't|won't|without|instead of|no)\b(?: (?:need|have|want|to|you|me|bother|please|like))*(?: \w+)? ?$/;

export const promise =
  /(?<!\bif )\b(?:i|we|you|they|he|she|somebody|someone|colleagues?|desk|team|office|practice|reception|doctor|dentist|dr \w+|from the \w+)(?:'ll| will|'m going to| is going to| are going to| am going to)(?! not\b)\b(?! wait\b)(?: \w+){0,4}? (?:call|ring|phone|get back|be in touch|contact|hear from|pass|forward|send|e-?mail|text|let you know|ask the|try again|look into|find out|check with|confirm|arrange)\b/;

/** What an agent says who does not know the answer. */
export const notKnown =
  /\b(?:i (?:do not|don't|am afraid i (?:do not|don't)) (?:know (?!who|you|how to reach)|have (?:that|this|any|the) (?:information|answer|details?))|i(?:'m| am) not (?:sure about that|able to (?:answer|say|tell))|i (?:cannot|can't) (?:answer|say|tell you) (?:that|this)|(?:that|this) is something (?:i|only))/;

/** The agent asks what it is to tell somebody. */
export const asksForMessage =
  /\bwhat (?:should|shall|may|can) i (?:tell|pass|note)|what is (?:your|the) message\b/;
/** The agent asks when to call again. */
export const asksWhenToCall =
  /\b(?:better time to call|when (?:can|could|should|may|shall) (?:i|we) (?:call|reach|try)|(?:could|can) we reach|(?:shall|should|may|can|could) (?:i|we) call (?:you )?(?:back|again))\b/;
/** The agent asks for a day or a time. */
export const asksWhen =
  /\b(?:what|which|better|another|different) (?:day|time|date)\b|^(?:and )?when\b|^at what time\b|^on which day\b/;
