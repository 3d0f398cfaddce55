import { type Pointing, type Problem, problemOf, sameWebhooks, type WebhookValues } from '@parley/contract';
import type { ConnectedNumber, ConnectionStore, PointingChange } from '../../../ports/connections.ts';
import { type AccountNumber, type PhoneAccount, PhoneAccountFailed } from '../../../ports/phone-account.ts';

export interface PointDeps {
  readonly account: PhoneAccount;
  readonly store: Pick<ConnectionStore, 'markPointing'>;
  readonly connection: { readonly tenantId: string; readonly id: string };
  /** The user who asks for it. */
  readonly by?: string;
}

/** `changed`: the carrier shows something else than what the person agreed to replace. Nothing was changed. */
export type PointResult =
  | { readonly kind: 'changed' }
  | { readonly kind: 'done'; readonly pointing: Pointing | null; readonly problem: Problem | null };

/**
 * Lets calls to a number reach this deployment. What the carrier had is stored before it is asked to change it, so a
 * server that is killed in between leaves a state that `recoverNumber` finishes.
 */
export async function pointNumber(
  { account, store, connection, by }: PointDeps,
  { number, sid, pointing }: ConnectedNumber,
  seen: WebhookValues,
): Promise<PointResult> {
  const mark = (to: Pointing | null, more: Pick<PointingChange, 'present' | 'by'> = {}) =>
    store.markPointing(connection.tenantId, connection.id, { number, pointing: to, ...more });
  const asked = by === undefined ? {} : { by };
  const failed = (problem: Problem, to: Pointing | null): PointResult => ({
    kind: 'done',
    pointing: to,
    problem,
  });

  const present = await presentOf(account, sid);
  if (!(present instanceof PhoneAccountFailed) && present !== null) {
    const wanted = account.ownWebhooks();
    if (sameWebhooks(present.webhooks, wanted)) {
      // A second click, or a screen that is not up to date.
      if (pointing !== 'here') await mark('here', asked);
      return { kind: 'done', pointing: 'here', problem: null };
    }
    if (!sameWebhooks(present.webhooks, seen)) return { kind: 'changed' };
    if (!present.voice) return failed(problemOf('number_without_voice', { number }), pointing);
    // At an earlier address of ours nothing is to be kept: that was kept when it was first pointed here.
    const kept = account.isOwn(present.webhooks) ? {} : { present: present.webhooks };
    await mark('pointing', { ...kept, ...asked });
    return set(present, wanted);
  }
  return failed(problemOf(present === null ? 'number_missing' : present.problem, { number }), pointing);

  async function set(was: AccountNumber, wanted: WebhookValues): Promise<PointResult> {
    let now: AccountNumber;
    try {
      now = await account.set(sid, wanted);
    } catch (error) {
      if (!(error instanceof PhoneAccountFailed)) throw error;
      // Where nothing is known of what the carrier did, it is asked later.
      const isKnown = error.problem !== 'carrier_unreachable';
      const back = account.isOwn(was.webhooks) ? 'here' : 'restored';
      if (isKnown) await mark(back);
      return failed(problemOf(error.problem, { number }), isKnown ? back : 'pointing');
    }
    if (sameWebhooks(now.webhooks, wanted)) {
      await mark('here');
      return { kind: 'done', pointing: 'here', problem: null };
    }
    return notKept(was);
  }

  /** The carrier says that it has set them, and shows others: what was there before is put back. */
  async function notKept(was: AccountNumber): Promise<PointResult> {
    const isOurs = account.isOwn(was.webhooks);
    const back = isOurs ? 'here' : 'restored';
    const meanwhile = isOurs ? 'pointing' : 'restoring';
    await mark(meanwhile);
    const again = await account.set(sid, was.webhooks).catch((error: unknown) => {
      if (error instanceof PhoneAccountFailed) return null;
      throw error;
    });
    const isBack = again !== null && sameWebhooks(again.webhooks, was.webhooks);
    if (isBack) await mark(back);
    return failed(problemOf('webhooks_not_kept', { number }), isBack ? back : meanwhile);
  }
}

export type RestoreResult =
  | { readonly kind: 'restored' }
  /** Somebody has changed it at the carrier meanwhile, or it never pointed here. */
  | { readonly kind: 'left' }
  | { readonly kind: 'failed'; readonly values: WebhookValues; readonly problem: Problem };

/** Puts back what the carrier had before the number was pointed here, unless somebody has changed it since. */
export async function restoreNumber(
  { account, store, connection }: PointDeps,
  { number, sid, before }: ConnectedNumber,
): Promise<RestoreResult> {
  const mark = (pointing: Pointing) =>
    store.markPointing(connection.tenantId, connection.id, { number, pointing });
  if (before === null) {
    // It pointed here before it was ever taken over: there is nothing to put back.
    await mark('left');
    return { kind: 'left' };
  }
  try {
    const present = await account.number(sid);
    if (present !== null && sameWebhooks(present.webhooks, before)) {
      await mark('restored');
      return { kind: 'restored' };
    }
    if (present === null || !account.isOwn(present.webhooks)) {
      await mark('left');
      return { kind: 'left' };
    }
    await mark('restoring');
    const now = await account.set(sid, before);
    if (sameWebhooks(now.webhooks, before)) {
      await mark('restored');
      return { kind: 'restored' };
    }
    return { kind: 'failed', values: before, problem: problemOf('webhooks_refused', { number }) };
  } catch (error) {
    if (!(error instanceof PhoneAccountFailed)) throw error;
    return { kind: 'failed', values: before, problem: problemOf(error.problem, { number }) };
  }
}

/** Finishes what a server began and did not end: to whichever side the carrier shows. False: it could not be asked. */
export async function recoverNumber(deps: PointDeps, number: ConnectedNumber): Promise<boolean> {
  const { account, store, connection } = deps;
  const mark = (pointing: Pointing) =>
    store.markPointing(connection.tenantId, connection.id, { number: number.number, pointing });
  const present = await presentOf(account, number.sid);
  if (present instanceof PhoneAccountFailed) return false;
  if (number.pointing === 'restoring') {
    const result = await restoreNumber(deps, number);
    return result.kind !== 'failed';
  }
  if (present !== null && account.isOwn(present.webhooks)) await mark('here');
  else if (present !== null && number.before !== null && sameWebhooks(present.webhooks, number.before))
    await mark('restored');
  else await mark('left');
  return true;
}

async function presentOf(
  account: PhoneAccount,
  sid: string,
): Promise<AccountNumber | null | PhoneAccountFailed> {
  try {
    return await account.number(sid);
  } catch (error) {
    if (error instanceof PhoneAccountFailed) return error;
    throw error;
  }
}
