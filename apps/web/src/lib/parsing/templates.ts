import type { OutcomeField, Template } from '@parley/contract';
import { asObject, asString, parseList } from './json.ts';

export type TemplatesByAgent = Readonly<Record<string, readonly Template[]>>;

export function parseTemplates(body: unknown): TemplatesByAgent | undefined {
  const groups = asObject(asObject(body)?.templates);
  if (groups === null) return undefined;
  return Object.fromEntries(
    Object.entries(groups).map(([agentId, list]) => [
      agentId,
      parseList(list, 'template', (value) => parseTemplate(value, agentId)),
    ]),
  );
}

function parseTemplate(value: unknown, agentId: string): Template | null {
  const fields = asObject(value);
  const [id, name, prompt] = [asString(fields?._id), asString(fields?.name), asString(fields?.prompt)];
  if (fields === null || id === null || name === null || prompt === null) return null;
  const creator = asString(asObject(fields.createdBy)?.displayName);
  const defaults = Object.entries(asObject(fields.placeholders) ?? {});
  return {
    _id: id,
    name,
    prompt,
    agentId: asString(fields.agentId) ?? agentId,
    placeholders: Object.fromEntries(
      defaults.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    createdBy: creator === null || creator === '' ? null : { displayName: creator },
    ...(Array.isArray(fields.outcomeFields)
      ? { outcomeFields: parseOutcomeFields(fields.outcomeFields) }
      : {}),
  };
}

export function parseOutcomeFields(list: unknown): OutcomeField[] {
  return parseList(list, 'outcome field', parseOutcomeField);
}

/** By hand: the form of a new call needs the templates and no schemas. */
function parseOutcomeField(value: unknown): OutcomeField | null {
  const fields = asObject(value);
  const [id, label, type] = [asString(fields?.id), asString(fields?.label), asString(fields?.type)];
  if (fields === null || id === null || label === null || type === null) return null;
  return {
    id,
    label,
    // One that this page does not know is sent back as it came.
    type: type as OutcomeField['type'],
    description: asString(fields.description) ?? '',
    choices: parseList(fields.choices, 'choice', asString),
    required: fields.required === true,
  };
}
