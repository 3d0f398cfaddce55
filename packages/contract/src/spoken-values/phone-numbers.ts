import { spokenLanguage } from '../speech/languages.ts';
import { digitsInWords, wholeNumberInWords } from './numbers.ts';

interface NumberPlan {
  readonly code: string;
  /** What people dial before the number at home. */
  readonly trunk: string;
  /** How many digits are said without a pause; the last counts again and again. */
  readonly groups: readonly number[];
}

const northAmerica: NumberPlan = { code: '1', trunk: '', groups: [3, 3, 4] };
const plans: Readonly<Record<string, NumberPlan>> = {
  US: northAmerica,
  CA: northAmerica,
  GB: { code: '44', trunk: '0', groups: [5, 3, 3] },
  AU: { code: '61', trunk: '0', groups: [2, 4, 4] },
  ES: { code: '34', trunk: '', groups: [3, 3, 3] },
  MX: { code: '52', trunk: '', groups: [2, 4, 4] },
  DE: { code: '49', trunk: '0', groups: [4, 2] },
  AT: { code: '43', trunk: '0', groups: [4, 2] },
  CH: { code: '41', trunk: '0', groups: [3, 3, 2, 2] },
  FR: { code: '33', trunk: '0', groups: [2] },
};
/** The country of a tag that names none. */
const homes = { en: 'US', es: 'ES', de: 'DE', fr: 'FR' } as const;
const plus = { en: 'plus', es: 'más', de: 'plus', fr: 'plus' } as const;

/**
 * A number in E.164 as it is read out, with a pause between groups. In the country of the language as people dial it
 * there, otherwise with its country code.
 */
export function phoneNumberInWords(number: string, tag: string): string {
  const digits = number.replace(/\D/g, '');
  const home = plans[/[-_]([A-Z]{2})\b/i.exec(tag)?.[1]?.toUpperCase() ?? homes[spokenLanguage(tag)]];
  if (home && digits.startsWith(home.code)) {
    const national = home.trunk + digits.slice(home.code.length);
    return said(groupsOf(national, home.groups), tag);
  }
  const plan = Object.values(plans).find(({ code }) => digits.startsWith(code));
  const code = plan?.code ?? '';
  const rest = groupsOf(digits.slice(code.length), plan && plan.trunk === '' ? plan.groups : [3]);
  const head = plus[spokenLanguage(tag)];
  return said(code === '' ? rest : [code, ...rest], tag).replace(/^/, `${head} `);
}

/** French says pairs as numbers, "quarante-deux"; the others say each digit. */
function said(groups: readonly string[], tag: string): string {
  return groups
    .map((group) =>
      spokenLanguage(tag) === 'fr' && /^[1-9]\d$/.test(group)
        ? wholeNumberInWords(Number(group), tag)
        : digitsInWords(group, tag),
    )
    .join(', ');
}

/** A single digit is never left over: it joins the group before it. */
function groupsOf(digits: string, sizes: readonly number[]): string[] {
  const groups: string[] = [];
  let rest = digits;
  for (let index = 0; rest !== ''; index += 1) {
    const size = sizes[Math.min(index, sizes.length - 1)] ?? rest.length;
    const taken = rest.length - size === 1 ? rest.length : size;
    groups.push(rest.slice(0, taken));
    rest = rest.slice(taken);
  }
  return groups;
}
