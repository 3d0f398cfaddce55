import { type Ask, ask, type Step, type Tell, tell } from './script.ts';

/**
 * Signs that a sentence was parsed wrongly: the person is mentioned twice, the verb does not agree, the sentence ends in
 * a conjunction or preposition, or a statement ends in a question mark.
 */
const signs: readonly RegExp[] = [
  /\byou,? you\b/i,
  /\b(?:the|an?|our|this) you\b/i,
  /(?<!\b(?:to|for|with|from|of|about|by|sent|gave|told|showed|after|before|behind|near|that|and) )\byou (?:(?:still|also|already|really|usually|always|not) )?(?:is|was|has|does|wants|needs|prefers|gets|thinks|likes|knows|lives|comes|goes)\b/i,
  /^(?!.*\b(?:what|who|whom|which|where)\b).*(?<!\b(?:told|asked|wanted|want|need|have|like|able|used) (?:(?:you|us|me) )?)\bto[?.]$/i,
  /\b(?:and|or|but|that|whether|the|an?|if|of|with|for)[,:]?[?.]$/i,
  /^(?:When|Where|Why|How) (?:a|an|the|your|our|my|somebody|someone|we|you|they|he|she|it) /,
  /^(?:May|Will|Can|Should|Must) \d/,
  /\btell me (?:whether|if) (?:so|not|yes|no)\b/i,
  /\btell me (?!(?:whether|if|what|which|when|where|who|whom|whose|why|how|on|at|in|by|for|to|from|with|until|about|more|the|your|our|an?|his|her|their|its|any|some|something|exactly)\b)/i,
  /\btell me (?:the|your|our|an?|his|her|their) [^?]*?\b(?:whether|if)\b/i,
  /^(?:Could you tell me )?(?:which|who) (?:expires|starts|begins|ends)\b/i,
  /:\s*:|\b(?:that|to) :/,
  /\bwhat you (?:cost|weigh)\b|\bwhat you say\?$/i,
  /\b(?:Please|please) (?:you|your|the|that|is|are)\b/,
  /\b(?:is|are) (?:is|are)\b/i,
  /\byour (?:is|are|was|were|will|has|have|can|would)\b/i,
  /\b(?:to|that) have your (?:call|come|bring|send|sign|take|fill|pick)\b/i,
  /\bcalling to (?:you|your|us)\b/,
  /\bthat (?:Have|Get|Put|Set|Make|Let|Ask|Tell)\b/,
  // A statement without a subject.
  /^(?:Will|Can|Could|Would|Should|Must|Is|Are|Was|Were|Has|Had|Does|Did|Have you|Denied|Sent|Said)\b[^?]*[^?]$/,
  /\b(?:and|or) (?:put|connect|transfer|have|get|set) you\b/i,
];

export function isUngrammatical(text: string): boolean {
  return signs.some((sign) => sign.test(text));
}

export function hasUngrammaticalStep(steps: readonly Step[]): boolean {
  return steps.some((step) => isUngrammatical(step.kind === 'tell' ? step.text : step.question));
}

/** Asks for an answer by reading out the words of the instruction. */
export function relayedQuestion(own: string): Ask {
  return ask(`I was asked to find out the following: ${trimmed(own)}. What may I pass on`, 'open');
}

/** Passes a message on by reading out the words of the instruction. */
export function relayedMessage(own: string): Tell {
  return tell(`I was asked to tell you the following: ${trimmed(own)}`);
}

function trimmed(text: string): string {
  return text.trim().replace(/[\s,;:.?!]+$/, '');
}
