import {
  attemptResults,
  type Campaign,
  type CampaignResult,
  csvLine,
  recipientStates,
  recipientWaits,
  rowReasons,
} from '@parley/contract';

/** What is beside the columns of the file: for each person, and for each call. */
const personColumns = ['Row', 'Result', 'Why', 'Last call', 'Number called', 'Time zone', 'Calls'] as const;
const callColumns = ['Row', 'Call', 'Started (UTC)', 'Ended (UTC)', 'Result', 'Detail', 'Call id'] as const;

/** As many columns as the longest row has: a row may have fewer than the first one. */
const filled = (cells: readonly string[], columns: number) =>
  Array.from({ length: columns }, (_, at) => cells[at] ?? '');

/** Which kind of file: a line for each person of the list, or one for each call. */
export type ResultsKind = 'people' | 'calls';

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
