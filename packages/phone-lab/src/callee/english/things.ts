import type { Facts, Said } from './facts.ts';

type Thing = readonly [asked: RegExp, answer: (facts: Facts, core: string) => Said];

const digits = 'four seven one one two';

/** Answers by the thing that is asked for. The first match is used. */
const things: readonly Thing[] = [
  [/\b(?:tooth|teeth|molars?)\b/, () => ['A back tooth, on the left.', 'A back tooth.']],
  [
    /\bname of (?:your|the) (?:pharmacy|drugstore)\b/,
    () => ['Main Street Pharmacy.', 'Main Street Pharmacy.'],
  ],
  [
    /\bname of (?:your|the) (?:\w+ )?(?:insurance|insurer|plan|provider)\b/,
    () => ['It is Delta Health.', 'Delta Health.'],
  ],
  [/\be-?mail\b/, ({ email }) => [`It is ${email}.`, `${email}.`]],
  [
    /\b(?:best|good|right|preferred|which|contact) (?:phone |telephone |contact )?number\b|\bnumber (?:to|can|should|we|i).*(?:reach|call)|\b(?:reach|call) you (?:on|at|back)\b/,
    () => ['You can reach me on this number.', 'This number.'],
  ],
  [
    /\b(?:phone|telephone|mobile|cell|contact)\b(?: phone)?(?: number)?|^(?:what is |what's )?your number\b/,
    ({ phone }) => [`It is ${phone}.`, `${phone}.`],
  ],
  [/\b(?:zip|postal) ?code\b|\bpostcode\b/, () => ['It is six two seven oh one.', 'Six two seven oh one.']],
  [/\b(?:number|id|code|pin|reference|digits)\b/, () => [`It is ${digits}.`, `${digits}.`]],
  [
    /\bdate of birth\b|\bbirth ?(?:date|day)\b|\bborn\b/,
    ({ born }) => [`I was born on ${born}.`, `${born}.`],
  ],
  [/\baddress\b|\bstreet\b/, ({ address }) => [`I live at ${address}.`, `${address}.`]],
  [
    /\b(?:city|town|county|state|country)\b/,
    ({ address }) => [`I live in ${address.split(', ').at(-1)}.`, `${address.split(', ').at(-1)}.`],
  ],
  [/\b(?:doctor|dentist|physician|gp|specialist|therapist)\b/, () => ['Dr. Brown, I think.', 'Dr. Brown.']],
  [/\b(?:first|given) name\b/, ({ name }) => [`${name.split(' ')[0]}.`, `${name.split(' ')[0]}.`]],
  [
    /\b(?:last|family|sur)\s?name\b/,
    ({ name }) => [`${name.split(' ').at(-1)}.`, `${name.split(' ').at(-1)}.`],
  ],
  [/\bname\b|\bcalled\b/, ({ name }) => [`My name is ${name}.`, `${name}.`]],
  [/\binclude[sd]?\b/, () => ['Everything that is needed, I think.', 'Everything.']],
  [/\bhours\b/, () => ['From Monday to Friday, nine to five.', 'Monday to Friday, nine to five.']],
  [/\btoppings?\b/, () => ['Mushrooms and olives, please.', 'Mushrooms.']],
  [
    /\b(?:age|temperature|weight|height|budget|price|costs?|amount|total|income|salary|mileage|rent)\b/,
    (_, core) => amountOf(core),
  ],
  [/\b(?:colou?r)\b/, () => ['Blue.', 'Blue.']],
  [/\bsize\b/, () => ['Medium, please.', 'Medium.']],
  [/\blanguages?\b/, () => ['English, please.', 'English.']],
  [
    /\b(?:insurance|insurer|coverage|provider)\b/,
    () => ['The usual health insurance, through my employer.', 'Through my employer.'],
  ],
  [/\b(?:pay|payment|card)\b/, () => ['I would like to pay by card.', 'By card.']],
  [/\b(?:car|vehicle|make|model|drive)\b/, () => ['A Toyota, seven years old.', 'A Toyota.']],
  [/\b(?:drink|beverage)\b/, () => ['A glass of water, please.', 'Water.']],
  [
    /\b(?:eat|food|dish|meal|order|menu|dessert|breakfast|lunch|dinner)\b/,
    () => ['The soup of the day, please.', 'The soup.'],
  ],
  [/\b(?:job|occupation|profession|work|living)\b|^what do you do\b/, () => ['I am a teacher.', 'Teacher.']],
  [
    /\b(?:symptoms?|wrong|hurts?|pain|problem|issue|matter|trouble|bother\w*|complaint)\b/,
    () => ['My back has been hurting for a few days.', 'My back hurts.'],
  ],
  [/\ballerg\w+\b/, () => ['Nothing that I know of.', 'Nothing I know of.']],
  [
    /\b(?:medications?|medicines?|tablets|pills|drugs)\b|\bbeen taking\b/,
    () => ['Only something for my blood pressure.', 'Blood pressure tablets.'],
  ],
  [
    /\b(?:happened|damage|accident|went)\b/,
    () => ['It just stopped working, nothing more.', 'It stopped working.'],
  ],
  [
    /\b(?:reason|brings|purpose|regarding)\b|\bcall(?:ing)? (?:is |was )?about\b|(?:is|was|'s) (?:it|this|that) (?:all )?about\b/,
    () => ['It is about a check-up.', 'A check-up.'],
  ],
  [
    /\b(?:hop(?:e|ing)|goals?|aim|expect\w*|achieve)\b/,
    () => ['I just want it to go well.', 'That it goes well.'],
  ],
  [
    /\b(?:swelling|bleeding|wound|bruis\w+|soreness)\b/,
    () => ['It has gone down a little.', 'It is better.'],
  ],
  [
    /\b(?:preferred|favou?rite|pharmacy|drugstore)\b/,
    () => ['The one around the corner.', 'The one around the corner.'],
  ],
  [
    /\b(?:think|opinion|feedback|impression|feel|suggest\w*|improve\w*)\b/,
    () => ['I think it was good, only a little slow.', 'It was good.'],
  ],
  [
    /\bpass (?:that )?on\b|\b(?:shall|should|may|can) (?:i|we) (?:tell|say|write)\b/,
    () => ['You can tell them that everything is fine.', 'That everything is fine.'],
  ],
  [/\b(?:else|other questions)\b/, () => ['Nothing else, thank you.', 'Nothing else.']],
  [
    /^what (?:would|do|did) you (?:rather |like to |want to |prefer to )+do\b/,
    () => ['I would like to keep it as it is.', 'Keep it as it is.'],
  ],
  [/\b(?:plans?|doing)\b/, () => ['Nothing special, I am at home.', 'Nothing special.']],
  [
    /\b(?:help you|do for you|assist)\b/,
    () => ['I would like to make an appointment, please.', 'An appointment, please.'],
  ],
  [/\b(?:floor|level)\b/, () => ['The second floor.', 'The second.']],
  [
    /\b(?:branch|location|store|shop|office|clinic)\b/,
    () => ['The one in the city, please.', 'The one in the city.'],
  ],
  [/\b(?:relationship|related)\b/, () => ['She is my sister.', 'My sister.']],
  [/\b(?:way|method)\b/, () => ['By email would be best.', 'By email.']],
];

/** Whether there is a specific answer. */
export function isKnownThing(core: string): boolean {
  return things.some(([asked]) => asked.test(core));
}

/** Answers several things of one question: "your name, date of birth and address". */
export function thingAnswer(core: string, facts: Facts): Said {
  const isList =
    / and |, /.test(core) && !/^(?:what|which)\b.*\b(?:do|did|would|are|is|will)\b.* and /.test(core);
  const parts = isList ? core.split(/,? and |, /) : [core];
  const answers = parts.flatMap((part) => {
    const thing = things.find(([asked]) => asked.test(part));
    return thing ? [thing[1](facts, part)] : [];
  });
  if (answers.length === 0) return unknown(core);
  return [answers.map(([whole]) => whole).join(' '), answers.map(([, short]) => short).join(' ')];
}

function amountOf(core: string): Said {
  if (/temperature/.test(core)) return ['About thirty-eight degrees.', 'Thirty-eight.'];
  if (/weight/.test(core)) return ['About seventy kilos.', 'Seventy kilos.'];
  if (/height/.test(core)) return ['Five foot six.', 'Five foot six.'];
  if (/\bage\b/.test(core)) return ['I am forty-six.', 'Forty-six.'];
  if (/mileage/.test(core)) return ['About sixty thousand.', 'Sixty thousand.'];
  return ['About two hundred dollars.', 'Two hundred dollars.'];
}

/** The answer when the thing is not known. */
function unknown(core: string): Said {
  const several = /^which ((?!is\b|was\b|does\b)[\w-]+s) /.exec(core)?.[1];
  if (several) return [`The usual ${several}.`, `The usual ${several}.`];
  if (/^which\b/.test(core)) return ['The first one, please.', 'The first one.'];
  const noun =
    /^what (?:kind|type|sort) of ([\w-]+)|^what (?!(?:is|are|was|were|do|does|did|would|will|can|could|should|shall|may|might|must|have|has|had|the|your|a|an|if|i|you|we|to|for|about)\b)([\w-]+)\b/.exec(
      core,
    );
  const named = noun?.[1] ?? noun?.[2];
  if (named) return [`The usual ${named}, nothing special.`, `The usual ${named}.`];
  if (/\b(?:like|want|prefer|need|choose|take|have|expect|looking for)\b/.test(core))
    return ['The usual, please.', 'The usual.'];
  return ['I am not sure, I would have to look that up.', 'I would have to look that up.'];
}
