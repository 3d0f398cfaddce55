import { contactImportRoutes, type ImportColumns } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiClient } from '../../../lib/api-client.ts';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { type ContactImport, parseImport, parseImports } from '../../../lib/parsing/contacts.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useMounted } from '../../../lib/use-mounted.ts';
import { useSend } from '../../../lib/use-send.ts';
import type { ChosenFile } from './chosen-file.ts';

interface StartInput {
  file: ChosenFile;
  columns: ImportColumns;
  country: string | null;
}

/** Sends the file part by part, then starts its import. A part can be sent again, so a broken connection costs nothing. */
export function useStartImport(onStarted: (importId: string) => void) {
  const api = useApi();
  const client = useQueryClient();
  const mounted = useMounted();
  const [sent, setSent] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'start-import',
    act: async ({ file, columns, country }: StartInput) => {
      setSent(0);
      setError(null);
      const { fileName, parts, delimiter, rows } = file;
      const body = { fileName, parts: parts.length };
      const created =
        parseImport(await api.send(contactImportRoutes.createContactImport, { body })) ??
        (await begunImport(api, body));
      if (created === undefined)
        throw new ApiError('The server did not begin the import. Try again.', 0, 'bad_response');
      for (const [index, content] of parts.entries()) {
        const request = { params: { id: created.id, part: String(index) }, body: { content } };
        const put = () => api.send(contactImportRoutes.putContactImportPart, request);
        await put().catch((failed) => {
          if (!(failed instanceof ApiError) || failed.status !== 0) throw failed;
          return put();
        });
        setSent(index + 1);
      }
      await api.send(contactImportRoutes.startContactImport, {
        params: { id: created.id },
        body: { columns, delimiter, country, rows },
      });
      return created.id;
    },
    onDone: async (importId) => {
      await client.invalidateQueries({ queryKey: queryKeys.imports });
      if (mounted.current) onStarted(importId);
    },
    onFailed: (failed) => setError(sentenceOf(failed)),
  });
  return { busy, send, sent, error };
}

/** The one that was begun last, where the server did not say which. */
async function begunImport(
  api: ApiClient,
  { fileName, parts }: { fileName: string; parts: number },
): Promise<ContactImport | undefined> {
  const imports = await api.get(contactImportRoutes.listContactImports, parseImports);
  return imports
    .filter((each) => each.state === 'uploading' && each.fileName === fileName && each.parts === parts)
    .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0];
}
