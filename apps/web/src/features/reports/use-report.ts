import { type ReportQuery, reportRoutes } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { parseReport } from '../../lib/parsing/reports.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Today's figures grow all day, and those of the past while they are being counted. */
const againMs = 60_000;
const countingMs = 5_000;

/** Null: the address names no days that make a report. */
export function useReport(query: ReportQuery | null) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.report(query ?? {}),
    queryFn: ({ signal }) => api.get(reportRoutes.getReport, parseReport, { query: query ?? {}, signal }),
    enabled: query !== null,
    placeholderData: keepPreviousData,
    staleTime: againMs,
    refetchInterval: ({ state }) => (state.data?.complete === false ? countingMs : againMs),
  });
}
