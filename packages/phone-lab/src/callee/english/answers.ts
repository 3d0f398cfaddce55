import { commonFacts, type Facts, type Said } from './facts.ts';
import { pick } from './pick.ts';
import { amount, rating } from './quantities.ts';
import type { Question } from './question.ts';
import { thingAnswer } from './things.ts';
import { yesOrNo } from './yes-no.ts';

export type Style = 'plain' | 'brief' | 'hesitant';
export const styles: readonly Style[] = ['plain', 'brief', 'hesitant'];

/** The usual answer to a question that no answer of the script matches. The same question has the same answer. */
export function answerTo(question: Question, own: Partial<Facts> = {}, style: Style = 'plain'): string {
  const facts = { ...commonFacts, ...own };
  const said = sayTo(question, facts);
  if (style === 'brief') return capital(said[1]);
  const whole = capital(said[0]);
  return style === 'hesitant'
    ? `${pick(question, ['Let me think.', 'Well.', 'Oh, let me see.'])} ${whole}`
    : whole;
}

function sayTo(question: Question, facts: Facts): Said {
  switch (question.kind) {
    case 'yes-no':
      return yesOrNo(question);
    case 'choice':
      return chosen(question, facts);
    case 'amount':
      return amount(question);
    case 'rating':
      return rating(question);
    case 'time':
      return time(question.core, facts);
    case 'person':
      return person(question.core, facts);
    case 'place':
      return place(question.core, facts);
    case 'reason':
      return reason(question.core);
    case 'manner':
      return manner(question.core, facts);
    case 'spelling':
      return spelling(question.core, facts);
    case 'thing':
      return thingAnswer(question.core, facts);
  }
}

function chosen(question: Question, { day }: Facts): Said {
  const { options } = question;
  const wanted =
    options.find((option) => option.toLowerCase().includes(day.toLowerCase())) ??
    options.find((option) => /^(?:to )?(?:keep|confirm|stay|continue|accept|attend|come)\b/i.test(option));
  const option = asOwn(wanted ?? pick(question, options) ?? 'the first one');
  return [isOffer.test(question.text) ? `${option}, please.` : `${option}.`, `${option}.`];
}

/** An offer is answered with "please". */
const isOffer = /\b(?:like|prefer|want|rather|shall|should|choose|pick|need|better|best|suits?|works?)\b/i;

/** Turns "your" into "my" and so on. */
function asOwn(option: string): string {
  if (/^(?:I|you) /.test(option)) return option;
  const turned: Record<string, string> = {
    your: 'my',
    yours: 'mine',
    our: 'your',
    my: 'your',
    you: 'me',
    us: 'you',
  };
  return option.replace(/\b(?:yours|your|our|my|you|us)\b/gi, (word) => turned[word.toLowerCase()] ?? word);
}

function time(core: string, { day, time: hour, born }: Facts): Said {
  if (/\bborn\b|\bbirth/.test(core)) return [`I was born on ${born}.`, `${born}.`];
  if (/^(?:two|three|some|a few|a couple|other|several)\b.*\b(?:times|days|dates|slots)\b/.test(core)) {
    const other = day === 'Thursday' ? 'Friday' : 'Thursday';
    return [`Next ${day} at ${hour}, or ${other} morning.`, `${day} or ${other}.`];
  }
  const isPast =
    /\b(?:did|was|were|last|had|since|have|has|(?!preferred)\w{2,}ed|began|bought|saw|got|took|left|broke|came|went)\b/.test(
      core,
    ) && !/\bwould|will|next\b/.test(core);
  if (
    !/\b(?:day|date) (?:and|or) time\b/.test(core) &&
    /\b(?:what|which)(?: \w+)? (?:time|hour|slot)\b|\btime (?:is|was|would|of day)\b|how (?:late|early)\b/.test(
      core,
    )
  )
    return [`At ${hour} in the afternoon.`, `At ${hour}.`];
  if (/\b(?:open|closed|opening|office hours)\b/.test(core))
    return ['From Monday to Friday, nine to five.', 'Monday to Friday.'];
  if (/\bmonth\b/.test(core)) return ['In May.', 'May.'];
  if (/\byear\b/.test(core)) return ['In two thousand nineteen.', 'Two thousand nineteen.'];
  if (isPast)
    return [/\bsince\b/.test(core) ? `Since last ${day}.` : `Last ${day}, I think.`, `Last ${day}.`];
  if (/\b(?:until|by) when\b|\bdeadline\b|how soon\b/.test(core)) return [`By next ${day}.`, `By ${day}.`];
  return [`Next ${day}, at ${hour} in the afternoon.`, `Next ${day}.`];
}

