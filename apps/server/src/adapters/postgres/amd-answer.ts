import type { AmdAnswer } from '../../ports/call.ts';
import { customType } from './drizzle.ts';

/** The words of the first carrier: rows have had them since before there were others, and servers of earlier releases read them. */
const storedWords: Readonly<Record<AmdAnswer, string>> = {
  human: 'human',
  machine: 'machine_start',
  machine_beep: 'machine_end_beep',
  machine_silence: 'machine_end_silence',
  machine_other: 'machine_end_other',
  fax: 'fax',
  unknown: 'unknown',
};

const answers = new Map<string, AmdAnswer>(
  (Object.keys(storedWords) as AmdAnswer[]).map((answer) => [storedWords[answer], answer]),
);

/** Earlier releases have stored whatever was reported: another word says as much as none. */
export const amdAnswer = customType<{ data: AmdAnswer; driverData: string }>({
  dataType: () => 'text',
  toDriver: (answer) => storedWords[answer],
  fromDriver: (stored) => answers.get(stored) ?? 'unknown',
});
