import type { Said } from './facts.ts';
import type { Question } from './question.ts';

type Rule = readonly [asked: RegExp, answer: Said];

/** Answers to common yes-or-no questions. The first match is used. */
const common: readonly Rule[] = [
  [
    /\b(?:will|can) you (?:still |both |all )?(?:come|attend|make it|be (?:there|here|coming|attending|present|able to (?:come|attend|make))|be at)\b|\bare you (?:still )?(?:coming|able to (?:come|attend|make))\b/,
    ['Yes, I will be there.', 'Yes.'],
  ],
  [/are you (?:still )?there|can you hear me|still on the line/, ['Yes, I am here.', 'Yes.']],
  [/^that (?:you|it|we|the|this|your)\b/, ['Yes, that is right.', 'Yes.']],
  [/\b(?:would|do) you mind\b/, ['Not at all.', 'Not at all.']],
  [
    /(?:speak(?:ing)?|talk(?:ing)?) (?:to|with)|am i through to|^is this (?!.*\b(?:correct|right|okay|ok|fine|good|bad|convenient|your|about|the|a|an|for)\b)/,
    ['Yes, speaking.', 'Speaking.'],
  ],
  [/\bbad time\b/, ['No, go ahead.', 'No, go ahead.']],
  [/good time|have a (?:moment|minute|second)|got a (?:moment|minute)/, ['Yes, go ahead.', 'Yes.']],
  [
    /anything else|help you with|any (?:other |more |further )?(?:questions?|concerns?)/,
    ['No, that is all. Thank you.', 'No.'],
  ],
  [
    /\b(?:any|anything|anyone|ever)\b.*\b(?:day|days|time|times|date|dates)\b/,
    ['Yes, next Tuesday would be good.', 'Yes, Tuesday.'],
  ],
  [
    /\b(?:is there|do you have) (?:a|another) (?:\w+ )?(?:day|time|date)\b|\bpreference\b|\bin mind\b/,
    ['Yes, next Tuesday in the afternoon would be good.', 'Yes, Tuesday.'],
  ],
  [/\b(?:any|anything|anyone|ever|allerg\w+|pregnant|smoke|diabet\w+)\b/, ['No, nothing like that.', 'No.']],
  [/\b(?:has|have|did) (?:anything|something|your \w+) changed?\b/, ['No, nothing has changed.', 'No.']],
  [
    /^(?:how|what) about\b|\bdoes (?:that|this|it) (?:work|suit|sound)|\b(?:sound|suit|work)s?\b|\bwould (?:that|this|it) be (?:ok|okay|fine|good|possible|all right|alright)/,
    ['Yes, that works for me.', 'Yes, fine.'],
  ],
  [
    /^(?:if|whether)? ?(?:would you like|shall (?:i|we)|should (?:i|we)|do you want|can (?:i|we)|may (?:i|we)|could (?:i|we))\b/,
    ['Yes, please.', 'Yes, please.'],
  ],
  [
    /^(?:can|could|would|will) you (?:please |kindly |just )*(?:hold|wait|stay|repeat|sign|send|call|bring|check|help|make sure|let)\b/,
    ['Yes, of course.', 'Yes, sure.'],
  ],
];

/** "Are you …?" is answered with "I am". */
const echoes: readonly (readonly [RegExp, string])[] = [
  [/^(?:are|aren't) you\b/, 'I am'],
  [/^(?:were|weren't) you\b/, 'I was'],
  [/^(?:do|don't) you\b/, 'I do'],
  [/^(?:did|didn't) you\b/, 'I did'],
  [/^(?:have|haven't) you\b/, 'I have'],
  [/^(?:will|won't) you\b/, 'I will'],
  [/^(?:can|can't|could|couldn't) you\b/, 'I can'],
  [/^would you\b/, 'I would'],
  [/^(?:is|isn't) there\b/, 'there is'],
  [/^(?:are|aren't) there\b/, 'there are'],
  [/^(?:is|isn't) (?:it|that|this)\b/, 'it is'],
  [/^(?:was|wasn't) (?:it|that|this)\b/, 'it was'],
  [/^(?:does|doesn't) (?:it|that|this)\b/, 'it does'],
];
/** "You have not paid yet, have you?" expects a no. */
const negative =
  /(?:n't|\bnot|\bnever|\bno longer)\b.*, (?:have|has|do|does|did|is|are|was|were|will|would|can|could) \w+$/;
const bareTag =
  /(?:,|\b) ?(?:right|correct|okay|ok|yes|isn't it|aren't you|don't you|won't you|haven't you|didn't you|is that right|is that correct)$/;

/** Whether a yes-or-no question has no specific answer. */
export function isVague({ kind, core }: Question): boolean {
  return (
    kind === 'yes-no' &&
    !common.some(([asked]) => asked.test(core)) &&
    !negative.test(core) &&
    !bareTag.test(core)
  );
}

export function yesOrNo({ core }: Question): Said {
  const known = common.find(([asked]) => asked.test(core));
  if (known) return known[1];
  return plainly(core) ?? ['Yes.', 'Yes.'];
}

/** Null where the question has no form that can be echoed. */
function plainly(core: string): Said | null {
  if (negative.test(core)) return ['No, not yet.', 'No.'];
  if (bareTag.test(core)) return ['Yes, that is right.', 'Yes.'];
  const echo = echoes.find(([asked]) => asked.test(core))?.[1];
  return echo ? [`Yes, ${echo}.`, 'Yes.'] : null;
}
