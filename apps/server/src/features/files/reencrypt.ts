import type { FileKind, FileName } from '../../ports/file-name.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { FileStoreError } from '../../ports/file-store-error.ts';

/** A store that says what its files are encrypted with. */
export interface KeyedStore extends FileStore {
  /** The id of the key; null: none. */
  keyOf(name: FileName): Promise<string | null>;
  readonly marks: { read(): Promise<ReadonlySet<string>>; remove(id: string): Promise<void> };
}

export interface ReencryptDeps {
  readonly store: KeyedStore;
  /** What files shall be encrypted with; null: nothing. */
  readonly keyId: string | null;
  readonly tenants: readonly string[];
  /** Whether somebody still has the file: it may be deleted while it is written anew. */
  readonly isWanted: (name: FileName) => Promise<boolean>;
}

export interface Reencrypted {
  readonly written: number;
  /** With the key of before, because they could not be read or written. */
  readonly failed: readonly string[];
}

const kinds: readonly FileKind[] = ['recordings', 'erasures'];

/** Writes every file anew that is not encrypted as files shall be. It can be cut off at any time, and begun again. */
export async function reencrypt(deps: ReencryptDeps): Promise<Reencrypted> {
  let written = 0;
  const failed: string[] = [];
  for (const tenantId of deps.tenants)
    for (const kind of kinds)
      for await (const name of filesOf(deps.store, tenantId, kind)) {
        try {
          if (await writeAnew(deps, name)) written += 1;
        } catch (error) {
          if (!(error instanceof FileStoreError)) throw error;
          if (error.failure !== 'missing') failed.push(`${kind}/${name.id}: ${error.message}`);
        }
      }
  if (failed.length === 0)
    for (const id of await deps.store.marks.read()) if (id !== deps.keyId) await deps.store.marks.remove(id);
  return { written, failed };
}

async function* filesOf(store: FileStore, tenantId: string, kind: FileKind): AsyncGenerator<FileName> {
  let after: string | undefined;
  do {
    const page = await store.list({ tenantId, kind }, after === undefined ? {} : { after });
    for (const { name } of page.files) yield name;
    after = page.next ?? undefined;
  } while (after !== undefined);
}

async function writeAnew({ store, keyId, isWanted }: ReencryptDeps, name: FileName): Promise<boolean> {
  if ((await store.keyOf(name)) === keyId) {
    // A run that was cut off may have written it anew after it was deleted.
    if (!(await isWanted(name))) await store.delete(name);
    return false;
  }
  const { body, file } = await store.get(name);
  await store.put(name, body, { size: file.size });
  if (!(await isWanted(name))) await store.delete(name);
  return true;
}
