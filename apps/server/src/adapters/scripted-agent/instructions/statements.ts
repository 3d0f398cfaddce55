import type { Addressee } from './addressee.ts';
import { afterAddressee } from './after-addressee.ts';
import { isUngrammatical, relayedMessage } from './certainty.ts';
import { partyNouns } from './lexicon.ts';
import { hasVerb, isClause, type Meaning, nothingToSay, steps } from './meaning.ts';
import { isQuestionClause, splitQuestions } from './question-lists.ts';
import { directQuestion } from './questions.ts';
import { ask, sentence, tell } from './script.ts';
import { inSecondPerson, toSecondPerson } from './second-person.ts';

/**
 * Reads a clause that is not an order, as a fact, a note or a question. A duty of the person called becomes a step to
 * say.
 */
export function statement(text: string, addressee: Addressee): Meaning {
  if (aboutAgent.test(text)) return nothingToSay;
  if (/^(?:hi|hello|hey|thanks|thank you|good (?:morning|day))\b.{0,12}$/i.test(text)) return nothingToSay;
  if (/^that(?:['’]s| is| would be) (?:fine|okay|ok|all right|good|no problem)\b/i.test(text))
    return nothingToSay;
  // An order with a verb that no reader knows: "Win back a customer".
  if (unknownOrder.test(text)) return unknown(text, addressee);
  const label = /^(\p{L}[\p{L} ]{1,30}?)\s*[:=](?:\s+(.*))?$/u.exec(text);
  if (label && !/\b(?:we|you|i|they|he|she|it|there|have|has|are|is)\b/i.test(label[1] ?? ''))
    return labelled(label[1] ?? '', label[2] ?? '', addressee);
  if (isQuestionClause(text) && !conditionalStatement.test(text))
    return steps(...splitQuestions(toSecondPerson(text, addressee)).map((part) => ask(directQuestion(part))));
  const turned = inSecondPerson(text, addressee);
  const said = sentence(
    turned.text.replace(/^(?=(?:needs|requires|costs|takes|includes|weighs|must|has to)\b)/i, 'it '),
  );
  if (!hasVerb(text) && !/^(?:You|It|He|She|They|We|There|I) \p{Ll}/u.test(said))
    return { kind: 'topic', text };
  if (!turned.sure || isUngrammatical(said)) return steps(relayedMessage(text));
  const approval =
    /^We(?:['’]d| would| need| want)(?: like)?(?: to (?:have|get))? (your (?:okay|ok|consent|approval|permission|go-ahead|agreement)\b.*?)[.!]?$/i.exec(
      said,
    )?.[1];
  if (approval) return steps(ask(`May we have ${approval}`));
  const duty = /^you (?:should|must|need to|have to|may|can|will need to|are asked to|ought to)\b/i;
  return duty.test(said) ? steps(tell(said)) : { kind: 'fact', text: said };
}

/** Statements about the agent: "you" usually means the agent, but "You can pick it up" is meant for the person called. */
const aboutAgent =
  /^(?:(?:hello|hi|hey)[,!]? )?(?:you(?: are|['’]re) (?!(?:invited|welcome|entitled|eligible|due|booked|scheduled|registered|next|on the|asked|required|allowed|free)\b)|(?:your|the) (?:name|tone|style|role|voice|personality|persona|character|manner|mood|attitude|behaviou?r|goal|job|task|mission|purpose|instructions|answers|replies|sentences)\b|this is\b|(?:the|our) (?:ai )?(?:agent|assistant|bot|caller)\b|(?:as )?(?:an ai|the ai)\b|you (?:(?:will|should|must|may|can|always|never|often|only|also|do not|don['’]t|politely) )*(?:speak|sound|call|greet|keep|ask|tell|say|answer|respond|reply|introduce|repeat|write|stay|remain|work|act|behave|guess|promise|agree to nothing|know (?:everything|nothing|all)|represent|handle|listen|talk|help|use|avoid|follow|pretend|end|hang)\b)/i;

/** A conditional statement, which begins like a question: "If she renews now she gets a month free". */
const conditionalStatement =
  /^(?:if|when|where|who)\s.+?\s(?:he|she|they|we|you|it|there|the \p{L}+) (?:will|can|may|must|gets?|has|have|is|are|loses?|pays?|charges?|keeps?|needs?|receives?|saves?|would|cannot|can['’]t|won['’]t)\b/iu;

/**
 * Says an order with an unknown verb if it concerns the person called: "Walk him through the form". Otherwise it becomes
 * a note.
 */
function unknown(text: string, addressee: Addressee): Meaning {
  const { text: said, sure } = inSecondPerson(
    text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()),
    addressee,
  );
  return sure && /\b(?:you|your)\b/.test(said) && !isUngrammatical(said)
    ? steps(tell(`I was asked to ${said}`))
    : { kind: 'topic', text };
}

const unknownOrder =
  /^(?!(?:On|At|In|By|For|After|Before|With|From|Since|During|Under|Over|Because|All|Both|Only|Even|Until|About|Within|Without|Today|Tomorrow|When|While|As|Of|Per|Than|Bring|Take|Use)\b)\p{Lu}\p{Ll}+ (?:back |up |out |down |off |over )?(?:an?|his|her|their|him|them) \p{Ll}|^(?:put|connect) (?:him|her|them) /u;

const partyLabel = new RegExp(
  `^(?:the )?(?:(?:${partyNouns})(?:'s)?(?: (?:full )?name)?|(?:full )?name|contact person|phone|telephone|mobile|number)$`,
  'i',
);

/** "Emergency: Mr. Voss called about a tooth" states what happened. */
const actsBehind =
  /^ (?:is|was|has|had|needs|wants|will|would|can|\p{Ll}{3,}ed|broke|lost|left|fell|chipped) \p{Ll}/u;

export function labelled(name: string, value: string, addressee: Addressee): Meaning {
  if (value === '') return nothingToSay;
  // The name of the person called is not read out to them; text after the name is kept.
  if (partyLabel.test(name) && !addressee.institution) {
    const rest = afterAddressee(value, addressee).rest.replace(/^[\s,;.]+/, '');
    return /\p{L}/u.test(rest) ? { kind: 'topic', text: rest } : nothingToSay;
  }
  const of = value.replace(new RegExp(`^(?:the )?(?:${partyNouns})\\s+`, 'i'), '');
  if (
    addressee.name !== null &&
    of.startsWith(addressee.name) &&
    actsBehind.test(of.slice(addressee.name.length))
  )
    return { kind: 'fact', text: sentence(toSecondPerson(of, addressee)) };
  if (addressee.name !== null && of.startsWith(addressee.name))
    return { kind: 'topic', text: `${name}${of.slice(addressee.name.length)}` };
  // A label such as "Reminder for Jo Sample: cleaning on Monday" makes a note, without the name.
  if (
    /\b(?:reminder|call|message|note|notice|update|info|information|reservation|booking|alert)\b/i.test(name)
  ) {
    const whom =
      addressee.name === null
        ? ''
        : ` (?:for|to|with) ${addressee.name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
    return {
      kind: 'topic',
      text: `${whom === '' ? name : name.replace(new RegExp(whom, 'u'), '')}: ${value}`,
    };
  }
  const what = `the ${name.toLowerCase().replace(/^the /, '')} is`;
  return {
    kind: 'fact',
    text: sentence(isClause(value) ? `${what} that ${toSecondPerson(value, addressee)}` : `${what} ${value}`),
  };
}
