import { type DoNotCallRowError, doNotCallRoutes, limits } from '@parley/contract';
import { useState } from 'react';
import { useApi } from '../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import type { NumbersFile } from '../../lib/numbers-file.ts';
import { parseImportedNumbers } from '../../lib/parsing/do-not-call.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { useSend } from '../../lib/use-send.ts';
import { useDoNotCallChanged } from './use-do-not-call.ts';

export interface ImportedNumbers {
  added: number;
  present: number;
  refused: DoNotCallRowError[];
}

interface ImportInput {
  file: NumbersFile;
  column: number;
  country: string | null;
}

/** Sends the rows some at a time. They can be sent again, so after a failure the same file is simply imported once more. */
export function useImportNumbers(onDone: (result: ImportedNumbers) => void) {
  const api = useApi();
  const mounted = useMounted();
  const changed = useDoNotCallChanged();
  const [sent, setSent] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'import-do-not-call',
    act: async ({ file, column, country }: ImportInput) => {
      setSent(0);
      setError(null);
      const result: ImportedNumbers = { added: 0, present: 0, refused: [] };
      const size = limits.doNotCallImportRowsMax;
      for (let start = 0; start < file.rows.length; start += size) {
        const rows = file.rows
          .slice(start, start + size)
          .map(({ row, cells }) => ({ row, number: (cells[column] ?? '').slice(0, 200) }));
        const some = parseImportedNumbers(
          await api.send(doNotCallRoutes.importDoNotCall, { body: { rows, country } }),
        );
        if (some === undefined)
          throw new ApiError('The server did not say what it has added. Import again.', 0, 'bad_response');
        result.added += some.added;
        result.present += some.present;
        result.refused.push(...some.refused);
        setSent(start + rows.length);
      }
      return result;
    },
    onDone: async (result) => {
      await changed();
      if (mounted.current) onDone(result);
    },
    onFailed: async (failed) => {
      setError(`${sentenceOf(failed)} Numbers that were sent already are on the list.`);
      await changed();
    },
  });
  return { busy, send, sent, error };
}
