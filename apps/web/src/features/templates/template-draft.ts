import type { OutcomeField, Template } from '@parley/contract';
import { asObject, asString } from '../../lib/parsing/json.ts';

/** What is being edited: a template of an agent, or null for a new one. */
export interface TemplateEdit {
  agentId: string;
  template: Template | null;
}

export interface TemplateDraft {
  name: string;
  prompt: string;
  defaults: Readonly<Record<string, string>>;
  /** Null: those of the agent. */
  outcomeFields: readonly OutcomeField[] | null;
}

/** One draft for each template, and one for the new template of each agent. */
export function templateDraftName({ agentId, template }: TemplateEdit): string {
  return `template:${agentId}:${template?._id ?? 'new'}`;
}

export function isChanged(draft: TemplateDraft, template: Template | null): boolean {
  const { name, prompt, defaults } = draft;
  if (name !== (template?.name ?? '') || prompt !== (template?.prompt ?? '')) return true;
  if (fieldsChanged(draft, template)) return true;
  const before = template?.placeholders ?? {};
  return Object.entries(defaults).some(([each, value]) => value !== (before[each] ?? ''));
}

export function fieldsChanged(
  { outcomeFields }: Pick<TemplateDraft, 'outcomeFields'>,
  template: Template | null,
): boolean {
  return JSON.stringify(outcomeFields) !== JSON.stringify(template?.outcomeFields ?? null);
}

export function parseTemplateDraft(stored: unknown): TemplateDraft | null {
  const fields = asObject(stored);
  if (fields === null) return null;
  const defaults = Object.entries(asObject(fields.defaults) ?? {});
  return {
    name: asString(fields.name) ?? '',
    prompt: asString(fields.prompt) ?? '',
    defaults: Object.fromEntries(
      defaults.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    // Written by this form in this tab.
    outcomeFields: Array.isArray(fields.outcomeFields) ? (fields.outcomeFields as OutcomeField[]) : null,
  };
}
