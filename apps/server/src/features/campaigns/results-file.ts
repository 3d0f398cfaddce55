import {
  attemptResults,
  type Campaign,
  type CampaignResult,
  csvLine,
  type ResultsKind,
  recipientStates,
  recipientWaits,
  rowReasons,
} from '@parley/contract';
import type { OpenResultsFile } from '../../ports/call-exports.ts';
import type { CampaignReports } from '../../ports/campaign-reports.ts';
import type { CampaignStore } from '../../ports/campaigns.ts';

interface ResultsFileDeps {
  readonly campaigns: Pick<CampaignStore, 'get'>;
  readonly reports: Pick<CampaignReports, 'rowsAfter'>;
}

/** Rows of a list may be long: no more of them are in memory, however many the campaign has. */
const batchRows = 100;
const names: Readonly<Record<ResultsKind, string>> = { people: 'results', calls: 'calls' };

/** The results of a campaign, row by row of its list. */
export function createResultsFile({ campaigns, reports }: ResultsFileDeps): OpenResultsFile {
  return async (tenantId, { campaignId, kind }) => {
    const campaign = await campaigns.get(tenantId, campaignId);
    if (!campaign) return null;
    return {
      ...{ fileName: `${names[kind]}.csv`, type: 'text/csv; charset=utf-8' },
      // Programs for tables recognise UTF-8 by the mark.
      heading: `\uFEFF${resultsHeading(kind, campaign)}`,
      async *read(signal) {
        let after = 0;
        for (;;) {
          signal.throwIfAborted();
          const rows = await reports.rowsAfter(tenantId, campaignId, after, batchRows);
          const text = rows.flatMap((row) => resultsLines(kind, campaign, row)).join('');
          yield { text, rows: rows.length };
          if (rows.length < batchRows) return;
          after = rows.at(-1)?.row ?? after;
        }
      },
    };
  };
}

/** What is beside the columns of the file: for each person, and for each call. */
const personColumns = ['Row', 'Result', 'Why', 'Last call', 'Number called', 'Time zone', 'Calls'] as const;
const callColumns = ['Row', 'Call', 'Started (UTC)', 'Ended (UTC)', 'Result', 'Detail', 'Call id'] as const;

/** As many columns as the longest row has: a row may have fewer than the first one. */
const filled = (cells: readonly string[], columns: number) =>
  Array.from({ length: columns }, (_, at) => cells[at] ?? '');

/** The columns of the file as they were, then what came of it. */
export function resultsHeading(kind: ResultsKind, { file }: Pick<Campaign, 'file'>): string {
  const added = kind === 'people' ? personColumns : callColumns;
  return csvLine([...(file?.header ?? []), ...added]);
}

export function resultsLines(
  kind: ResultsKind,
  { file }: Pick<Campaign, 'file'>,
  result: CampaignResult,
): string[] {
  const cells = filled(result.cells, file?.header.length ?? 0);
  if (kind === 'people') return [csvLine([...cells, ...personCells(result)])];
  return result.calls.map(({ attempt, startedAt, endedAt, result: came, detail, callId }) =>
    csvLine([
      ...cells,
      ...[String(result.row), String(attempt), startedAt, endedAt ?? ''],
      ...[came === null ? 'Not over' : attemptResults[came], detail, callId ?? ''],
    ]),
  );
}

function personCells({ row, state, result, reason, waits, number, zones, calls }: CampaignResult): string[] {
  const why = reason !== null ? rowReasons[reason] : waits !== null ? recipientWaits[waits.reason] : '';
  return [
    String(row),
    state === 'done' && result !== null ? attemptResults[result] : recipientStates[state],
    ...[why, result === null ? '' : attemptResults[result], number ?? '', zones.join(' ')],
    String(calls.length),
  ];
}
