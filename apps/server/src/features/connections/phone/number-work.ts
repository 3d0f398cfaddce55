import {
  type DisconnectResponse,
  type PointNumbersBody,
  type PointNumbersResponse,
  problemOf,
} from '@parley/contract';
import type { ConnectedNumber, ConnectionStore } from '../../../ports/connections.ts';
import type { ExclusiveWork } from '../../../ports/exclusive.ts';
import type { PhoneAccount } from '../../../ports/phone-account.ts';
import { chosenNumbers, isGivenUp } from './given-up.ts';
import { phoneFailed, webhooksChanged } from './phone-refusals.ts';
import { pointNumber, recoverNumber, restoreNumber } from './point-numbers.ts';
import type { PhoneConnection } from './stored-account.ts';

/** A connected account of this server's snapshot. */
export interface KnownPhone {
  readonly stored: PhoneConnection;
  readonly account: PhoneAccount;
}

export interface NumberWorkDeps {
  readonly store: Pick<ConnectionStore, 'markPointing'>;
  readonly exclusive: ExclusiveWork;
}

/**
 * One at a time for the numbers of a connection, on whichever server: what recovers a number that was left half-way must
 * not take one for it that is being changed.
 */
const workName = ({ id }: PhoneConnection) => `numbers of connection ${id}`;

/** Throws `webhooks_changed` where something else is set than what the person saw: then nothing was changed. */
export async function pointNumbers(
  { store, exclusive }: NumberWorkDeps,
  { stored, account }: KnownPhone,
  wanted: PointNumbersBody['numbers'],
  by: string,
): Promise<PointNumbersResponse['results']> {
  const chosen = wanted.map(({ sid, seen }) => {
    const number = chosenNumbers(stored).find((one) => one.sid === sid);
    if (!number) throw phoneFailed('number_missing');
    return { number, seen };
  });
  const results: PointNumbersResponse['results'] = [];
  const isMine = await exclusive.run(workName(stored), async () => {
    for (const { number, seen } of chosen) {
      const { sid, number: digits } = number;
      const done = await pointNumber({ account, store, connection: stored, by }, number, seen);
      if (done.kind === 'done') {
        results.push({ sid, number: digits, pointing: done.pointing, problem: done.problem });
        continue;
      }
      if (results.length === 0) throw webhooksChanged();
      const problem = problemOf('webhooks_elsewhere', { number: digits });
      results.push({ sid, number: digits, pointing: number.pointing, problem });
    }
  });
  if (!isMine) throw webhooksChanged();
  return results;
}

const unsettled = new Set<ConnectedNumber['pointing']>(['here', 'pointing', 'restoring']);

export type Restored = Pick<DisconnectResponse, 'restored' | 'notRestored'>;

/** Puts back what the carrier had, for all numbers that point here or for these. */
export async function restoreNumbers(
  { store, exclusive }: NumberWorkDeps,
  { stored, account }: KnownPhone,
  only: (number: ConnectedNumber) => boolean = () => true,
): Promise<Restored> {
  const restored: string[] = [];
  const notRestored: DisconnectResponse['notRestored'] = [];
  const numbers = stored.numbers.filter((number) => unsettled.has(number.pointing) && only(number));
  if (numbers.length === 0) return { restored, notRestored };
  const isMine = await exclusive.run(workName(stored), async () => {
    for (const number of numbers) {
      const done = await restoreNumber({ account, store, connection: stored }, number);
      if (done.kind === 'restored') restored.push(number.number);
      if (done.kind === 'failed') notRestored.push({ number: number.number, ...valuesOf(done) });
    }
  });
  // Somebody points them at this moment: they are restored when the next minute looks.
  if (!isMine)
    for (const { number, before } of numbers)
      if (before)
        notRestored.push({ number, values: before, problem: problemOf('webhooks_refused', { number }) });
  return { restored, notRestored };
}

function valuesOf({
  values,
  problem,
}: Pick<DisconnectResponse['notRestored'][number], 'values' | 'problem'>) {
  return { values, problem };
}

/**
 * A server may have been killed, the account was replaced by another, or the number is not chosen any more: its calls must
 * not end here for good.
 */
export function isLeftHalfWay(
  connection: Pick<PhoneConnection, 'state' | 'settings'>,
  { number, pointing }: Pick<ConnectedNumber, 'number' | 'pointing'>,
): boolean {
  if (pointing === 'here') return connection.state !== 'active' || isGivenUp(connection, { number });
  return pointing === 'pointing' || pointing === 'restoring';
}

export interface RecoverDeps extends NumberWorkDeps {
  /** The connection as it is stored now; null where it is gone. */
  readonly readAgain: (id: string) => Promise<KnownPhone | null>;
}

/** Finishes what servers left half-way when they were killed, and restores what an ended connection still has. */
export async function recoverNumbers(deps: RecoverDeps, phones: readonly KnownPhone[]): Promise<void> {
  for (const { stored } of phones) {
    const due = stored.numbers.filter((number) => isLeftHalfWay(stored, number));
    if (due.length === 0) continue;
    await deps.exclusive.run(workName(stored), async () => {
      for (const { number } of due) await recoverOne(deps, stored.id, number);
    });
  }
}

/** Read anew for each: meanwhile the account may have been connected again, or its number taken over. */
async function recoverOne({ store, readAgain }: RecoverDeps, id: string, digits: string): Promise<void> {
  const now = await readAgain(id);
  const number = now?.stored.numbers.find((one) => one.number === digits);
  if (!now || !number || !isLeftHalfWay(now.stored, number)) return;
  const point = { account: now.account, store, connection: now.stored };
  if (number.pointing === 'here') await restoreNumber(point, number);
  else await recoverNumber(point, number);
}
