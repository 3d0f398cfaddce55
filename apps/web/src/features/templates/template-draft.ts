import type { Template } from '@parley/contract';
import { fieldsOf, text } from '../../lib/reading/parts.ts';

/** What is being edited: a template of an agent, or null for a new one. */
export interface TemplateEdit {
  agentId: string;
  template: Template | null;
}

export interface TemplateDraft {
  name: string;
  prompt: string;
  defaults: Readonly<Record<string, string>>;
}

/** One draft for each template, and one for the new template of each agent. */
export function templateDraftName({ agentId, template }: TemplateEdit): string {
  return `template:${agentId}:${template?._id ?? 'new'}`;
}

export function isChanged({ name, prompt, defaults }: TemplateDraft, template: Template | null): boolean {
  if (name !== (template?.name ?? '') || prompt !== (template?.prompt ?? '')) return true;
  const before = template?.placeholders ?? {};
  return Object.entries(defaults).some(([each, value]) => value !== (before[each] ?? ''));
}

export function readTemplateDraft(stored: unknown): TemplateDraft | null {
  const fields = fieldsOf(stored);
  if (fields === null) return null;
  const defaults = Object.entries(fieldsOf(fields.defaults) ?? {});
  return {
    name: text(fields.name) ?? '',
    prompt: text(fields.prompt) ?? '',
    defaults: Object.fromEntries(
      defaults.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
  };
}
