import {
  type CalleeChoice,
  type CalleeRangeSettings,
  type CallRecord,
  defaultNumbers,
  type FaultSettings,
  knobs,
  type Lab,
  type LabOptions,
  type LedgerEntry,
  readChannels,
  soundOf,
  startLab,
  wordsIn,
} from '@parley/phone-lab';

/** A program of somebody who has installed the package: compiled by `src/package.test.ts` with the types in it. */
const callee: CalleeChoice = { greeting: 'Hello?', answers: [{ when: 'lunch', say: 'At noon.' }] };
const faults: FaultSettings = { tooManyRequests: { times: 1 }, dropCallback: 0.5 };
const calleeRanges: CalleeRangeSettings = { '+1202555': ['confirms', ['no-answer', 'confirms']] };
const options: LabOptions = { speed: 20, callees: { default: callee }, faults, calleeRanges, voice: 'tones' };

export async function callIn(): Promise<string[]> {
  const lab: Lab = await startLab(options);
  const { sid }: CallRecord = lab.dialIn({ to: defaultNumbers[0] ?? '' });
  const ended: LedgerEntry = await lab.waitFor((entry) => entry.kind === 'call' && entry.callSid === sid);
  const said = lab
    .ledger(sid)
    .flatMap((entry) => (entry.kind === 'said' ? [`${entry.by}: ${entry.text}`] : []));
  lab.setAccount({ status: 'suspended' });
  lab.faults.set({ createTimeout: { ms: 100 } });
  await lab.stop();
  return [ended.kind, ...said, ...Object.keys(knobs)];
}

export const words: string = wordsIn(soundOf('Hello'));
export const channels: number = readChannels(Buffer.alloc(0)).length;

// @ts-expect-error A speed is a number.
export const wrongSpeed: LabOptions = { speed: 'fast' };
// @ts-expect-error No such fault.
export const wrongFault: FaultSettings = { explode: 1 };
