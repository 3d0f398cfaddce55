import type { ConnectionTests } from '../features/connections/connection-tests.ts';
import type { DeploymentServers } from '../features/connections/mail-storage-endpoints.ts';
import { tryMail, tryStorage } from '../features/connections/mail-storage-endpoints.ts';
import { checkFileStore } from '../features/files/check-file-store.ts';
import type { HostGuard } from '../lib/host-guard.ts';
import type { FileStore } from '../ports/file-store.ts';
import { openBucket } from './connected-stores.ts';
import { connectedMailer } from './mail.ts';

/** One try: somebody waits for the answer. */
const attempts = 1;

export function deploymentServers(folder: FileStore): DeploymentServers {
  return {
    mailer: (settings, password, guard) => connectedMailer(settings, () => password, guard),
    files: (settings, secretAccessKey, guard) =>
      settings === null
        ? folder
        : openBucket(
            settings,
            () => guard,
            () => secretAccessKey,
            attempts,
          ),
    check: checkFileStore,
  };
}

/** How a stored mail server and storage are tried. `guard` lets through what was allowed when it was connected. */
export function deploymentTests(servers: DeploymentServers, guard: HostGuard): ConnectionTests {
  return {
    mail: async ({ settings, secrets }, replaced) => {
      if (settings.kind !== 'mail') return null;
      const { host, port, security, user, from } = settings;
      const password = replaced.password ?? secrets.get('password')?.value ?? null;
      return tryMail(servers, { host, port, security, user, from, password }, guard, null);
    },
    storage: async ({ settings, secrets }, replaced) => {
      if (settings.kind !== 'storage') return null;
      if (settings.place === 'folder') return tryStorage(servers, { place: 'folder' }, guard);
      const { bucket, prefix, region, endpoint, accessKeyId } = settings;
      const secretAccessKey = replaced['secret-key'] ?? secrets.get('secret-key')?.value ?? '';
      const entered = { bucket, prefix, region, endpoint, accessKeyId, secretAccessKey };
      return tryStorage(servers, { place: 's3', ...entered }, guard);
    },
  };
}
