import { normalizePhoneNumber } from '@parley/contract';
import { verifyPhoneLab } from '../adapters/phone-lab/verify-phone-lab.ts';
import { readAddressFile } from '../composition/address-file.ts';
import { connectAccount } from '../composition/telephony.ts';
import { carrierSettings } from '../config/carrier.ts';
import { type Config, readConfig } from '../config/config.ts';
import { defaultTenant } from '../features/access/tenant.ts';
import { setUpNumber } from '../features/agents/set-up-number.ts';
import {
  type Carrier,
  type CarrierNumbers,
  CarrierRequestFailed,
  type OwnedNumber,
} from '../ports/carrier.ts';
import type { NumberStore } from '../ports/number-store.ts';
import type { CommandResult } from './access-commands.ts';
import { withErrorsAsOutput } from './run-command.ts';
import { CommandUnavailable } from './unavailable.ts';

export const usage = `Lets calls to your numbers reach this Parley:

  npm run phone:setup                   the number of ${carrierSettings.number}, and those your agents answer
  npm run phone:setup -- --all          every number of the carrier account
  npm run phone:setup -- NUMBER AGENT   this number, for this agent (its id)

  --tenant ID gives the number to an organization; without it the default one is meant.
  --take takes it from the agent or the organization that has it.`;

/** Commands act as themselves: the audit log shows this. */
const actor = { userId: 'command line', displayName: null };

interface OneNumber {
  readonly number: string;
  readonly agentId: string;
  readonly tenantId: string;
  readonly take: boolean;
}

/** `npm run phone:setup`: sets the webhook addresses of each number at the carrier, and reads them back. */
export function phoneSetup(args: readonly string[], settings: NodeJS.ProcessEnv): Promise<CommandResult> {
  return withErrorsAsOutput(async () => {
    const all = args.length === 1 && args[0] === '--all';
    const one = args.length > 0 && !all ? oneNumber(args) : null;
    if (args.length > 0 && !all && one === null) return { exitCode: 2, output: usage };
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
    // Numbers are stored with the name of their carrier, so it must be the one that the server will find.
    const sandbox = kind !== 'real' && (await verifyPhoneLab(account)) === 'verified';
    const { carrier } = connectAccount(account, publicUrl, { sandbox }).connection;
    const owned = await withCarrierErrors(() => carrier.numbers.list());
    // Imported late: the database code takes long to load, and a mistyped command does not need it.
    const { openCommandDatabase } = await import('./open-database.ts');
    const { createNumberStore } = await import('../adapters/postgres/agents/number-store.ts');
    await using opened = await openCommandDatabase(config);
    const numbers = createNumberStore(opened.database);
    if (one !== null) return await setUpOne({ numbers, carrier, owned, publicUrl }, one);
    const tenantId = await numbers.onlyTenant();
    if (tenantId !== null) {
      const found = owned.map(({ number }) => ({
        number,
        agentId: number === account.phoneNumber ? 'gs-dental' : null,
      }));
      await numbers.register(tenantId, carrier, found);
    }
    const wanted = all ? null : new Set([account.phoneNumber, ...(await numbers.answered(carrier))]);
    return await setUp(carrier.numbers, owned, wanted, publicUrl);
  });
}

function oneNumber(args: readonly string[]): OneNumber | null {
  const place = args.indexOf('--tenant');
  const tenantId = place < 0 ? defaultTenant() : args[place + 1];
  const words = place < 0 ? [...args] : args.toSpliced(place, 2);
  const take = words.includes('--take');
  const [agentId, ...typed] = words.filter((word) => word !== '--take').toReversed();
  // A number may be typed with spaces, as people write it.
  const number = normalizePhoneNumber(typed.toReversed().join(' '));
  if (tenantId === undefined || agentId === undefined || number === null) return null;
  return { number, agentId, tenantId, take };
}

interface SetUpOneDeps {
  readonly numbers: NumberStore;
  readonly carrier: Carrier;
  readonly owned: readonly OwnedNumber[];
  readonly publicUrl: string;
}

async function setUpOne(deps: SetUpOneDeps, wanted: OneNumber): Promise<CommandResult> {
  const { numbers, carrier, owned, publicUrl } = deps;
  const { number, tenantId, agentId, take } = wanted;
  const failed = (why: string): CommandResult => ({ exitCode: 1, output: `${number}  ${why}` });
  if (!owned.some((one) => one.number === number)) return failed('does not belong to this carrier account');
  const given = await numbers.give(tenantId, carrier, number, actor, { take });
  if (given === 'no_tenant') return failed(`not changed: there is no organization ${tenantId}`);
  if (given === 'taken') return failed('not changed: another organization has it (--take takes it)');
  const held = (await numbers.list(tenantId, [carrier])).find((one) => one.number === number);
  const takenFrom = take ? (held?.agentId ?? null) : null;
  const request = { tenantId, number, agentId, takenFrom };
  const result = await withCarrierErrors(() => setUpNumber({ numbers, accounts: [carrier] }, request, actor));
  switch (result.kind) {
    case 'taken':
      return { exitCode: 0, output: `${number}  now reaches ${agentId} at ${publicUrl}` };
    case 'conflict':
      return failed(`not changed: ${result.displayName} answers it (--take takes it)`);
    case 'no_agent':
      return failed(`not changed: there is no agent ${agentId}`);
    case 'archived':
      return failed(`not changed: the agent ${agentId} is archived`);
    case 'no_number':
    case 'not_owned':
    case 'not_connected':
      return failed('does not belong to this carrier account');
  }
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
