import type { HttpToolConfig } from '@parley/contract';

/** What the parts of a tool are called. */
const labels: Readonly<Record<Exclude<keyof HttpToolConfig, 'schema' | 'kind'>, string>> = {
  name: 'Name',
  purpose: 'What it is for',
  inputs: 'Inputs',
  method: 'Method',
  address: 'Address',
  headers: 'Headers',
  constants: 'Constants',
  changes: 'Changes something',
  honoursKey: 'Honours Idempotency-Key',
  runInSandbox: 'Run in the sandbox',
  limitSeconds: 'Time limit',
  title: 'In the transcript',
  sayMeanwhile: 'Said meanwhile',
  sayOnFailure: 'Said when it fails',
  variables: 'Variables',
  sampleInput: 'Sample inputs',
  sampleAnswer: 'Sample answer',
};

type Part = keyof typeof labels;
const parts = Object.keys(labels) as Part[];

export interface ToolMerge {
  /** Both changes; of what both have changed, mine. */
  merged: HttpToolConfig;
  /** What only they have changed, and what both have. */
  theirs: string[];
  both: string[];
}

/** Two changes of the same tool. */
export function mergeTool(base: HttpToolConfig, mine: HttpToolConfig, theirs: HttpToolConfig): ToolMerge {
  const differs = (part: Part, one: HttpToolConfig, other: HttpToolConfig) =>
    JSON.stringify(one[part]) !== JSON.stringify(other[part]);
  const changedByMe = parts.filter((part) => differs(part, base, mine));
  const changedByThem = parts.filter((part) => differs(part, base, theirs));
  const kept = Object.fromEntries(changedByMe.map((part) => [part, mine[part]]));
  return {
    merged: { ...theirs, ...kept },
    theirs: changedByThem.filter((part) => !changedByMe.includes(part)).map((part) => labels[part]),
    both: changedByThem
      .filter((part) => changedByMe.includes(part) && differs(part, mine, theirs))
      .map((part) => labels[part]),
  };
}
