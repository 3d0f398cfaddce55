import { createFolderStore } from '../../src/adapters/local-folder/folder-store.ts';

/** A process that stores a file whose body does not end, until it is killed. */
const [path = '', id = ''] = process.argv.slice(2);

async function* endless() {
  for (;;) {
    yield new Uint8Array(64 * 1024);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

await createFolderStore({ path, create: true, reserveBytes: 0 }).put(
  { tenantId: 'killed', kind: 'recordings', id, type: 'wav' },
  endless(),
  { size: null },
);
