import type { CallOutcome, OutcomeValue } from '@parley/contract';
import type { SearchedText } from '../../../lib/call-search/match.ts';
import { otherParty } from '../other-party.ts';
import type { Row } from '../row-reader.ts';

/** What is searched of a call, and what it is filtered by. */
export interface CallTexts {
  readonly id: string;
  readonly number: string | null;
  readonly language: string | null;
  readonly texts: readonly SearchedText[];
}

/** That of the version which spoke: an agent that is published in another language changes nothing of earlier calls. */
const language = `coalesce(
  (select spoke.config -> 'speech' ->> 'language' from agent_versions as spoke where spoke.tenant_id = calls.tenant_id
     and spoke.agent_id = calls.agent_id and spoke.version = calls.agent_version),
  (select language from agents where agents.tenant_id = calls.tenant_id and agents.id = calls.agent_id))`;

/** Names its tenant everywhere, because documents are written across tenants. */
const sources = [
  'calls.id',
  otherParty,
  language,
  `calls.instructions`,
  `calls.summary`,
  `(select json_agg(json_build_array(said.ordinal, said.message) order by said.ordinal) from transcript_entries as said
    where said.tenant_id = calls.tenant_id and said.call_id = calls.id)`,
  `(select json_agg(json_build_array(known.name, known.notes, known.agent_notes)) from contacts as known
    where known.tenant_id = calls.tenant_id and known.number = ${otherParty})`,
  `(select json_build_array(chosen.name, chosen.notes, chosen.agent_notes) from contacts as chosen
    where chosen.tenant_id = calls.tenant_id and chosen.id = calls.contact_id and chosen.number <> ${otherParty})`,
  `(select json_agg(json_build_array(task.what, task.note)) from follow_ups as task
    where task.tenant_id = calls.tenant_id and task.call_id = calls.id)`,
];
export const textColumns = sources.join(', ');
export const textColumnCount = sources.length;

type Contact = readonly [name: string, notes: string, agentNotes: string];

/** Reads the columns of `textColumns` that begin at a place of the row. */
export function readTexts(row: Row, at = 0): CallTexts {
  const [id, number, language, instructions, summary, entries, known, chosen, tasks] = row.slice(
    at,
    at + textColumnCount,
  ) as [
    string,
    string | null,
    string | null,
    string | null,
    string | null,
    readonly (readonly [number, string])[] | null,
    readonly Contact[] | null,
    Contact | null,
    readonly (readonly [string, string])[] | null,
  ];
  const contacts = [...(known ?? []), ...(chosen ? [chosen] : [])];
  const texts: SearchedText[] = [
    ...(entries ?? []).map(([ordinal, text]): SearchedText => ({ where: 'transcript', text, ordinal })),
    { where: 'summary', text: summary ?? '' },
    { where: 'instructions', text: instructions ?? '' },
    ...contacts.flatMap(([, ...notes]) => notes.map((text): SearchedText => ({ where: 'note', text }))),
    ...(tasks ?? []).flat().map((text): SearchedText => ({ where: 'note', text })),
    ...contacts.map(([text]): SearchedText => ({ where: 'name', text })),
    { where: 'number', text: number ?? '' },
  ];
  return { id, number, language, texts: texts.filter(({ text }) => text !== '') };
}

/** What else a document has: the values that filters ask for. */
export interface CallFacts {
  readonly status: string;
  readonly reason: string | null;
  readonly agent: string | null;
  readonly version: number | null;
  readonly result: string | null;
  readonly template: string | null;
  readonly contact: string | null;
  readonly placedBy: string | null;
  readonly fields: readonly (readonly [field: string, value: string])[];
}

const factSources = [
  ...['calls.status', 'calls.reason', 'calls.agent_id', 'calls.agent_version', 'calls.outcome_result'],
  ...['calls.template_id', 'calls.contact_id', 'calls.placed_by', "calls.outcome -> 'values'"],
  `(select json_agg(json_build_array(field_id, value)) from outcome_corrections as corrected
    where corrected.tenant_id = calls.tenant_id and corrected.call_id = calls.id)`,
];
export const factColumns = factSources.join(', ');

export function readFacts(row: Row, at: number): CallFacts {
  const [status, reason, agent, version, result, template, contact, placedBy, values, corrections] =
    row.slice(at, at + factSources.length) as [
      ...[string, string | null, string | null, number | null, string | null],
      ...[string | null, string | null, string | null],
      CallOutcome['values'] | null,
      readonly (readonly [string, OutcomeValue | null])[] | null,
    ];
  const fields = new Map<string, OutcomeValue | null>();
  for (const { field, value } of values ?? []) if (!fields.has(field)) fields.set(field, value);
  for (const [field, value] of corrections ?? []) fields.set(field, value);
  return {
    ...{ status, reason, agent, version, result, template, contact, placedBy },
    fields: [...fields].flatMap(([field, value]) => (value === null ? [] : [[field, String(value)]])),
  };
}
