import type { Template } from '@parley/contract';
import { fieldsOf, readEach, text } from './parts.ts';

export type TemplatesByAgent = Readonly<Record<string, readonly Template[]>>;

export function readTemplates(body: unknown): TemplatesByAgent | undefined {
  const groups = fieldsOf(fieldsOf(body)?.templates);
  if (groups === null) return undefined;
  return Object.fromEntries(
    Object.entries(groups).map(([agentId, list]) => [
      agentId,
      readEach(list, 'template', (value) => readTemplate(value, agentId)),
    ]),
  );
}

function readTemplate(value: unknown, agentId: string): Template | null {
  const fields = fieldsOf(value);
  const [id, name, prompt] = [text(fields?._id), text(fields?.name), text(fields?.prompt)];
  if (fields === null || id === null || name === null || prompt === null) return null;
  const creator = text(fieldsOf(fields.createdBy)?.displayName);
  const defaults = Object.entries(fieldsOf(fields.placeholders) ?? {});
  return {
    _id: id,
    name,
    prompt,
    agentId: text(fields.agentId) ?? agentId,
    placeholders: Object.fromEntries(
      defaults.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    createdBy: creator === null || creator === '' ? null : { displayName: creator },
  };
}
