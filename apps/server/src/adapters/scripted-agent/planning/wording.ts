import type { OutboundDialogue } from './outbound-dialogue.ts';

/** Acknowledgements. The number of answers so far selects one, so the wording varies without being random. */
const thanks = [
  'Thank you.',
  'All right, thank you.',
  'Good, I have noted that.',
  'Thanks, I have written that down.',
] as const;

export function acknowledged(dialogue: OutboundDialogue): string {
  return thanks[dialogue.turns % thanks.length] ?? thanks[0];
}

export const words = {
  goodbye: 'Thank you for your time. Goodbye.',
  niceDay: 'Have a nice day. Goodbye.',
  condolence: 'I am very sorry to hear that. Please excuse the call. Goodbye.',
  emergency: 'If this is an emergency, please hang up and call the emergency number.',
  wrongNumber: 'I am sorry, then I have the wrong number. Please excuse the call. Goodbye.',
  noMoreCalls: 'I understand. We will not call you again. I am sorry for the disturbance. Goodbye.',
  notInterested: 'I understand. Thank you for your time. Goodbye.',
  robot: 'Yes, I am an AI assistant, not a person.',
  waiting: 'Of course, I will wait.',
  passOn: 'I see, I will pass that on.',
  settled: 'I see. I will pass that on to the desk. Thank you for your time. Goodbye.',
  notedThat: 'I see, I have noted that.',
  yourCall: 'All right, we will wait for your call. Goodbye.',
  sorryAbout: 'I am sorry about that.',
  sorryToHear: 'I am sorry to hear that. I have noted it.',
  quick: 'I will be quick.',
  fine: 'I am fine, thank you.',
  sorry: 'I am sorry, I did not understand that.',
  onlyThis: 'I am sorry, I can only talk about the matter of this call.',
  unknown: 'I am sorry, I do not know that. I will pass your question on to the desk.',
  whenLater: 'I understand. When would be a better time to call?',
  giveUp: 'I am sorry, I have trouble understanding you. Somebody from the desk will call you. Goodbye.',
  transferring: 'Of course. One moment, I am connecting you.',
  callBack: 'I cannot connect you from here, but I will ask the desk to call you back. Goodbye.',
  speechOnly: 'I am sorry, I can only understand what you say.',
  again: 'I will say it again.',
} as const;

/** The introduction in a greeting, such as "This is Mia, the AI assistant of Elm Street Dental." */
export function introductionIn(greeting: string, agentName: string): string {
  const sentences = greeting.match(/[^.!?]+/g) ?? [];
  const own = sentences.find((part) => /\b(?:this is|i am|i'm|my name is|speaking)\b/i.test(part));
  const intro = own
    ?.replace(/^\s*(?:hello|hi|good (?:morning|afternoon|evening|day)|welcome|hey)\b[\s,!]*(?:and\s+)?/i, '')
    .trim();
  if (!intro) return `This is the AI assistant of ${agentName}.`;
  return `${intro.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())}.`;
}
