import { type AgentConfig, configFields, configLists } from '@parley/contract';
import { orderedList } from './places.ts';

/** What a place is called, as in the history. */
export function placeLabel(key: string, configs: readonly AgentConfig[]): string {
  const field = configFields.find(({ path }) => path === key);
  if (field !== undefined) return field.label;
  const orderOf = listOrderedAt(key);
  if (orderOf !== undefined) return `${orderOf.label} order`;
  const list = configLists.find(({ path }) => path === key || key.startsWith(`${path}.`));
  if (list === undefined) return key;
  if (list.path === key) return `${list.label} list`;
  const name = configs.map((config) => itemAt(config, key)?.name).find((each) => each);
  return name === undefined ? list.label : `${list.label} “${name}”`;
}

/** The value at a place as text; null when there is none. */
export function placeText(config: AgentConfig, key: string): string | null {
  const field = configFields.find(({ path }) => path === key);
  if (field !== undefined) {
    const value = field.read(config);
    if (value === null || value === '') return null;
    return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
  }
  const orderOf = listOrderedAt(key);
  if (orderOf !== undefined)
    return (
      orderOf
        .items(config)
        .map(({ name }) => name || 'New entry')
        .join('\n') || null
    );
  const list = configLists.find(({ path }) => path === key);
  if (list === undefined) return itemAt(config, key)?.text ?? null;
  const items = list.items(config).map(({ name, text }) => (name === text ? name : `${name}: ${text}`));
  return items.length === 0 ? null : items.join('\n');
}

function itemAt(config: AgentConfig, key: string) {
  const list = configLists.find(({ path }) => key.startsWith(`${path}.`));
  return list?.items(config).find((item) => `${list.path}.${item.key}` === key);
}

function listOrderedAt(key: string) {
  return configLists.find(({ path }) => path === orderedList(key));
}
