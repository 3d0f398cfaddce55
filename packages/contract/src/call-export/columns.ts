/** What a file of calls can have of each call, with the heading of the column. Without schemas, for pages. */
export const exportColumns = {
  id: 'Call ID',
  direction: 'Direction',
  status: 'Status',
  reason: 'Reason',
  from: 'From',
  to: 'To',
  contact: 'Contact',
  agent: 'Agent',
  version: 'Agent Version',
  template: 'Template',
  placedBy: 'Placed By',
  externalId: 'External ID',
  created: 'Created',
  answered: 'Answered',
  ended: 'Ended',
  createdUtc: 'Created (UTC)',
  answeredUtc: 'Answered (UTC)',
  endedUtc: 'Ended (UTC)',
  duration: 'Duration (Seconds)',
  result: 'Result',
  cost: 'Cost',
  currency: 'Currency',
  costState: 'Cost Is',
  summary: 'Summary',
  instructions: 'Instructions',
  transcript: 'Transcript',
  sandbox: 'Sandbox',
} as const satisfies Record<string, string>;
export type ExportColumn = keyof typeof exportColumns;

export const exportColumnNames = Object.keys(exportColumns) as [ExportColumn, ...ExportColumn[]];

/** What is ticked at first. The transcript makes a file ten times as large. */
export const usualColumns: readonly ExportColumn[] = exportColumnNames.filter(
  (name) =>
    ![
      ...['createdUtc', 'answeredUtc', 'endedUtc'],
      ...['externalId', 'instructions', 'transcript', 'sandbox'],
    ].includes(name),
);

export const exportLimits = {
  /** Outcome fields in one file. */
  fieldsMax: 50,
  /** Of an organization at a time. */
  perOrganization: 2,
  /** How long the link of a file that nobody has fetched yet is good for. */
  linkSeconds: 60,
} as const;
