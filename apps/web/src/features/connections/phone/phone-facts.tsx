import type { ShownConnection } from '@parley/contract';
import { PhoneNumber } from '../../../ui/phone-number.tsx';
import { countOf } from '../kinds.ts';
import { countryName } from './countries-field.tsx';

type Phone = Extract<ShownConnection, { kind: 'phone' }>;

/** Numbers beyond these are counted. */
const shownNumbers = 3;

/** Under the line of the card: its numbers, and what it is limited to. */
export function PhoneFacts({
  shown: { numbers, main, callsAtOnce, callsPerSecond, countries },
}: {
  shown: Phone;
}) {
  const sorted = [...numbers].sort((one, other) => Number(other === main) - Number(one === main));
  const limits = [
    callsAtOnce === null ? null : `${countOf(callsAtOnce, 'call')} at once`,
    callsPerSecond === null ? null : `${callsPerSecond} a second`,
    countries === null ? 'any country' : countriesText(countries),
  ].filter((part) => part !== null);
  return (
    <>
      <p className="flex flex-wrap gap-x-3 text-ink-2 text-sm">
        {sorted.slice(0, shownNumbers).map((number) => (
          <PhoneNumber key={number}>{number}</PhoneNumber>
        ))}
        {sorted.length > shownNumbers && (
          <span
            title={sorted.slice(shownNumbers).join(', ')}
          >{`and ${sorted.length - shownNumbers} more`}</span>
        )}
      </p>
      <p className="text-ink-2 text-sm">{limits.join(' · ')}</p>
    </>
  );
}

function countriesText(countries: readonly string[]): string {
  return countries.length > 3
    ? `${countries.length} countries`
    : countries.map((code) => countryName(code)).join(', ');
}
