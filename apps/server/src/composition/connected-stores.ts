import { s3Id } from '../adapters/s3/address.ts';
import type { HostGuard } from '../lib/host-guard.ts';
import type { SettingsOf, StoredConnection } from '../ports/connections.ts';
import type { FileStore } from '../ports/file-store.ts';
import { FileStoreError } from '../ports/file-store-error.ts';
import { lazyFileStore } from './lazy-file-store.ts';

type Bucket = Extract<SettingsOf<'storage'>, { readonly place: 's3' }>;

/** The file stores that were connected in the browser, ended ones too: their files stay where they are. */
export interface ConnectedStores {
  /** Where new files go: null while none is connected, or where the folder of the server was chosen. */
  current(): FileStore | null;
  find(id: string): FileStore | null;
  close(): Promise<void>;
}

/**
 * `connections` are those of the moment. A store is kept for as long as the server runs, and asks for its key before each
 * request: a replaced key changes neither the store nor what is under way.
 */
export function connectedStores(
  connections: () => readonly StoredConnection[],
  guard: () => HostGuard,
): ConnectedStores {
  const opened = new Map<string, FileStore>();
  const buckets = () =>
    connections().flatMap((connection) => {
      const { settings } = connection;
      return settings.kind === 'storage' && settings.place === 's3' ? [{ connection, settings }] : [];
    });
  const open = (connectionId: string, settings: Bucket): FileStore => {
    const known = opened.get(connectionId);
    if (known) return known;
    const store = openBucket(settings, guard, () => {
      const secret = connections()
        .find(({ id }) => id === connectionId)
        ?.secrets.get('secret-key');
      if (secret === undefined)
        throw new FileStoreError('refused', 'The secret access key of this storage cannot be read.');
      return secret.value;
    });
    opened.set(connectionId, store);
    return store;
  };
  return {
    current() {
      const found = buckets().find(({ connection }) => connection.state === 'active');
      return found ? open(found.connection.id, found.settings) : null;
    },
    find(id) {
      const found = buckets()
        .filter(({ settings }) => s3Id(settings) === id)
        // One that was connected again has the newer key.
        .toSorted((one, other) => Number(other.connection.connectedAt) - Number(one.connection.connectedAt));
      const best = found.find(({ connection }) => connection.state === 'active') ?? found[0];
      return best ? open(best.connection.id, best.settings) : null;
    },
    close: async () => {
      await Promise.all([...opened.values()].map((store) => store.close()));
    },
  };
}

/** A bucket whose address somebody entered: it obeys the guard. */
export function openBucket(
  { bucket, prefix, region, endpoint, accessKeyId }: Omit<Bucket, 'version' | 'kind' | 'place'>,
  guard: () => HostGuard,
  secretAccessKey: () => string,
  attempts?: number,
): FileStore {
  const location = { bucket, prefix, region, endpoint };
  return lazyFileStore(s3Id(location), async () => {
    const { createS3Store } = await import('../adapters/s3/s3-store.ts');
    const port = endpoint === null ? 443 : portOf(endpoint);
    return createS3Store({
      ...location,
      accessKeyId,
      secretAccessKey,
      lookup: (host, options, done) => guard().lookupFor(port)(host, options, done),
      ...(attempts !== undefined && { attempts }),
    });
  });
}

function portOf(endpoint: string): number {
  const { port, protocol } = new URL(endpoint);
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}
