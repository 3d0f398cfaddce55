import { type DoNotCallRowError, doNotCallRoutes } from '@parley/contract';
import { useState } from 'react';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import type { NumbersFile } from '../../lib/numbers-file.ts';
import { parseImportedNumbers } from '../../lib/parsing/do-not-call.ts';
import { sendNumbers } from '../../lib/send-numbers.ts';
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
      setError(null);
      const answers = await sendNumbers({
        ...{ file, column, onSent: setSent },
        post: async (rows) =>
          parseImportedNumbers(await api.send(doNotCallRoutes.importDoNotCall, { body: { rows, country } })),
      });
      return {
        added: answers.reduce((sum, { added }) => sum + added, 0),
        present: answers.reduce((sum, { present }) => sum + present, 0),
        refused: answers.flatMap(({ refused }) => refused),
      };
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
