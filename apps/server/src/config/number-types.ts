import type { Environment } from './environment.ts';

/** Types of numbers that cost more, or pay their owner. They are called only if ALLOWED_SPECIAL_NUMBERS names them. */
export const specialNumberTypes = [
  'premium-rate',
  'shared-cost',
  'personal',
  'pager',
  'global-network',
] as const;
export type SpecialNumberType = (typeof specialNumberTypes)[number];

export interface NumberExceptions {
  readonly types: readonly SpecialNumberType[];
  /** Prefixes in international format. */
  readonly prefixes: readonly string[];
}

export function readNumberExceptions(env: Environment): NumberExceptions {
  const entries = env.list('ALLOWED_SPECIAL_NUMBERS') ?? [];
  const types = specialNumberTypes.filter((type) => entries.includes(type));
  const prefixes = entries.filter((entry) => /^\+[0-9]{4,15}$/.test(entry));
  for (const entry of entries) {
    if (prefixes.includes(entry) || types.some((type) => type === entry)) continue;
    env.fault(
      `ALLOWED_SPECIAL_NUMBERS lists ${specialNumberTypes.join(', ')}, or beginnings of numbers such as +4418; "${entry}" is none.`,
    );
  }
  return { types, prefixes };
}
