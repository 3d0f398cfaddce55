import type { ConfigProblem } from '@parley/contract';

/** The sections of the editor, in their order. The key stands in the address and begins the paths of the config. */
export const sections = [
  { key: 'identity', label: 'Identity' },
  { key: 'speech', label: 'Speech' },
  { key: 'opening', label: 'Opening' },
  { key: 'conversation', label: 'Conversation' },
  { key: 'knowledge', label: 'Knowledge' },
  { key: 'outcomes', label: 'Outcomes' },
  { key: 'tools', label: 'Tools' },
  { key: 'engine', label: 'Engine' },
  { key: 'numbers', label: 'Numbers' },
  { key: 'history', label: 'History' },
] as const;

export type SectionKey = (typeof sections)[number]['key'];

export function sectionNamed(name: string | null): SectionKey {
  return sections.find(({ key }) => key === name)?.key ?? 'identity';
}

/** Where a problem is shown: what a caller hears outside opening hours is set beside the numbers. */
export function sectionOf({ path }: Pick<ConfigProblem, 'path'>): SectionKey {
  if (path === 'conversation.afterHours') return 'numbers';
  return sectionNamed(path.split('.')[0] ?? null);
}
