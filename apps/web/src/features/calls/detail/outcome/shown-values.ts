import type {
  Correction,
  OutcomeField,
  OutcomeValue,
  ProvedValue,
  ShownOutcome,
} from '../../../../lib/parsing/outcomes.ts';

/** The name of the overall result among the fields of a correction. */
export const resultFieldId = 'result';

/** A row of the card: what counts, and what was read where somebody says otherwise. */
export interface ShownValue {
  field: OutcomeField;
  read: ProvedValue | null;
  correction: Correction | null;
}

/** In the order of the fields; the correction of a field that is gone is not shown, and comes back with it. */
export function shownValues({ outcome, corrections }: ShownOutcome): ShownValue[] {
  return (outcome?.fields ?? []).map((field) => ({
    field,
    read: outcome?.values.find((value) => value.field === field.id) ?? null,
    correction: correctionOf(corrections, field.id),
  }));
}

export function correctionOf(corrections: readonly Correction[], fieldId: string): Correction | null {
  return corrections.find(({ field }) => field === fieldId) ?? null;
}

/** What counts: a correction, also one that says that it is not known, or else what was read. */
export function currentValue({
  read,
  correction,
}: Pick<ShownValue, 'read' | 'correction'>): OutcomeValue | null {
  return correction === null ? (read?.value ?? null) : correction.value;
}

/** Whether there is anything to show of a call: it is read, was read, or could be. */
export function hasOutcome(shown: ShownOutcome | null): shown is ShownOutcome {
  return shown !== null && (shown.state !== 'none' || shown.outcome !== null || shown.fieldsChanged);
}
