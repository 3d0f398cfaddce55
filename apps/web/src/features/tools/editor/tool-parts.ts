import { type FormPart, isSameIn } from '../merge-drafts.ts';
import { inputsOf, type ToolDraft } from './tool-draft.ts';

/** The parts of a tool, as they are called in its form. */
export const toolParts: readonly FormPart<ToolDraft>[] = [
  { label: 'Name', fields: ['name'] },
  { label: 'What it is for', fields: ['purpose'] },
  { label: 'Inputs', fields: ['inputMode', 'rows', 'schemaText'], isSame: hasSameInputs },
  { label: 'Method', fields: ['method'] },
  { label: 'Address', fields: ['address'] },
  { label: 'Headers', fields: ['headers'] },
  { label: 'Constants', fields: ['constants'] },
  { label: 'Changes something', fields: ['changes'] },
  { label: 'Honours Idempotency-Key', fields: ['honoursKey'] },
  { label: 'Run in the sandbox', fields: ['runInSandbox'] },
  { label: 'Pauses the recording', fields: ['pausesRecording'] },
  { label: 'Time limit', fields: ['limitSeconds'] },
  { label: 'In the transcript', fields: ['title'] },
  { label: 'Said meanwhile', fields: ['sayMeanwhile'] },
  { label: 'Said when it fails', fields: ['sayOnFailure'] },
  { label: 'Variables', fields: ['variables'] },
  { label: 'Sample inputs', fields: ['sampleInput'] },
  { label: 'Sample answer', fields: ['sampleAnswer'] },
];

/** Compares what was typed: half of a JSON text is a change, the ids of rows and the look at a schema are not. */
export function isSameDraft(one: ToolDraft, other: ToolDraft): boolean {
  return isSameIn(toolParts, one, other);
}

/** The same inputs, as rows or as the schema that they make. */
function hasSameInputs(one: ToolDraft, other: ToolDraft): boolean {
  if (one.inputMode === other.inputMode)
    return one.inputMode === 'form'
      ? JSON.stringify(one.rows, withoutId) === JSON.stringify(other.rows, withoutId)
      : one.schemaText === other.schemaText;
  const [schema, otherSchema] = [inputsOf(one), inputsOf(other)];
  return schema !== null && JSON.stringify(schema) === JSON.stringify(otherSchema);
}

function withoutId(key: string, value: unknown): unknown {
  return key === 'id' ? undefined : value;
}
