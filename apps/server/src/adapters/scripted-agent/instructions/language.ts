import { englishOrderWords, foreignOrderWords, germanNouns } from './foreign-words.ts';

/** Common English words. A word in this list never counts as foreign. */
const english =
  'the and to of is are was were be been will would should could can has have had does did not with for from that this they them their he she his her him you your we our us it its if whether when what which who how why where there about at by or but because before after until please call ask tell remind inform confirm let know say find out check offer thank need needs want wants new any some only also then ready today tomorrow week month day time year Monday Tuesday Wednesday Thursday Friday Saturday Sunday appointment delivery order customer patient reminder meeting invoice payment bring pick up open closed free between address name number'.split(
    ' ',
  );

/** Common words of other languages; those that are also in the English list are removed below. */
const foreign: readonly string[] = [
  // German
  'der die das dem vom von im und ist sind wird werden wurde nicht eine einen einem einer ein bitte rufen rufe sie ihn ihm ihr ihre ihren seine seinen dass ob wenn mit für auf zum zur bei nach uhr oder aber noch schon auch kann können soll sollte muss möchte haben hatte fragen frage sagen sag teilen teile erinnern erinnere termin morgen heute wann wie warum welche welcher wir uns unser unsere',
  // French
  "la le de du et est sont sera être les une des du pour avec dans sur pas que qui elle nous vous votre vos leur son ses si quand combien pourquoi appelez appeler demandez demander dites lui rappelez rappeler rendez-vous demain aujourd'hui peut veut faut cette ce aux merci c'est s'il qu'il qu'elle d'un d'une l'heure n'est",
  // Spanish
  'el la de del los las una unos y es está están será para por con que si cuándo cuál cuánto cómo qué llame llama llamar pregunte pregunta preguntar dile dígale recuérdele recuerde recordar su sus cita mañana hoy puede quiere favor pero también nuestro nuestra',
  // Italian
  'il la di lo gli della dello degli delle nel nella che è sono sarà per con una uno se quando quanto come perché chiama chiamare chiami chiedi chiedere chieda digli dille dica ricorda ricordare ricordi suo sua appuntamento domani oggi può vuole anche nostro nostra alle',
  // Portuguese
  'da os uma um é são está para com que se quando quanto como ligue ligar pergunte perguntar diga avise lembre lembrar seu sua consulta amanhã hoje pode quer não também nosso nossa ao às pelo pela',
  // Dutch
  'de het een en zijn wordt worden niet met voor naar aan hij zij haar hem hun dat als wanneer hoeveel welke bel bellen vraag vragen zeg zeggen herinner herinneren afspraak morgen vandaag kan moet wil graag ons onze ook nog',
  // Polish, Czech, Slovak
  'jest są nie się czy że na do dla jego jej ich kiedy ile jak proszę zadzwoń zadzwonić zapytaj zapytać powiedz przypomnij wizyta wizycie jutro dzisiaj może chce oraz lub w z prosím zavolejte zavolat zeptejte zeptat řekněte připomeňte jestli zda že je jsou zítra dnes může',
  // Swedish, Danish, Norwegian
  'och är inte ett med som till på av om när hur vad ring fråga säg påminn hennes hans tid imorgon idag kan vill också og er ikke et spørg spør sig husk hvornår når hvordan hvad hva hendes hans tid morgen',
  // Turkish, Hungarian, Romanian, Finnish
  've bir bu için ile mi mı değil arayın ara sor sorun söyle söyleyin hatırlat yarın bugün saat randevu és az egy nem hogy kell hívja kérdezze mondja holnap ma időpont și este sunt nu pentru cu dacă când sună întreabă spune mâine astăzi ja on ei hän että kun soita kysy kerro muistuta huomenna tänään aika',
].flatMap((words) => words.split(' '));

const englishWords = new Set(english.map((word) => word.toLowerCase()));
const foreignWords = new Set(foreign.filter((word) => !englishWords.has(word)));

/**
 * Whether a text is written in another language than English. Names, addresses and quotations do not count, and a
 * doubtful text is taken for English: only where no common English word stands is one word of another language enough.
 */
export function isInAnotherLanguage(text: string): boolean {
  const bare = text.replace(/"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»/g, ' ');
  const letters = bare.match(/\p{L}/gu)?.length ?? 0;
  const latin = bare.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters > 8 && latin < letters / 2) return true;
  const words = bare.match(/[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu) ?? [];
  let ours = 0;
  let theirs = 0;
  let orders = 0;
  let telling = 0;
  const kinds = new Set<string>();
  for (const [index, word] of words.entries()) {
    const lower = word.toLowerCase().replace('’', "'");
    if (englishWords.has(lower)) ours += 1;
    if (englishOrderWords.has(lower)) orders += 1;
    if (germanNouns.has(lower)) telling += 1;
    // A capitalised word inside the text is taken for a name and not counted: "Herr Von der Heide", "El Rancho".
    const named = /^\p{Lu}/u.test(word) && index > 0;
    if (named || isParticle(words, index)) continue;
    if (foreignOrderWords.has(lower) || umlautInside.test(word)) telling += 1;
    if (foreignWords.has(lower)) {
      theirs += 1;
      kinds.add(lower);
    }
  }
  return (kinds.size >= 2 && theirs > ours) || (ours === 0 && orders === 0 && telling > 0);
}

/** A lower-case word with a German letter in it is no name: "bestätigen"; English has borrowed a few. */
const umlautInside =
  /^(?!(?:über|müsli|doppelgänger|fräulein|jäger|kümmel|röntgen|führer)$)\p{Ll}+[äöüß]\p{Ll}*$/u;

const particle =
  /^(?:von|vom|zu|zum|zur|am|im|der|den|dem|van|ten|ter|de|del|della|delle|degli|dei|di|da|do|dos|du|des|la|le|les|los|las|el|al|y|e|et|und|og|och|en|aux?|lo|il)$/;

/** Whether a word is a particle inside a name, such as "von" in "Ada von Thal". */
function isParticle(words: readonly string[], index: number): boolean {
  const capital = (word: string | undefined) => word !== undefined && /^\p{Lu}/u.test(word);
  return (
    particle.test(words[index] ?? '') &&
    (capital(words[index - 1]) || particle.test(words[index - 1] ?? '')) &&
    (capital(words[index + 1]) || capital(words[index + 2]))
  );
}
