import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import type { ErasureKey, ErasureRecord, Erasures } from '../../ports/erasures.ts';
import type { FileName } from '../../ports/file-name.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { Log } from '../../ports/log.ts';

const nameOf = ({ tenantId, id }: ErasureKey): FileName => ({
  ...{ tenantId, kind: 'erasures', id, type: 'json' },
});

/** Digests of erased numbers, in the file store: a backup of the database that is restored does not bring them back. */
export function createErasureRecords(store: () => FileStore) {
  return {
    async keep({ tenantId, id, digest, neverCall }: ErasureRecord): Promise<void> {
      const body = Buffer.from(JSON.stringify({ version: 1, digest, neverCall }));
      await store().put(nameOf({ tenantId, id }), Readable.from([body]), { size: body.length });
    },

    async of(tenantId: string): Promise<ErasureRecord[]> {
      const records: ErasureRecord[] = [];
      let after: string | undefined;
      do {
        const page = await store().list({ tenantId, kind: 'erasures' }, after === undefined ? {} : { after });
        for (const { name } of page.files) records.push(await read(name));
        after = page.next ?? undefined;
      } while (after !== undefined);
      return records;
    },
  };

  async function read(name: FileName): Promise<ErasureRecord> {
    const { body } = await store().get(name);
    const { digest, neverCall } = (await json(body)) as { digest: string; neverCall: boolean };
    return { tenantId: name.tenantId, id: name.id, digest, neverCall };
  }
}

/** At start: erases again whom a restored backup has brought back. */
export async function repeatErasures(
  erasures: Pick<Erasures, 'tenants' | 'unknown' | 'repeat'>,
  recordsOf: (tenantId: string) => Promise<ErasureRecord[]>,
  log: Log,
): Promise<number> {
  let repeated = 0;
  for (const tenantId of await erasures.tenants()) {
    for (const record of await erasures.unknown(await recordsOf(tenantId)))
      if (await erasures.repeat(record)) repeated += 1;
  }
  if (repeated > 0)
    log.warn({ repeated }, 'the database is older than some erasures; the people are erased again');
  return repeated;
}
