/** Verbs that are also nouns ("order", "report"): an order only if an object follows. */
const verbsAlsoNouns =
  'order|report|book|note|record|offer|request|survey|update|check|move|change|read|review|result';
/** Verbs that begin an order to the agent. "and" followed by one of them begins another order. */
const orders =
  'ask|reserve|tell|inform|remind|notify|let|confirm|check|verify|find out|offer|suggest|propose|say(?! (?:why|what|how|which|when|where|who|if|whether))|mention|explain|thank|apologi[sz]e|invite|schedule|reschedule|book|arrange|cancel|move|collect|get|obtain|request|inquire|enquire|see (?:if|whether|how|what|when)|make sure|ensure|leave|end|hang up|note|record|write down|take|give|advise|warn|update|wish|congratulate|clarify|determine|discuss|encourage|convince|persuade|repeat|greet|introduce|survey|transfer|complain|report|order|demand|enrol|sign up|praise|point out|follow up|renew|describe|read|pass on|set up|find (?:an?|another|the next)|(?:put|connect|transfer) (?:him|her|them)|have (?:him|her|them)|work out an?|line up';
/** Verbs that begin another order after a comma, too, because they are not nouns. */
const spokenOrders =
  'ask|tell|inform|remind|thank|congratulate|wish|apologi[sz]e|let|notify|explain|mention|confirm|offer|invite|find out|say';
const beforeOrder = new RegExp(
  `(?:,?\\s+and(?:\\s+(?:then|also|please|finally))?|,?\\s+then|,\\s+(?:also|finally|please)|\\s+before you)\\s+(?=(?:(?!(?:${verbsAlsoNouns})\\b)(?:${orders})|(?:${verbsAlsoNouns})\\s+(?:the|an?|his|her|their|him|them|our|us|it|if|whether|that|for|with|in|on|\\d|two|three|four)|(?:${verbsAlsoNouns})\\s+\\p{Lu}\\p{L}*)\\b)|,\\s+(?=(?:${spokenOrders})\\s+(?:him|her|them|the|to|whether|if|that|for|what|which|when|how|who|why|about)\\b)|,?\\s+but\\s+(?=(?:ask|tell|offer|remind|thank|assure)\\s+(?:him|her|them|an?|the|that|whether|if)\\b)|,\\s+(?=say (?:sorry|that|we)\\b)|,\\s+(?=(?:reserve|book|order|cancel)\\s+(?:an?|the|\\d|two|three|four)\\b)`,
  'giu',
);

/** "Call Jo to ask whether …" is split into two orders: to call, and to ask. */
const calledTo = new RegExp(
  `^((?:please |kindly )?(?:call|phone|ring|contact|check in with|follow up with|you are calling|you['’]re calling)\\s+(?!to\\b)[^;:,]*?)\\s+to\\s+(?=(?:${orders})\\b)`,
  'iu',
);

/** Introductions before an order, such as "Your task is to"; they are removed. */
const introductions: readonly RegExp[] = [
  /^(?:(?:your |the )?(?:job|task|goal|mission)|goal|task|purpose|objective|instructions?|aim|reason(?: for (?:the )?call)?|what to do|request)\s*[:=-]\s*/i,
  new RegExp(`^[^:.?!]{1,60}:\\s+(?=(?:${orders})\\b)`, 'i'),
  /^(?:(?:i|we)(?:'d| would) like to know|(?:i|we) (?:want|need) to know|let (?:me|us) know|(?:i|we) need to find out) (?=whether|if|what|which|when|where|who|why|how)/i,
  /^(?:please|politely|gently|briefly|quickly|simply|just|kindly|then|next(?=[,:])|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|lastly|also|now|in addition|additionally|and|but)[,:]?\s+/i,
  new RegExp(`^(?:after that|afterwards?)[,:]?\\s+(?=(?:${orders})\\b)`, 'i'),
  /^(?:you|the agent|the assistant|the ai) (?:should|must|need to|have to|are to|will|can|could|may|shall|want to)\s+/i,
  /^(?:i|we) (?:want|need|would like|'d like) (?:you )?to\s+/i,
  /^(?:i|we) (?:want|need|would like) (?=(?:him|her|them|the))/i,
  /^(?:your|the|our) (?:task|goal|job|purpose|aim|objective|mission)(?: (?:of|for) (?:this|the) call)? is (?:to\s+)?/i,
  /^(?:the )?(?:purpose|goal|reason|aim) (?:of|for) (?:this|the|your) call is (?:to\s+)?/i,
  /^(?:make sure|be sure|remember|don't forget|do not forget|try|feel free|take care)(?: (?:to|that you))\s+/i,
  /^(?:this is a call|this call is|it is a call|call) (?:to|for the purpose of)\s+/i,
  /^(?:you are|you're|we are|we're|this is) (?:a )?call(?:ing)? (?:to|in order to)\s+/i,
  /^in (?:order|this call)(?: to)?,?\s+/i,
];

/** Splits a sentence into single orders and statements, without their introductions. */
export function clausesOf(sentence: string): string[] {
  if (/^["“]/.test(sentence) || /\?["”]?$/.test(sentence)) return [stripIntroductions(sentence)];
  return protectQuotes(sentence, (open) =>
    open
      .replace(calledTo, '$1 and ')
      .split(beforeOrder)
      .flatMap((piece) => piece.split(/;\s+/)),
  )
    .map((piece) => stripIntroductions(piece.trim()))
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
}

function stripIntroductions(text: string): string {
  let clause = text.trim();
  for (let round = 0; round < 4; round += 1) {
    const before = clause;
    for (const introduction of introductions) clause = clause.replace(introduction, '');
    if (clause === before) break;
  }
  return clause;
}

function protectQuotes(text: string, split: (text: string) => string[]): string[] {
  const quotes: string[] = [];
  const open = text.replace(/"[^"]*"|“[^”]*”/g, (quote) => `\u0002${quotes.push(quote) - 1}\u0002`);
  return split(open).map((piece) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a mark that no text contains
    piece.replace(/\u0002(\d+)\u0002/g, (_, index: string) => quotes[Number(index)] ?? ''),
  );
}
