import { verifyPhoneLab } from '../adapters/phone-lab/verify-phone-lab.ts';
import { readAddressFile } from '../composition/address-file.ts';
import { connectAccount } from '../composition/telephony.ts';
import { carrierSettings } from '../config/carrier.ts';
import { type Config, readConfig } from '../config/config.ts';
import { type CarrierNumbers, CarrierRequestFailed, type OwnedNumber } from '../ports/carrier.ts';
import type { NumberStore } from '../ports/number-store.ts';
import type { CommandResult } from './access-commands.ts';
import { readNumberCommand, releaseNumber, setUpInSandbox, setUpOne } from './number-commands.ts';
import { withErrorsAsOutput } from './run-command.ts';
import { CommandUnavailable } from './unavailable.ts';

export const usage = `Lets calls to your numbers reach this Parley:

  npm run phone:setup                   the number of ${carrierSettings.number}, and those your agents answer
  npm run phone:setup -- --all          every number of the carrier account
  npm run phone:setup -- NUMBER AGENT   this number, for this agent (its id)
  npm run phone:setup -- --release NUMBER
                                        takes the number from its agent: calls to it are no longer answered

  --tenant ID gives the number to an organization; without it the default one is meant.
  --take takes it from the agent or the organization that has it.

Without a carrier account the numbers are those of the sandbox, which always reach this Parley.`;

/** `npm run phone:setup`: sets the webhook addresses of each number at the carrier, and reads them back. */
export function phoneSetup(args: readonly string[], settings: NodeJS.ProcessEnv): Promise<CommandResult> {
  return withErrorsAsOutput(async () => {
    const all = args.length === 1 && args[0] === '--all';
    const one = args.length > 0 && !all ? readNumberCommand(args) : null;
    if (args.length > 0 && !all && one === null) return { exitCode: 2, output: usage };
    const config = readConfig(settings);
    const publicUrl = addressOf(config);
    if (one?.kind === 'release') return withNumbers(config, (numbers) => releaseNumber(numbers, one));
    if (config.carrier.kind === 'own-lab' || config.carrier.kind === 'none')
      return one === null
        ? { exitCode: 0, output: inSandbox }
        : withNumbers(config, (numbers) => setUpInSandbox(numbers, one, publicUrl));
    const { account, kind } = config.carrier;
    // Numbers are stored with the name of their carrier, so it must be the one that the server will find.
    const sandbox = kind !== 'real' && (await verifyPhoneLab(account)) === 'verified';
    const { carrier } = connectAccount(account, publicUrl, { sandbox }).connection;
    return withCarrierErrors(async () => {
      const owned = await carrier.numbers.list();
      return withNumbers(config, async (numbers) => {
        if (one !== null) return setUpOne({ numbers, accounts: [carrier], owned, publicUrl }, one);
        const tenantId = await numbers.onlyTenant();
        if (tenantId !== null) {
          const found = owned.map(({ number }) => ({
            number,
            agentId: number === account.phoneNumber ? 'gs-dental' : null,
          }));
          await numbers.register(tenantId, carrier, found);
        }
        const wanted = all ? null : new Set([account.phoneNumber, ...(await numbers.answered(carrier))]);
        return setUp(carrier.numbers, owned, wanted, publicUrl);
      });
    });
  });
}

const inSandbox =
  'No carrier account is set, so Parley uses its own sandbox carrier and sets its numbers up by itself.';

async function withNumbers(
  config: Config,
  work: (numbers: NumberStore) => Promise<CommandResult>,
): Promise<CommandResult> {
  // Imported late: the database code takes long to load, and a mistyped command does not need it.
  const { openCommandDatabase } = await import('./open-database.ts');
  const { createNumberStore } = await import('../adapters/postgres/agents/number-store.ts');
  await using opened = await openCommandDatabase(config);
  return await work(createNumberStore(opened.database));
}

/** `wanted` is null for every number of the account. */
async function setUp(
  numbers: CarrierNumbers,
  owned: readonly OwnedNumber[],
  wanted: ReadonlySet<string> | null,
  publicUrl: string,
): Promise<CommandResult> {
  const lines: string[] = [];
  let faults = 0;
  for (const number of owned) {
    if (wanted !== null && !wanted.has(number.number)) lines.push(unchanged(number));
    else if (number.pointsHere) lines.push(`${number.number}  reaches ${publicUrl}`);
    else {
      const now = await numbers.pointHere(number.sid);
      if (!now.pointsHere) faults += 1;
      lines.push(
        now.pointsHere
          ? `${number.number}  now reaches ${publicUrl}`
          : `${number.number}  still goes to ${now.callsGoTo || 'nowhere'}: the carrier did not store the change`,
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

function unchanged({ number, pointsHere, callsGoTo }: OwnedNumber): string {
  if (pointsHere) return `${number}  reaches this Parley, though no agent answers it`;
  return `${number}  not changed, it goes to ${callsGoTo || 'nowhere'} (--all sets it up)`;
}

function addressOf(config: Config): string {
  return config.publicUrl ?? readAddressFile(config.dataDir) ?? `http://${config.host}:${config.port}`;
}

async function withCarrierErrors<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof CarrierRequestFailed)) throw error;
    if (error.reason === 'account_problem') {
      throw new CommandUnavailable(
        `The carrier did not accept the account. Check ${carrierSettings.account}.`,
      );
    }
    throw new CommandUnavailable('The carrier cannot be reached right now. Nothing more was changed.');
  }
}
