import type { Template } from '@parley/contract';
import { fieldsOf, text } from '../../lib/reading/parts.ts';
import type { Editing } from './edit-template-dialog.tsx';

export interface TemplateDraft {
  name: string;
  prompt: string;
  defaults: Readonly<Record<string, string>>;
}

/** Each template has a draft of its own, and so has the next one of each agent. */
export function templateDraftName({ agentId, template }: Editing): string {
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
