const small = [
  ...['cero', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez', 'once'],
  ...['doce', 'trece', 'catorce', 'quince', 'dieciséis', 'diecisiete', 'dieciocho', 'diecinueve', 'veinte'],
  ...['veintiuno', 'veintidós', 'veintitrés', 'veinticuatro', 'veinticinco', 'veintiséis', 'veintisiete'],
  ...['veintiocho', 'veintinueve'],
];
const tens = [
  ...['', '', '', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'],
];
const hundreds = [
  ...['', 'ciento', 'doscientos', 'trescientos', 'cuatrocientos', 'quinientos', 'seiscientos'],
  ...['setecientos', 'ochocientos', 'novecientos'],
];

/** Alone: "veintiuno". Before a masculine noun: "veintiún euros". Before a feminine one: "veintiuna libras". */
export type SpanishForm = 'alone' | 'masculine' | 'feminine';

export function spanishNumber(value: number, form: SpanishForm = 'alone'): string {
  const billions = Math.floor(value / 1_000_000_000_000);
  const millions = Math.floor(value / 1_000_000) % 1_000_000;
  const rest = value % 1_000_000;
  const groups = [
    ...(billions > 0 ? [counted(billions, 'billón', 'billones')] : []),
    ...(millions > 0 ? [counted(millions, 'millón', 'millones')] : []),
    ...(rest > 0 || value === 0 ? [belowMillion(rest, form)] : []),
  ];
  return groups.join(' ');
}

function counted(value: number, one: string, many: string): string {
  return value === 1 ? `un ${one}` : `${belowMillion(value, 'masculine')} ${many}`;
}

function belowMillion(value: number, form: SpanishForm): string {
  const thousands = Math.floor(value / 1_000);
  const rest = value % 1_000;
  if (thousands === 0) return belowThousand(rest, form);
  const before = form === 'feminine' ? 'feminine' : 'masculine';
  const words = thousands === 1 ? 'mil' : `${belowThousand(thousands, before)} mil`;
  return rest === 0 ? words : `${words} ${belowThousand(rest, form)}`;
}

function belowThousand(value: number, form: SpanishForm): string {
  if (value === 100) return 'cien';
  const rest = value % 100;
  const hundred = hundreds[Math.floor(value / 100)] ?? '';
  const words = form === 'feminine' ? hundred.replace(/os$/, 'as') : hundred;
  if (rest === 0 && words !== '') return words;
  return words === '' ? belowHundred(rest, form) : `${words} ${belowHundred(rest, form)}`;
}

function belowHundred(value: number, form: SpanishForm): string {
  const unit = value % 10;
  const words =
    value < 30
      ? (small[value] ?? '')
      : `${tens[Math.floor(value / 10)]}${unit === 0 ? '' : ` y ${small[unit]}`}`;
  if (unit !== 1 || value === 11 || form === 'alone') return words;
  if (form === 'feminine') return words.replace(/uno$/, 'una');
  return value === 21 ? 'veintiún' : words.replace(/uno$/, 'un');
}
