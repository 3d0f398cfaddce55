import type { ReactNode } from 'react';
import { PhoneNumber } from './phone-number.tsx';

/** A note below a field: how a number is dialled, where that differs from what was typed; null: as it stands there. */
export function dialledAs(typed: string, number: string | null): ReactNode {
  if (number === null || number === typed.trim()) return null;
  return (
    <p className="text-ink-2">
      Will be dialled as <PhoneNumber className="font-medium text-ink">{number}</PhoneNumber>
    </p>
  );
}
