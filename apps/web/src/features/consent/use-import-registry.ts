import { consentRoutes, type DoNotCallRowError } from '@parley/contract';
import { useState } from 'react';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import type { NumbersFile } from '../../lib/numbers-file.ts';
import { parseImportedRegistry } from '../../lib/parsing/consent.ts';
import { sendNumbers } from '../../lib/send-numbers.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { useSend } from '../../lib/use-send.ts';
import { useConsentChanged } from './use-consent.ts';

export interface ImportedRegistry {
  numbers: number;
  refused: DoNotCallRowError[];
}

interface RegistryInput {
  file: NumbersFile;
  column: number;
  dated: string;
  country: string | null;
}

/** Sends the rows some at a time. The registry before counts until the last are there. */
export function useImportRegistry(onDone: (result: ImportedRegistry) => void) {
  const api = useApi();
  const mounted = useMounted();
  const changed = useConsentChanged();
  const [sent, setSent] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'import-registry',
    act: async ({ file, column, dated, country }: RegistryInput) => {
      setError(null);
      const id = crypto.randomUUID();
      const fileName = file.fileName.slice(0, 200);
      const answers = await sendNumbers({
        ...{ file, column, onSent: setSent },
        post: async (rows, last) =>
          parseImportedRegistry(
            await api.send(consentRoutes.importRegistry, {
              body: { id, fileName, dated, country, rows, last },
            }),
          ),
      });
      return {
        numbers: answers.reduce((sum, { added }) => sum + added, 0),
        refused: answers.flatMap(({ refused }) => refused),
      };
    },
    onDone: async (result) => {
      await changed();
      if (mounted.current) onDone(result);
    },
    onFailed: (failed) => setError(`${sentenceOf(failed)} The register before still counts.`),
  });
  return { busy, send, sent, error };
}
