import type { Campaign } from '@parley/contract';
import { type CheckedRow, type CheckRows, personKey } from '../../ports/campaigns.ts';
import { checkRow, e164Of, type NumberedRow, type RowRules, type SentRow, withNumber } from './read-row.ts';

/** Rows that are looked at before others have their turn: audio is sent every 20 ms. */
const rowsAtATime = 20;

export interface RowsToCheck {
  /** What has to be known of them before they are checked. */
  readonly numbers: readonly string[];
  readonly check: CheckRows;
}

/** Reads the numbers of rows; what else is in them is checked when it is known what the numbers are. */
export async function readRows(
  campaign: Campaign,
  sent: readonly SentRow[],
  rules: RowRules,
): Promise<RowsToCheck> {
  const rows: NumberedRow[] = [];
  for (const row of sent) {
    if (rows.length % rowsAtATime === rowsAtATime - 1) await otherWork();
    rows.push(withNumber(campaign, row));
  }
  return {
    numbers: rows.flatMap((row) => e164Of(row) ?? []),
    check: async (stored, facts) => {
      const people = new Set(facts.people);
      const checked: CheckedRow[] = [];
      for (const row of rows) {
        if (checked.length % rowsAtATime === rowsAtATime - 1) await otherWork();
        const next = checkRow(row, stored, rules, { ...facts, people });
        // Whoever comes twice is called for the first row.
        if (next.state === 'pending' && next.number !== null)
          people.add(personKey(next.number, next.nameKey));
        checked.push(next);
      }
      return checked;
    },
  };
}

function otherWork(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
