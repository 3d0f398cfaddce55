import { existsSync } from 'node:fs';
import { createConnectionStore } from '../adapters/postgres/connections/store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import type { MovingSecrets } from '../adapters/postgres/known-secrets.ts';
import { s3Id } from '../adapters/s3/address.ts';
import {
  createSealedStore,
  type SealedStore,
  type SealedStoreOptions,
} from '../adapters/sealed-files/sealed-store.ts';
import { connectedStores } from '../composition/connected-stores.ts';
import { openFileStore } from '../composition/files.ts';
import type { Config } from '../config/config.ts';
import { filesFolder } from '../config/files.ts';
import { createHostGuard } from '../lib/host-guard.ts';

export interface DeploymentStores extends AsyncDisposable {
  readonly stores: readonly SealedStore[];
}

/**
 * Every store in which files of the deployment may be: that of the settings, the folder from the time before FILES_URL was
 * set, and what was connected in the browser, also what is not in use any more.
 */
export async function storesOfDeployment(
  { files, dataDir, toolHosts }: Pick<Config, 'files' | 'dataDir' | 'toolHosts'>,
  { database, secrets }: { readonly database: Database; readonly secrets: MovingSecrets },
  sealing: SealedStoreOptions,
): Promise<DeploymentStores> {
  const { connections } = await createConnectionStore({ database, secrets, log: silent }).load();
  const guard = createHostGuard({ loopback: true, hosts: toolHosts });
  const connected = connectedStores(
    () => connections,
    () => guard,
  );
  const ids = connections.flatMap(({ settings }) =>
    settings.kind === 'storage' && settings.place === 's3' ? [s3Id(settings)] : [],
  );
  const earlier = filesFolder(dataDir);
  const own = [
    openFileStore(files),
    ...(files.kind === 's3' && existsSync(earlier)
      ? [openFileStore({ kind: 'folder', path: earlier, named: false })]
      : []),
  ];
  const all = [...own, ...ids.flatMap((id) => connected.find(id) ?? [])];
  // A bucket may be connected twice, and be that of the settings.
  const byId = new Map(all.toReversed().map((store) => [store.id, store]));
  return {
    stores: [...byId.values()].map((store) => createSealedStore(store, sealing)),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...own, connected].map((store) => store.close()));
    },
  };
}

/** A connection that cannot be read fails when its store is asked. */
const silent = { debug() {}, info() {}, warn() {}, error() {} };
