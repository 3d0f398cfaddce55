/** The two-letter codes of ISO 3166-1. */
export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

/** What was asked before: asking the platform takes 100 µs, and lists of people have the same few names in all rows. */
const known = new Map<string, boolean>();
const mostKnown = 1_000;
const longestKnown = 64;

/** A name such as Europe/Berlin. An offset such as +02:00 is none: it knows nothing of daylight saving. */
export function isTimeZoneName(zone: string): boolean {
  const before = known.get(zone);
  if (before !== undefined) return before;
  const isName = /^[A-Za-z]/.test(zone) && isKnownToThePlatform(zone);
  if (known.size < mostKnown && zone.length <= longestKnown) known.set(zone, isName);
  return isName;
}

function isKnownToThePlatform(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}
