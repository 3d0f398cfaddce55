import { numberText } from '../../../../ui/number-text.ts';

/** How long something takes, as people say it: 40 minutes, 3 hours, 2 days. */
export function spanText(from: string, to: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 60_000));
  if (minutes < 90) return amount(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 36 ? amount(hours, 'hour') : amount(Math.round(hours / 24), 'day');
}

const amount = (count: number, unit: string) => `${numberText(count)} ${unit}${count === 1 ? '' : 's'}`;
