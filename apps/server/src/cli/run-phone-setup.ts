import { readAddressFile } from '../composition/address-file.ts';
import { connectAccount } from '../composition/telephony.ts';
import { carrierSettings } from '../config/carrier.ts';
import { type Config, readConfig } from '../config/config.ts';
import { type CarrierNumbers, CarrierRequestFailed, type OwnedNumber } from '../ports/carrier.ts';
import type { CommandResult } from './access-commands.ts';
import { withErrorsAsOutput } from './run-command.ts';
import { CommandUnavailable } from './unavailable.ts';

export const usage = `Lets calls to your numbers reach this Parley:

  npm run phone:setup             the number of ${carrierSettings.number}, and those your agents answer
  npm run phone:setup -- --all    every number of the carrier account`;

/** `npm run phone:setup`: sets the webhook addresses of each number at the carrier, and reads them back. */
export function phoneSetup(args: readonly string[], settings: NodeJS.ProcessEnv): Promise<CommandResult> {
  return withErrorsAsOutput(async () => {
    const all = args.length === 1 && args[0] === '--all';
    if (args.length > 0 && !all) return { exitCode: 2, output: usage };
    const config = readConfig(settings);
    if (config.carrier.kind === 'own-lab') {
      return {
        exitCode: 0,
        output:
          'No carrier account is set, so Parley uses its own sandbox carrier and sets its numbers up by itself.',
      };
    }
    const { account, kind } = config.carrier;
    const publicUrl = addressOf(config);
    // Only its numbers are used here; they are set up alike in the sandbox and for real calls.
    const { carrier } = connectAccount(account, publicUrl, { sandbox: kind !== 'real' }).connection;
    const wanted = all ? null : new Set([account.phoneNumber, ...(await agentNumbers(config))]);
    return setUp(carrier.numbers, wanted, publicUrl);
  });
}

/** `wanted` is null for every number of the account. */
export async function setUp(
  numbers: CarrierNumbers,
  wanted: ReadonlySet<string> | null,
  publicUrl: string,
): Promise<CommandResult> {
  const owned = await withCarrierErrors(() => numbers.list());
  const lines: string[] = [];
  let faults = 0;
  for (const number of owned) {
    if (wanted !== null && !wanted.has(number.number)) lines.push(unchanged(number));
    else if (number.pointsHere) lines.push(`${number.number}  reaches ${publicUrl}`);
    else {
      const now = await withCarrierErrors(() => numbers.pointHere(number.sid));
      if (!now.pointsHere) faults += 1;
      lines.push(
        now.pointsHere
          ? `${number.number}  now reaches ${publicUrl}`
          : `${number.number}  still goes to ${now.voiceUrl || 'nowhere'}: the carrier did not store the change`,
      );
    }
  }
  for (const number of wanted ?? []) {
    if (owned.some((one) => one.number === number)) continue;
    faults += 1;
    lines.push(`${number}  does not belong to this carrier account`);
  }
  if (lines.length === 0) lines.push('The carrier account has no numbers.');
  return { exitCode: faults === 0 ? 0 : 1, output: lines.join('\n') };
}

function unchanged({ number, pointsHere, voiceUrl }: OwnedNumber): string {
  if (pointsHere) return `${number}  reaches this Parley, though no agent answers it`;
  return `${number}  not changed, it goes to ${voiceUrl || 'nowhere'} (--all sets it up)`;
}

function addressOf(config: Config): string {
  return config.publicUrl ?? readAddressFile(config.dataDir) ?? `http://${config.host}:${config.port}`;
}

async function agentNumbers(config: Config): Promise<string[]> {
  const { openCommandDatabase } = await import('./open-database.ts');
  const { createAgentStore } = await import('../adapters/postgres/agent-store.ts');
  await using opened = await openCommandDatabase(config);
  return await createAgentStore(opened.database).numbers();
}

async function withCarrierErrors<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof CarrierRequestFailed && error.reason === 'account_problem') {
      throw new CommandUnavailable(
        `The carrier did not accept the account. Check ${carrierSettings.account}.`,
      );
    }
    throw new CommandUnavailable('The carrier cannot be reached right now. Nothing more was changed.');
  }
}
