import type { AgentConfig } from './agent-config.ts';
import type { ConfigChange } from './config-change.ts';
import { type ConfigField, type ConfigList, configFields, configLists } from './config-fields.ts';

/** What differs between two configurations, in words and in the order of the editor. Empty: nothing. */
export function describeChanges(before: AgentConfig, after: AgentConfig): ConfigChange[] {
  return [
    ...configFields.flatMap((field) => changeOfField(field, before, after)),
    ...configLists.flatMap((list) => changesOfList(list, before, after)),
  ];
}

function changeOfField(
  { path, label, kind, read }: ConfigField,
  from: AgentConfig,
  to: AgentConfig,
): ConfigChange[] {
  const [before, after] = [read(from), read(to)];
  if (before === after) return [];
  if (kind === 'switch') {
    return [{ path, sentence: `${label}: switched ${after ? 'on' : 'off'}.`, before: null, after: null }];
  }
  if (kind === 'text') {
    return [
      { path, sentence: `${label} ${verb(before, after)}.`, before: String(before), after: String(after) },
    ];
  }
  const sentence = `${label} changed from ${shown(before)} to ${shown(after)}.`;
  return [{ path, sentence, before: null, after: null }];
}

function verb(before: unknown, after: unknown): string {
  if (before === '') return 'added';
  return after === '' ? 'removed' : 'changed';
}

function shown(value: unknown): string {
  return value === null || value === '' ? 'the default' : String(value);
}

function changesOfList(
  { path, label, items }: ConfigList,
  from: AgentConfig,
  to: AgentConfig,
): ConfigChange[] {
  const before = new Map(items(from).map((item) => [item.key, item]));
  const after = new Map(items(to).map((item) => [item.key, item]));
  const change = (name: string, what: string, old: string | null, now: string | null): ConfigChange => ({
    path,
    sentence: `${label} “${name}” ${what}.`,
    before: old,
    after: now,
  });
  const changes: ConfigChange[] = [];
  for (const [key, { name, text }] of before) {
    const now = after.get(key);
    if (now === undefined) changes.push(change(name, 'removed', text, null));
    else if (now.text !== text) changes.push(change(now.name, 'changed', text, now.text));
  }
  for (const [key, { name, text }] of after) {
    if (!before.has(key)) changes.push(change(name, 'added', null, text));
  }
  const kept = (list: Map<string, unknown>, other: Map<string, unknown>) =>
    [...list.keys()].filter((key) => other.has(key)).join('\n');
  if (kept(before, after) !== kept(after, before)) {
    changes.push({ path, sentence: `${label}: another order.`, before: null, after: null });
  }
  return changes;
}
