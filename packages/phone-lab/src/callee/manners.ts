import type { Answer } from './script.ts';

/** What most people answer to what most callers ask; a callee's own answers come first. */
export const manners: Answer[] = [
  { when: 'are you (still )?there|can you hear me|still on the line', say: 'Yes, I am here.' },
  {
    when: '(speak(ing)?|talk(ing)?) (to|with)|am i through to|is this (?!.*\\b(correct|right|okay|ok|fine|good|convenient)\\b)',
    say: ['Yes, speaking.', 'Yes, that is me.'],
  },
  { when: 'good time|bad time|have a (moment|minute|second)|got a (moment|minute)', say: 'Yes, go ahead.' },
  { when: 'anything else|help you with|any (other )?questions', say: 'No, that is all. Thank you.' },
  { when: 'date of birth|when were you born', say: 'The fourth of May, nineteen eighty.' },
  { when: 'your (full )?name|who am i|may i ask who', say: 'My name is Ann Miller.' },
  { when: '(phone )?number.*(reach|call)|best number', say: 'This number is fine.' },
  {
    when: '\\b(scale|rate)\\b|one to (five|ten)|1 to (5|10)|how (satisfied|likely)',
    say: ['Four.', 'I would say eight.'],
  },
  { when: 'what time|which time|morning or afternoon', say: 'In the afternoon, at three o’clock.' },
  { when: 'what day|which day|when would|when (can|could|do|are)', say: 'Next Tuesday would be good.' },
  { when: 'how (can|may) i help|what can i do', say: 'I would like to make an appointment, please.' },
  {
    when: 'will you (be|come|make)|are you (coming|able)|can you (come|make|be)',
    say: 'Yes, I will be there.',
  },
  {
    when: 'does (that|this|it) (work|suit)|(is|are) (that|this|it|you|the|your|those) .*(correct|right|okay|ok|fine|good|convenient)|can you confirm|would you like|do you (want|agree|still)|shall i|should i',
    say: ['Yes, please.', 'Yes, that works for me.'],
  },
  { when: 'how are you', say: 'I am fine, thank you.' },
];
