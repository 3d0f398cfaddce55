import { randomBytes } from 'node:crypto';
import type { ClientConfig } from 'pg';
import pg from 'pg';
import { type AuthSecret, firstSecretId } from '../../ports/auth-secrets.ts';
import type { SecretsOfServer } from './known-secrets.ts';
import { isLoginInUse } from './roles.ts';
import { assertSecretOpensRoles, isInUse } from './secret-before-digests.ts';
import { digestOfSecret, isDigestOf } from './secret-digest.ts';
import {
  decideSecret,
  type GivenSecrets,
  type Matched,
  type Refusal,
  type SecretDecision,
  type SecretState,
  WrongAuthSecret,
} from './secret-move.ts';
import { openMoving, openReplaced, readState, storeAnew, storeFinish, storeNext } from './secret-state.ts';

/** What a server with the given secrets may do with this database, decided before anything is changed. */
export interface SecretPlan {
  readonly secrets: SecretsOfServer;
  /** Whose roles it connects in: always those of AUTH_SECRET, so that connections show who knows it. */
  readonly login: AuthSecret;
  /** Null where the table that keeps digests is still to be made; its migration stores this one. */
  readonly firstDigest: string | null;
  /** Secrets whose roles stay. */
  readonly loginIds: readonly string[];
  /** Stores the change, once the migrations are applied. */
  store(client: pg.ClientBase): Promise<void>;
}

const nothingToStore = async () => {};
const newId = () => randomBytes(4).toString('hex');

/** Throws `WrongAuthSecret` where the settings do not fit: another secret would lock out every running server. */
export async function planSecrets(
  client: pg.ClientBase,
  owner: ClientConfig,
  given: GivenSecrets,
): Promise<SecretPlan> {
  const state = await readState(client);
  if (state === undefined) return planFirst(client, owner, given.secret);
  if (state === null) return planLost(given.secret);
  const match = (value: string): Matched =>
    isDigestOf(value, state.digest) ? 'current' : isNext(state, value) ? 'next' : 'unknown';
  const decision = decideSecret(
    match(given.secret),
    given.previous === null ? null : match(given.previous),
    state.next !== null,
  );
  const inUse = (id: string) => isLoginInUse(client, owner, id);
  if (decision.kind === 'refuse') throw new WrongAuthSecret(decision.why);
  const refuseIf = async (used: Promise<boolean>, why: Refusal) => {
    if (await used) throw new WrongAuthSecret(why);
  };
  if (decision.kind === 'finish') await refuseIf(inUse(state.id), 'unfinished');
  if (decision.kind === 'begin' && state.next) await refuseIf(inUse(state.next.id), 'another next');
  return planDecided(state, given, decision);
}

/** The same for a command: it connects like a server with these settings, and changes nothing. */
export async function secretsForCommand(owner: ClientConfig, given: GivenSecrets): Promise<SecretPlan> {
  const client = new pg.Client({ ...owner, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const plan = await planSecrets(client, owner, given);
    // No server has started with the new secret yet, so there are no roles for it.
    const begun = plan.secrets.next === null || plan.login.id === (await readState(client))?.next?.id;
    return begun ? plan : { ...plan, login: plan.secrets.current };
  } finally {
    await client.end().catch(() => {});
  }
}

function planDecided(
  state: SecretState,
  { secret, previous }: GivenSecrets,
  decision: Exclude<SecretDecision, { kind: 'refuse' }>,
): SecretPlan {
  const { id, next } = state;
  const plan = (
    current: AuthSecret,
    following: AuthSecret | null,
    store: SecretPlan['store'],
  ): SecretPlan => ({
    secrets: { current, next: following, replaced: openReplaced(state, current) },
    login: following ?? current,
    firstDigest: null,
    loginIds: [id, ...(following ? [following.id] : next ? [next.id] : [])],
    store,
  });
  switch (decision.kind) {
    case 'use':
      return plan({ id, value: secret }, null, nothingToStore);
    case 'join':
      return plan({ id, value: previous ?? '' }, { id: next?.id ?? '', value: secret }, nothingToStore);
    case 'begin': {
      const [current, following] = [
        { id, value: previous ?? '' },
        { id: newId(), value: secret },
      ];
      return plan(current, following, (client) => storeNext(client, current, following));
    }
    case 'finish': {
      const current = { id: next?.id ?? '', value: secret };
      return {
        ...plan(current, null, nothingToStore),
        loginIds: [current.id],
        secrets: { current, next: null, replaced: openMoving(state, current) },
        store: (client) => storeFinish(client, current.id),
      };
    }
  }
}

const isNext = ({ next }: SecretState, value: string) => next !== null && isDigestOf(value, next.digest);

/** A database without the table: empty, or from before digests were stored. */
async function planFirst(client: pg.ClientBase, owner: ClientConfig, value: string): Promise<SecretPlan> {
  if (await isInUse(client)) await assertSecretOpensRoles(client, owner, value);
  const current = { id: firstSecretId, value };
  return {
    secrets: { current, next: null, replaced: null },
    login: current,
    firstDigest: digestOfSecret(value, current.id),
    loginIds: [current.id],
    store: nothingToStore,
  };
}

/** An administrator removed the row, because the secret is lost: whatever it sealed stays unreadable. */
function planLost(value: string): SecretPlan {
  const current = { id: newId(), value };
  return {
    secrets: { current, next: null, replaced: null },
    login: current,
    firstDigest: null,
    loginIds: [current.id],
    store: (client) => storeAnew(client, current),
  };
}
