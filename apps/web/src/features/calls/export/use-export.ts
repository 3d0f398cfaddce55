import { type CreateExportBody, callExportRoutes } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import {
  type CallExport,
  type CreatedExport,
  parseCreatedExport,
  parseExport,
} from '../../../lib/parsing/call-export.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { startDownload } from '../../../lib/save-file.ts';
import { useSend } from '../../../lib/use-send.ts';

/** How often a page asks how far a file is. */
const askMs = 1_000;

export type ExportRequest = Omit<CreateExportBody, 'filters'> & { filters: object };

const isOver = ({ state }: CallExport) => state !== 'waiting' && state !== 'running';

/** The export that this page has asked for, and how far it is. */
export function useExport() {
  const api = useApi();
  const cache = useQueryClient();
  const [asked, setAsked] = useState<CreatedExport | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const id = asked?.export.id ?? '';
  const { data } = useQuery({
    queryKey: queryKeys.callExport(id),
    queryFn: ({ signal }) => api.get(callExportRoutes.getExport, parseExport, { params: { id }, signal }),
    enabled: asked !== null,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : askMs),
    // A file goes on while nobody looks at the page.
    refetchIntervalInBackground: true,
  });
  const current = asked === null ? null : (data ?? asked.export);

  const start = useSend<ExportRequest, CreatedExport>({
    name: 'export-calls',
    act: async (body) => {
      setRefusal(null);
      const created = parseCreatedExport(await api.send(callExportRoutes.createExport, { body }));
      if (created === undefined) throw new Error('The answer to the request for an export has no link.');
      return created;
    },
    onDone: (created) => {
      setAsked(created);
      startDownload(created.link);
    },
    onFailed: setRefusal,
  });
  const cancel = useSend({
    name: 'cancel-export',
    act: () => api.send(callExportRoutes.cancelExport, { params: { id } }),
    onDone: (answer) => cache.setQueryData(queryKeys.callExport(id), parseExport(answer)),
    onFailed: setRefusal,
  });
  return {
    current,
    running: current !== null && !isOver(current),
    link: asked?.link ?? null,
    refusal,
    start,
    cancel,
    /** Back to the form. */
    reset: () => {
      setAsked(null);
      setRefusal(null);
    },
  };
}

export type ExportInPage = ReturnType<typeof useExport>;
