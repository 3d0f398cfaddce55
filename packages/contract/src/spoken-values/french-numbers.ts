const small = [
  ...['zéro', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix', 'onze'],
  ...['douze', 'treize', 'quatorze', 'quinze', 'seize', 'dix-sept', 'dix-huit', 'dix-neuf'],
];
const tens = ['', '', 'vingt', 'trente', 'quarante', 'cinquante', 'soixante'];
const large = ['million', 'milliard', 'billion'] as const;

/** `feminine`: "vingt et une livres". */
export function frenchNumber(value: number, feminine = false): string {
  const rest = value % 1_000_000;
  const groups: string[] = rest > 0 || value === 0 ? [belowMillion(rest, feminine)] : [];
  let above = Math.floor(value / 1_000_000);
  for (let scale = 0; above > 0; scale += 1, above = Math.floor(above / 1_000)) {
    const group = above % 1_000;
    if (group > 0)
      groups.unshift(`${belowThousand(group, false, true)} ${large[scale]}${group > 1 ? 's' : ''}`);
  }
  return groups.join(' ');
}

function belowMillion(value: number, feminine: boolean): string {
  const thousands = Math.floor(value / 1_000);
  const rest = value % 1_000;
  if (thousands === 0) return belowThousand(rest, feminine, true);
  // Before "mille" neither "cents" nor "quatre-vingts" has its s.
  const words = thousands === 1 ? 'mille' : `${belowThousand(thousands, false, false)} mille`;
  return rest === 0 ? words : `${words} ${belowThousand(rest, feminine, true)}`;
}

function belowThousand(value: number, feminine: boolean, plural: boolean): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  if (hundreds === 0) return belowHundred(rest, feminine, plural);
  const hundred = hundreds === 1 ? 'cent' : `${small[hundreds]} cent${rest === 0 && plural ? 's' : ''}`;
  return rest === 0 ? hundred : `${hundred} ${belowHundred(rest, feminine, plural)}`;
}

function belowHundred(value: number, feminine: boolean, plural: boolean): string {
  if (value === 1 && feminine) return 'une';
  if (value < 20) return small[value] ?? '';
  if (value >= 80) {
    if (value === 80) return plural ? 'quatre-vingts' : 'quatre-vingt';
    return `quatre-vingt-${value === 81 && feminine ? 'une' : small[value - 80]}`;
  }
  const ten = value >= 60 ? 6 : Math.floor(value / 10);
  const unit = value - ten * 10;
  if (unit === 0) return tens[ten] ?? '';
  if (unit === 1) return `${tens[ten]} et ${feminine ? 'une' : 'un'}`;
  return unit === 11 ? `${tens[ten]} et onze` : `${tens[ten]}-${small[unit]}`;
}
