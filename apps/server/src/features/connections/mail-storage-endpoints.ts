import {
  type CheckMailBody,
  type CheckStorageBody,
  type Connections,
  type Problem,
  problemOf,
} from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { HostGuard } from '../../lib/host-guard.ts';
import type { Caller } from '../../ports/caller.ts';
import type {
  ConnectionSettings,
  ConnectionStore,
  NewConnection,
  SettingsOf,
} from '../../ports/connections.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { Mailer } from '../../ports/mail.ts';
import { actorOf, failed, refusalOf } from './changes.ts';
import type { CheckLimit } from './check-limit.ts';
import { assertHostAllowed } from './host-allowed.ts';
import { mailProblem } from './mail-problems.ts';
import { storageProblem } from './storage-problems.ts';

export interface MailStorageDeps {
  readonly store: Pick<ConnectionStore, 'connect'>;
  /** Throws `set_in_environment` or `one_organization_only`. */
  readonly assertMayChange: (tenantId: string, kind: 'mail' | 'storage') => Promise<void>;
  /** After a change: what every screen is then shown. */
  readonly changed: (caller: Caller) => Promise<{ connections: Connections }>;
  /** Of hosts that somebody of the organization types. */
  readonly guardOf: (tenantId: string) => HostGuard;
  readonly limit: CheckLimit;
  readonly servers: DeploymentServers;
}

/** Opens what was entered. */
export interface DeploymentServers {
  mailer(
    settings: Omit<SettingsOf<'mail'>, 'version' | 'kind'>,
    password: string | null,
    guard: HostGuard,
  ): Mailer;
  /** Null: the folder of this server. */
  files(settings: S3Settings | null, secretAccessKey: string, guard: HostGuard): FileStore;
  /** Stores, reads and deletes a small file. */
  check(files: FileStore): Promise<void>;
}

export type S3Settings = Omit<
  Extract<SettingsOf<'storage'>, { readonly place: 's3' }>,
  'version' | 'kind' | 'place'
>;

type Names = 'checkMail' | 'connectMail' | 'checkStorage' | 'connectStorage';

export function mailStorageEndpoints(deps: MailStorageDeps): Pick<Endpoints, Names> {
  const { store, assertMayChange, changed, limit } = deps;

  const connect = async (caller: Caller, connection: Omit<NewConnection, 'actor'>) => {
    const result = await store.connect({ actor: actorOf(caller), ...connection });
    if (result.kind !== 'connected') throw refusalOf(result);
    return changed(caller);
  };
  const prepare = async (caller: Caller, kind: 'mail' | 'storage') => {
    await assertMayChange(caller.tenantId, kind);
    limit.take(caller.tenantId);
    return deps.guardOf(caller.tenantId);
  };

  return {
    checkMail: async ({ caller, body }) => {
      const guard = await prepare(caller, 'mail');
      const to = caller.email;
      if (to === null)
        throw new AppError('invalid_request', 'Your account has no mail address to send a message to.');
      const problem = await tryMail(deps.servers, body, guard, to);
      return { sentTo: problem === null ? to : null, problem };
    },

    connectMail: async ({ caller, body }) => {
      const guard = await prepare(caller, 'mail');
      const { password, replaces, ...settings } = body;
      // The message of the check has been sent before; another one for the same click would be a surprise.
      const problem = await tryMail(deps.servers, body, guard, null);
      if (problem !== null) throw failed(problem);
      return connect(caller, {
        settings: { version: 1, kind: 'mail', ...settings },
        secrets: password === null ? {} : { password },
        replaces,
      });
    },

    checkStorage: async ({ caller, body }) => {
      const guard = await prepare(caller, 'storage');
      return { problem: await tryStorage(deps.servers, body, guard) };
    },

    connectStorage: async ({ caller, body }) => {
      const guard = await prepare(caller, 'storage');
      const problem = await tryStorage(deps.servers, body, guard);
      if (problem !== null) throw failed(problem);
      const { settings, secrets } = storedStorage(body);
      return connect(caller, { settings, secrets, replaces: body.replaces });
    },
  };
}

/** To nobody: connects and logs in only. */
export async function tryMail(
  servers: DeploymentServers,
  { password, ...settings }: Omit<CheckMailBody, 'replaces'>,
  guard: HostGuard,
  to: string | null,
): Promise<Problem | null> {
  const { host, port, security } = settings;
  const isIpv6 = host.includes(':');
  assertHostAllowed(guard, `https://${isIpv6 ? `[${host}]` : host}:${port}`, host);
  // Excepted hosts may be plain, as with every other kind.
  if (security === 'plain') assertPlainAllowed(guard, isIpv6 ? `[${host}]` : host, port);
  const mailer = servers.mailer(settings, password, guard);
  return mailProblem(to === null ? mailer.verify() : mailer.send({ to, ...testMessage }), settings);
}

function assertPlainAllowed(guard: HostGuard, host: string, port: number): void {
  if (guard.refusalOf(`http://${host}:${port}`) === null) return;
  const { sentence, remedy } = problemOf('mail_tls');
  throw new AppError('host_not_allowed', `${sentence} ${remedy}`);
}

const testMessage = {
  subject: 'Parley can send mail',
  text: 'This is a test message of Parley. Somebody with your account asked for it in Settings, Connections.\n',
};

export async function tryStorage(
  servers: DeploymentServers,
  body: CheckStorageBody,
  guard: HostGuard,
): Promise<Problem | null> {
  const place = body.place === 'folder' ? null : body;
  if (place !== null && place.endpoint !== null) {
    const { host } = new URL(place.endpoint);
    assertHostAllowed(guard, place.endpoint, host);
  }
  const files = servers.files(place && s3Settings(place), place?.secretAccessKey ?? '', guard);
  try {
    return await storageProblem(servers.check(files), {
      bucket: place?.bucket ?? 'the folder of the server',
      host: place?.endpoint ? new URL(place.endpoint).host : 'this address',
    });
  } finally {
    // The folder is the server's own and stays open.
    if (place !== null) await files.close();
  }
}

const s3Settings = ({ bucket, prefix, region, endpoint, accessKeyId }: S3Settings): S3Settings => ({
  bucket,
  prefix,
  region,
  endpoint,
  accessKeyId,
});

function storedStorage(
  body: CheckStorageBody,
): Pick<NewConnection, 'secrets'> & { settings: ConnectionSettings } {
  if (body.place === 'folder')
    return { settings: { version: 1, kind: 'storage', place: 'folder' }, secrets: {} };
  return {
    settings: { version: 1, kind: 'storage', place: 's3', ...s3Settings(body) },
    secrets: { 'secret-key': body.secretAccessKey },
  };
}
