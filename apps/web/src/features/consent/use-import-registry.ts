import { consentRoutes, type DoNotCallRowError, limits } from '@parley/contract';
import { useState } from 'react';
import { useApi } from '../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import type { NumbersFile } from '../../lib/numbers-file.ts';
import { parseImportedRegistry } from '../../lib/parsing/consent.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { useSend } from '../../lib/use-send.ts';
import { useConsentChanged } from './use-consent.ts';

export interface ImportedRegister {
  numbers: number;
  refused: DoNotCallRowError[];
}

interface RegistryInput {
  file: NumbersFile;
  column: number;
  dated: string;
  country: string | null;
}

/** Sends the rows some at a time. The register before counts until the last are there. */
export function useImportRegistry(onDone: (result: ImportedRegister) => void) {
  const api = useApi();
  const mounted = useMounted();
  const changed = useConsentChanged();
  const [sent, setSent] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'import-registry',
    act: async ({ file, column, dated, country }: RegistryInput) => {
      setSent(0);
      setError(null);
      const result: ImportedRegister = { numbers: 0, refused: [] };
      const id = crypto.randomUUID();
      const size = limits.doNotCallImportRowsMax;
      for (let start = 0; start < file.rows.length; start += size) {
        const rows = file.rows
          .slice(start, start + size)
          .map(({ row, cells }) => ({ row, number: (cells[column] ?? '').slice(0, 200) }));
        const last = start + size >= file.rows.length;
        const body = { id, fileName: file.fileName.slice(0, 200), dated, country, rows, last };
        const some = parseImportedRegistry(await api.send(consentRoutes.importRegistry, { body }));
        if (some === undefined)
          throw new ApiError('The server did not say what it has added. Import again.', 0, 'bad_response');
        result.numbers += some.added;
        result.refused.push(...some.refused);
        setSent(start + rows.length);
      }
      return result;
    },
    onDone: async (result) => {
      await changed();
      if (mounted.current) onDone(result);
    },
    onFailed: (failed) => setError(`${sentenceOf(failed)} The register before still counts.`),
  });
  return { busy, send, sent, error };
}
