import type { OutcomeField, ProvedValue } from '@parley/contract';
import { verifyToolValue } from './verify-tool-value.ts';
import { type DroppedBecause, type ProvingCall, verifyValue } from './verify-value.ts';

export interface DroppedValue {
  readonly field: string;
  readonly why: DroppedBecause | 'unknown_field' | 'contradicted';
}

/** Of claimed values those that are proved, each field once. Two values of one field are none. */
export function verifyValues(
  fields: readonly OutcomeField[],
  claimed: readonly ProvedValue[],
  call: ProvingCall,
): { readonly kept: ProvedValue[]; readonly dropped: DroppedValue[] } {
  const kept = new Map<string, ProvedValue>();
  const dropped: DroppedValue[] = [];
  const contradicted = new Set<string>();
  for (const { field: id, value: claimedValue, proof } of claimed) {
    const field = fields.find((one) => one.id === id);
    if (!field) {
      dropped.push({ field: id, why: 'unknown_field' });
      continue;
    }
    const claim = { value: claimedValue };
    const verdict =
      proof.kind === 'tool'
        ? verifyToolValue(field, { ...claim, ...proof }, call)
        : verifyValue(field, { ...claim, ...proof }, call);
    if (verdict.kind === 'dropped') dropped.push({ field: id, why: verdict.why });
    else if (kept.has(id) && kept.get(id)?.value !== verdict.value) contradicted.add(id);
    else kept.set(id, { field: id, value: verdict.value, proof: verdict.proof });
  }
  for (const id of contradicted) {
    kept.delete(id);
    dropped.push({ field: id, why: 'contradicted' });
  }
  // In the order of the fields, which is the order of the screen.
  return { kept: fields.flatMap(({ id }) => kept.get(id) ?? []), dropped };
}
