/**
 * Words of short orders in other languages that English does not have. In a text without a common English word, one of
 * them is enough.
 */
export const foreignOrderWords: ReadonlySet<string> = new Set(
  [
    // German
    'anrufen zurückrufen erinnern bestätigen absagen verschieben vereinbaren nachfragen fragen mitteilen informieren ausrichten bitten ausmachen umbuchen stornieren wegen bitte heute nächste nächsten nächster',
    // French
    'confirmer rappeler annuler appeler prévenir reporter déplacer demander joindre avertir vérifier fixer rendez-vous mardi mercredi jeudi vendredi samedi dimanche',
    // Spanish
    'confirmar recordar llamar avisar cancelar cambiar preguntar reprogramar cita limpieza paciente lunes martes miércoles jueves viernes sábado',
    // Italian
    'confermare ricordare chiamare avvisare annullare spostare chiedere disdire appuntamento pulizia martedì mercoledì giovedì venerdì lunedì',
    // Portuguese
    'lembrar ligar avisar perguntar remarcar desmarcar consulta limpeza terça quarta-feira quinta-feira sexta-feira segunda-feira',
    // Dutch
    'bellen herinneren bevestigen verzetten afzeggen navragen doorgeven afspraak dinsdag woensdag donderdag vrijdag zaterdag maandag',
    // Polish, Czech
    'zadzwonić przypomnieć potwierdzić odwołać przełożyć wizytę zavolat připomenout potvrdit zrušit objednat',
  ].flatMap((words) => words.split(' ')),
);

/** German nouns, which are written with a capital and still are no names. */
export const germanNouns: ReadonlySet<string> = new Set(
  'termin termine terminabsage kontrolltermin kontrolle zahnreinigung vorsorge prophylaxe rechnung rückruf uhr dienstag mittwoch donnerstag freitag samstag sonntag patient:in patienten patientin zahnarzt zahnärztin behandlung mahnung überweisung abdruck füllung anruf'.split(
    ' ',
  ),
);

/** More words of short English orders: where one of them stands, one foreign word does not make the text foreign. */
export const englishOrderWords: ReadonlySet<string> = new Set(
  'out if as go get give book cancel reschedule move visit cleaning recall reconfirm overdue crown root canal hygiene care checkup check-up check lunch table room service write read explain leave wait schedule set send take make see wish greet introduce invite reserve survey update notify verify request collect balance bill insurance claim records lab denture dentures filling today tonight morning afternoon evening noon pm old good note message phone number mr mrs ms dr'.split(
    ' ',
  ),
);
