import { normalizePhoneNumber } from '@parley/contract';
import { defaultTenant } from '../features/access/tenant.ts';
import { giveAndSetUpNumber, type NumberAccount } from '../features/agents/set-up-number.ts';
import type { OwnedNumber } from '../ports/carrier.ts';
import type { NumberStore } from '../ports/number-store.ts';
import type { CommandResult } from './access-commands.ts';

/** Commands act as themselves: the audit log shows this. */
const actor = { userId: 'command line', displayName: null };

interface NumberToSetUp {
  readonly kind: 'set-up';
  readonly number: string;
  readonly agentId: string;
  readonly tenantId: string;
  readonly take: boolean;
}

interface NumberToRelease {
  readonly kind: 'release';
  readonly number: string;
  readonly tenantId: string;
}

/** Null: mistyped. */
export function readNumberCommand(args: readonly string[]): NumberToSetUp | NumberToRelease | null {
  const place = args.indexOf('--tenant');
  const tenantId = place < 0 ? defaultTenant() : args[place + 1];
  const words = place < 0 ? [...args] : args.toSpliced(place, 2);
  const take = words.includes('--take');
  const release = words.includes('--release');
  const typed = words.filter((word) => !word.startsWith('--'));
  const isKnown = words.every((word) => !word.startsWith('--') || word === '--take' || word === '--release');
  if (tenantId === undefined || !isKnown || (take && release)) return null;
  const agentId = release ? '' : typed.pop();
  // A number may be typed with spaces, as people write it.
  const number = normalizePhoneNumber(typed.join(' '));
  if (agentId === undefined || number === null) return null;
  return release
    ? { kind: 'release', number, tenantId }
    : { kind: 'set-up', number, agentId, tenantId, take };
}

export interface SetUpOneDeps {
  readonly numbers: NumberStore;
  /** The accounts that may have the number. */
  readonly accounts: readonly NumberAccount[];
  readonly owned: readonly Pick<OwnedNumber, 'number'>[];
  readonly publicUrl: string;
}

/** Throws CarrierRequestFailed. */
export async function setUpOne(deps: SetUpOneDeps, wanted: NumberToSetUp): Promise<CommandResult> {
  const { numbers, accounts, owned, publicUrl } = deps;
  const { number, tenantId, agentId } = wanted;
  const failed = (why: string): CommandResult => ({ exitCode: 1, output: `${number}  ${why}` });
  if (!owned.some((one) => one.number === number)) return failed('does not belong to this carrier account');
  const result = await giveAndSetUpNumber({ numbers, accounts }, wanted, actor);
  switch (result.kind) {
    case 'taken':
      return { exitCode: 0, output: `${number}  now reaches ${agentId} at ${publicUrl}` };
    case 'conflict':
      return failed(`not changed: ${result.displayName} answers it (--take takes it)`);
    case 'no_agent':
      return failed(`not changed: there is no agent ${agentId}`);
    case 'archived':
      return failed(`not changed: the agent ${agentId} is archived`);
    case 'no_tenant':
      return failed(`not changed: there is no organization ${tenantId}`);
    case 'other_tenant':
      return failed('not changed: another organization has it (--take takes it)');
    case 'no_number':
    case 'not_owned':
      return failed('does not belong to this carrier account');
  }
}

/**
 * The sandbox of Parley itself runs inside the server, which points all its numbers to itself when it starts. So nothing
 * has to be asked of it, and the command works while the server is down.
 */
export async function setUpInSandbox(
  numbers: NumberStore,
  wanted: NumberToSetUp,
  publicUrl: string,
): Promise<CommandResult> {
  const { number } = wanted;
  const pointed = { sid: '', number, callsGoTo: publicUrl, pointsHere: true };
  const accounts = (await numbers.sandboxAccounts(number)).map((account) => ({
    ...account,
    numbers: { list: async () => [pointed], pointHere: async () => pointed },
  }));
  if (accounts.length === 0)
    return {
      exitCode: 1,
      output: `${number}  is no number of the sandbox. Its numbers are known once Parley has been started.`,
    };
  return setUpOne({ numbers, accounts, owned: [pointed], publicUrl }, wanted);
}

export async function releaseNumber(
  numbers: NumberStore,
  { tenantId, number }: NumberToRelease,
): Promise<CommandResult> {
  const released = await numbers.release(tenantId, number, actor);
  return released
    ? { exitCode: 0, output: `${number}  is not answered any more` }
    : { exitCode: 1, output: `${number}  not changed: the organization ${tenantId} has no such number` };
}
