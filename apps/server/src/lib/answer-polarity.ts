export type Polarity = 'yes' | 'no' | 'open';

/** Phrases that look like a refusal and are none. */
const politeYes =
  /\b(?:no (?:problem|worries|trouble)|not (?:a problem|at all)|why not|can['’]t wait|don['’]t worry)\b/i;
const refusal =
  /^(?:(?:oh|well|sorry|um|uh|hm+),? )*(?:no|nope|nah|unfortunately|i(?: am|['’]m) afraid|i (?:can(?:not|['’]t)|won['’]t))\b|\b(?:can(?:not|['’]t| not) (?:make|come|do)|(?:does not|doesn['’]t|do not|don['’]t) (?:work|suit))\b/i;
const consent =
  /^(?:(?:oh|well|um|uh|hm+|good),? )*(?:yes|yeah|yep|yup|sure|of course|certainly|absolutely|definitely|correct|right|exactly|ok|okay|all right|alright|fine|perfect|gladly)\b|\b(?:is|are|sounds?|would be) (?:good|fine|great|perfect|okay|right)\b|\b(?:that|it) (?:works|suits)\b|\bi(?:['’]ll| will) (?:be there|come)\b/i;
const doubt =
  /\b(?:no|not|never|can(?:not|['’]t)|won['’]t|\w+n['’]t|but|maybe|perhaps|however|unless|if|depends|instead|rather|another|different)\b/i;

/** The same in German, Spanish and French. A word ends where no letter follows, because \b knows no accents. */
const foreignRefusal =
  /^(?:(?:oh|ach|also|bueno|pues|ah|ben),? )*(?:nein|nee|leider|auf keinen fall|lamentablemente|non|malheureusement|pas du tout)(?!\p{L})/iu;
const foreignConsent =
  /^(?:(?:oh|ach|also|na|bueno|pues|ah|ben|eh),? )*(?:ja|jawohl|genau|gerne?|stimmt|natürlich|klar|in ordnung|passt|sicher|sí|si|claro|por supuesto|de acuerdo|vale|exacto|correcto|oui|d['’]accord|bien sûr|tout à fait|exactement|volontiers|entendu)(?!\p{L})/iu;
const foreignDoubt =
  /(?<!\p{L})(?:nicht|kein\p{L}*|nie|aber|vielleicht|wenn|falls|lieber|sondern|ander\p{L}*|eventuell|pero|quizás?|tal vez|mejor|otr[oa]s?|depende|nunca|pas|mais|peut-être|plutôt|autre|sauf|jamais)(?!\p{L})/iu;
const foreignApproval =
  /(?<!\p{L})(?:gut|passt|gern|bleibt|bien|vale|perfecto|parfait|bon|d['’]accord)(?!\p{L})/iu;

/** Whether an answer is a plain yes or a plain no. Whatever is neither is left for the reader to judge. */
export function polarityOf(answer: string): Polarity {
  // "Oh no" is an exclamation, not a refusal.
  const said = answer.trim().replace(/^oh,? (?:no|dear)\b[.!,]*\s*/i, '');
  if (politeYes.test(said)) return 'open';
  if (refusal.test(said) || foreignRefusal.test(said)) {
    // "No, that is fine" and "No, let us keep it" do not refuse what was asked.
    const approves = /\b(?:fine|good|okay|works|suits|keep|i will|yes|perfect|great)\b/i.test(said);
    return (approves && !better.test(said)) || foreignApproval.test(said) ? 'open' : 'no';
  }
  if (isDoubtful(said) || said.includes('?')) return 'open';
  return consent.test(said) || foreignConsent.test(said) ? 'yes' : 'open';
}

/** Whether a text takes back, limits or doubts what stands beside it. */
export function isDoubtful(said: string): boolean {
  return doubt.test(said) || foreignDoubt.test(said);
}

/** "Thursday would be better" approves of another day, not of the one in question. */
const better = /\bbetter\b/i;