function person(core: string, { name }: Facts): Said {
  if (/^whose\b/.test(core)) return ['It is mine.', 'Mine.'];
  if (
    /\b(?:speaking|calling|this|talking|am i)\b|^who(?:'s| is| are) (?:you|there)\b/.test(core) &&
    !/\b(?:referred|told|recommended|see|seen|contact|call|live|emergency|sent|spoke|speak|talk to|with you|come)\b/.test(
      core,
    )
  )
    return [`This is ${name}.`, `${name}.`];
  if (/\b(?:doctor|dentist|see|treat\w*|referred|prescrib\w+)\b/.test(core))
    return ['Dr. Brown.', 'Dr. Brown.'];
  return ['My brother, Tom Miller.', 'My brother Tom.'];
}

function place(core: string, { address }: Facts): Said {
  const town = address.split(', ').at(-1);
  if (/\b(?:his|her|their|its|the) (?:[\w-]+ )?(?:office|practice|clinic|surgery|pharmacy|shop)\b/.test(core))
    return [`On Main Street, in ${town}.`, 'On Main Street.'];
  if (/\b(?:hurt|hurts|pain|ache)\b/.test(core)) return ['In my lower back.', 'My lower back.'];
  if (/\b(?:live|from|born|based)\b/.test(core))
    return [`In ${town}, at ${address.split(', ')[0]}.`, `In ${town}.`];
  if (/\b(?:send|ship|deliver|pick|mail|address|come to|meet)\b/.test(core))
    return [`To ${address}, please.`, `${address}.`];
  if (/\b(?:buy|bought|purchase\w*|hear|heard|find|found|see|saw|read)\b/.test(core))
    return ['Online, on the internet.', 'Online.'];
  if (/\b(?:leak\w*|noise|smell|boiler|damage|crack|machine|fault)\b/.test(core))
    return ['In the kitchen.', 'In the kitchen.'];
  if (/\bwork\b/.test(core)) return [`At a school in ${town}.`, `In ${town}.`];
  return [`At home, in ${town}.`, 'At home.'];
}

function reason(core: string): Said {
  if (/\b(?:cancel\w*|reschedul\w*|late|miss\w*|not|move|moved|change\w*|leav\w*|left)\b|n't\b/.test(core))
    return ['Because something came up at work.', 'Because of work.'];
  return ['Because it suits me best.', 'Because it suits me.'];
}

function manner(core: string, facts: Facts): Said {
  if (/\bhow (?:can|may|could) (?:i|we) (?:help|assist)|do for you/.test(core))
    return ['I would like to make an appointment, please.', 'An appointment, please.'];
  if (
    /\bhow(?:'s| is| are| have)\b.*\b(?:you|your|feeling|doing|today|going|things)\b|\bfeel(?! about)/.test(
      core,
    )
  )
    return ['I am fine, thank you.', 'Fine, thank you.'];
  if (/\bhear (?:about|of)\b|\bfind (?:us|out)\b|\bcome across\b/.test(core))
    return ['A friend told me about it.', 'From a friend.'];
  if (/\bfeel about\b|\bthink (?:of|about)\b/.test(core))
    return ['I think it is a good idea.', 'A good idea.'];
  if (/\bpay|settle/.test(core)) return ['By card, please.', 'By card.'];
  if (/\b(?:reach|contact|touch|notified|informed|receive|confirmation|get back|send)\b/.test(core))
    return ['By email, please.', 'By email.'];
  if (/\b(?:get|travel|come|commute|arrive)\b/.test(core)) return ['By car.', 'By car.'];
  if (/\b(?:address|call) you\b/.test(core))
    return [`${facts.name.split(' ')[0]} is fine.`, `${facts.name.split(' ')[0]}.`];
  if (/\b(?:was|were|did|has)\b/.test(core)) return ['It was very good, thank you.', 'Very good.'];
  if (/\b(?:would|do) you (?:like|want|prefer|take)\b/.test(core))
    return ['The usual way, please.', 'The usual way.'];
  return ['Quite well, I would say.', 'Quite well.'];
}

function spelling(core: string, { name, email }: Facts): Said {
  const letters = (word: string) => word.toUpperCase().split('').join(' ');
  const [first = '', last = ''] = name.split(' ');
  if (/\be-?mail\b/.test(core))
    return [
      `${letters(first)}, dot, ${letters(last)}, ${email.slice(email.indexOf(' at ') + 1)}.`,
      `${letters(first)}, dot, ${letters(last)}.`,
    ];
  if (/\bfirst\b/.test(core)) return [`${letters(first)}.`, `${letters(first)}.`];
  if (/\b(?:last|family|sur)\s?name\b/.test(core)) return [`${letters(last)}.`, `${letters(last)}.`];
  return [`${letters(first)}, ${letters(last)}.`, `${letters(last)}.`];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
