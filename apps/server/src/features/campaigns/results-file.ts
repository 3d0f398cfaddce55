import {
  attemptResults,
  type Campaign,
  type CampaignResult,
  type CampaignResultCall,
  consentCell,
  csvLine,
  type RecipientConsent,
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
  readonly reports: Pick<CampaignReports, 'rowsAfter' | 'outcomeFields'>;
}

/** Rows of a list may be long: no more of them are in memory, however many the campaign has. */
const batchRows = 100;
const names: Readonly<Record<ResultsKind, string>> = { people: 'results', calls: 'calls' };

/** The results of a campaign, row by row of its list. */
export function createResultsFile({ campaigns, reports }: ResultsFileDeps): OpenResultsFile {
  return async (tenantId, { campaignId, kind }) => {
    const campaign = await campaigns.get(tenantId, campaignId);
    if (!campaign) return null;
    const fields = await reports.outcomeFields(tenantId, campaignId);
    return {
      ...{ fileName: `${names[kind]}.csv`, type: 'text/csv; charset=utf-8' },
      // Programs for tables recognise UTF-8 by the mark.
      heading: `\uFEFF${resultsHeading(kind, campaign, fields)}`,
      async *read(signal) {
        let after = 0;
        for (;;) {
          signal.throwIfAborted();
          const rows = await reports.rowsAfter(tenantId, campaignId, after, batchRows);
          const text = rows.flatMap((row) => resultsLines(kind, campaign, row, fields)).join('');
          yield { text, rows: rows.length };
          if (rows.length < batchRows) return;
          after = rows.at(-1)?.row ?? after;
        }
      },
    };
  };
}

/** A field with an outcome, each of which has a column. */
export type OutcomeColumn = Awaited<ReturnType<CampaignReports['outcomeFields']>>[number];

/** What is beside the columns of the file: for each person, and for each call. Codes stay the same where words are changed. */
const personColumns = [
  ...['Row', 'Result', 'Result code', 'Why', 'Why code', 'Last call', 'Number called', 'Time zone', 'Calls'],
  ...['Consent as read', 'Notes as read'],
] as const;
const callColumns = [
  ...['Row', 'Call', 'Started (UTC)', 'Ended (UTC)', 'Result', 'Result code', 'Detail', 'Call id'],
] as const;

/** As many columns as the longest row has: a row may have fewer than the first one. */
const filled = (cells: readonly string[], columns: number) =>
  Array.from({ length: columns }, (_, at) => cells[at] ?? '');

/** The columns of the file as they were, then what came of it. */
export function resultsHeading(
  kind: ResultsKind,
  { file }: Pick<Campaign, 'file'>,
  fields: readonly OutcomeColumn[] = [],
): string {
  const added = kind === 'people' ? personColumns : callColumns;
  return csvLine([...(file?.header ?? []), ...added, ...fields.map(({ label }) => `Outcome: ${label}`)]);
}

export function resultsLines(
  kind: ResultsKind,
  { file }: Pick<Campaign, 'file'>,
  result: CampaignResult,
  fields: readonly OutcomeColumn[] = [],
): string[] {
  const cells = filled(result.cells, file?.header.length ?? 0);
  if (kind === 'people')
    return [
      csvLine([...cells, ...personCells(result), ...fields.map((field) => answerOf(result.calls, field))]),
    ];
  return result.calls.map((call) =>
    csvLine([
      ...cells,
      ...[String(result.row), String(call.attempt), call.startedAt, call.endedAt ?? ''],
      ...[call.result === null ? 'Not over' : attemptResults[call.result], call.result ?? ''],
      ...[call.detail, call.callId ?? ''],
      ...fields.map((field) => answerOf([call], field)),
    ]),
  );
}

function personCells(person: CampaignResult): string[] {
  const { row, state, result, reason, waits, number, zones, calls, consent, notes } = person;
  const isResult = state === 'done' && result !== null;
  const why = reason !== null ? rowReasons[reason] : waits !== null ? recipientWaits[waits.reason] : '';
  return [
    ...[String(row), isResult ? attemptResults[result] : recipientStates[state], isResult ? result : state],
    ...[why, reason ?? waits?.reason ?? ''],
    ...[result === null ? '' : attemptResults[result], number ?? '', zones.join(' '), String(calls.length)],
    ...[consent.map(consentText).join('; '), notes],
  ];
}

/** As a file may have it, so that it can be read again. Consent without a day has none here either. */
function consentText({ undated = false, ...consent }: RecipientConsent): string {
  const cell = consentCell([consent]);
  return undated ? cell.replace(`, ${consent.at}`, '') : cell;
}

/** What the latest call knows of it. */
function answerOf(calls: readonly CampaignResultCall[], { id }: OutcomeColumn): string {
  const known = calls.flatMap(({ outcome }) => outcome.filter((one) => one.id === id && one.value !== null));
  const value = known.at(-1)?.value ?? '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}
