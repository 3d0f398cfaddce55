import { createTwilioCarrier } from '../adapters/twilio/carrier.ts';
import { failureOf } from '../adapters/twilio/failures.ts';
import { notedAddress } from '../composition/address-note.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { CarrierNumbers, OwnedNumber } from '../ports/carrier.ts';
import type { Outcome } from './access-commands.ts';
import { inWords } from './run-command.ts';
import { Unavailable } from './unavailable.ts';

export const usage = `Lets calls to your numbers reach this Parley:

  npm run phone:setup             the number of TWILIO_PHONE_NUMBER, and those your agents answer
  npm run phone:setup -- --all    every number of the carrier account`;

/** `npm run phone:setup`: sets where the carrier turns for each number, reads it back, and says what it found. */
export function phoneSetup(args: readonly string[], settings: NodeJS.ProcessEnv): Promise<Outcome> {
  return inWords(async () => {
    const all = args.length === 1 && args[0] === '--all';
    if (args.length > 0 && !all) return { code: 2, says: usage };
    const config = readConfig(settings);
    if (config.carrier.kind === 'own-lab') {
      return {
        code: 0,
        says: 'No carrier account is set, so Parley practises with a carrier of its own and sets its numbers up by itself.',
      };
    }
    const { account, kind } = config.carrier;
    const publicUrl = addressOf(config);
    // Only its numbers are spoken of here, which are set up alike in the sandbox and for real.
    const { carrier } = createTwilioCarrier(account, publicUrl, kind === 'twilio' ? 'twilio' : 'lab');
    const wanted = all ? null : new Set([account.phoneNumber, ...(await agentNumbers(config))]);
    return setUp(carrier.numbers, wanted, publicUrl);
  });
}

/** `wanted` is null for every number there is. */
export async function setUp(
  numbers: CarrierNumbers,
  wanted: ReadonlySet<string> | null,
  publicUrl: string,
): Promise<Outcome> {
  const owned = await inOurWords(() => numbers.list());
  const lines: string[] = [];
  let faults = 0;
  for (const number of owned) {
    if (wanted !== null && !wanted.has(number.number)) lines.push(leftAlone(number));
    else if (number.pointsHere) lines.push(`${number.number}  reaches ${publicUrl}`);
    else {
      const now = await inOurWords(() => numbers.pointHere(number.sid));
      if (!now.pointsHere) faults += 1;
      lines.push(
        now.pointsHere
          ? `${number.number}  now reaches ${publicUrl}`
          : `${number.number}  still goes to ${now.voiceUrl || 'nowhere'}: the carrier did not take the change`,
      );
    }
  }
  for (const number of wanted ?? []) {
    if (owned.some((one) => one.number === number)) continue;
    faults += 1;
    lines.push(`${number}  does not belong to this carrier account`);
  }
  if (lines.length === 0) lines.push('The carrier account has no numbers.');
  return { code: faults === 0 ? 0 : 1, says: lines.join('\n') };
}

function leftAlone({ number, pointsHere, voiceUrl }: OwnedNumber): string {
  if (pointsHere) return `${number}  reaches this Parley, though no agent answers it`;
  return `${number}  left alone, it goes to ${voiceUrl || 'nowhere'} (--all takes it)`;
}

function addressOf(config: Config): string {
  return config.publicUrl ?? notedAddress(config.dataDir) ?? `http://${config.host}:${config.port}`;
}

async function agentNumbers(config: Config): Promise<string[]> {
  const { openCommandDatabase } = await import('./open-database.ts');
  const { createAgentStore } = await import('../adapters/postgres/agent-store.ts');
  await using opened = await openCommandDatabase(config);
  return await createAgentStore(opened.database).numbers();
}

async function inOurWords<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'refused' && failure.refusal.reason === 'account_problem') {
      throw new Unavailable(
        'The carrier did not accept the account. Check TWILIO_ACCOUNT_SID and its secrets.',
      );
    }
    throw new Unavailable('The carrier cannot be reached right now. Nothing more was changed.');
  }
}
