import { createAccessFeed } from '../adapters/postgres/access-feed.ts';
import { createAccessList } from '../adapters/postgres/access-list.ts';
import type { Database } from '../adapters/postgres/database.ts';
import type { NoticeConnection } from '../adapters/postgres/notice-connection.ts';
import { createInvitationStore } from '../adapters/postgres/people/invitation-store.ts';
import { createPeopleStore } from '../adapters/postgres/people/people-store.ts';
import { createSeenPeople } from '../adapters/postgres/people/seen-people.ts';
import type { Config } from '../config/config.ts';
import type { AuthenticateOptions } from '../features/access/authenticate.ts';
import { KnownRevocations } from '../features/access/token-revocations.ts';
import { type PeopleEndpoints, peopleEndpoints } from '../features/people/endpoints.ts';
import { externalPeopleEndpoints } from '../features/people/external-people-endpoints.ts';
import { createNoteSeen } from '../features/people/note-seen.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Mailers } from '../ports/mail.ts';
import type { Identity } from './identity.ts';

/** How many people have each role; null where another service looks after the accounts. */
export function peopleOf(
  { identity, appKey }: Pick<Config, 'identity' | 'appKey'>,
  { identityPool }: Pick<Database, 'identityPool'>,
): () => Promise<ReadonlyMap<string, number> | null> {
  if (identity.provider === 'clerk') return async () => null;
  const accounts = createAccessList(identityPool);
  return async () => {
    const roles = (await accounts.list(appKey)).flatMap(({ role }) => (role === null ? [] : [role]));
    const counts = new Map<string, number>();
    for (const role of roles.toSorted()) counts.set(role, (counts.get(role) ?? 0) + 1);
    return counts;
  };
}

export interface OpenPeople {
  readonly endpoints: PeopleEndpoints;
  readonly authenticate: AuthenticateOptions;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface PeopleDeps {
  readonly config: Pick<Config, 'identity' | 'appKey'>;
  readonly database: Database;
  readonly notices: NoticeConnection;
  readonly ensureTenant: (tenantId: string) => Promise<void>;
  readonly identity: Identity;
  readonly mailers: Mailers;
  readonly webOrigin: string;
  readonly clock?: Clock;
  readonly log: Log;
}

/** Who may use the app, and how all servers learn at once that somebody may not any more. */
export function openPeople(deps: PeopleDeps): OpenPeople {
  const { config, database, notices, mailers, webOrigin, clock = wallClock, log } = deps;
  const { resetLink } = deps.identity;
  const { accounts } = deps.identity.provider;
  const nothing = async () => {};
  if (config.identity.provider === 'clerk' || resetLink === null) {
    const seen = createSeenPeople(database);
    return {
      endpoints: externalPeopleEndpoints(seen, accounts),
      authenticate: { onCaller: createNoteSeen(seen, deps.ensureTenant, clock, log) },
      ...{ start: nothing, stop: nothing },
    };
  }
  const { identityPool } = database;
  const revocations = new KnownRevocations(createAccessFeed(identityPool, notices), log);
  return {
    endpoints: peopleEndpoints({
      people: createPeopleStore(identityPool, config.appKey),
      invitations: createInvitationStore(identityPool, config.appKey),
      signupRole: config.identity.signupRole,
      ...{ accounts, resetLink, mailers, webOrigin, clock, log },
    }),
    authenticate: { revocations },
    start: () => revocations.start(),
    stop: () => revocations.stop(),
  };
}
