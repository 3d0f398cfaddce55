import { type AgentConfig, configFields, configLists } from '@parley/contract';
import { placeText } from './place-words.ts';

export interface ConfigWords {
  path: string;
  label: string;
  text: string;
}

/** Everything that is set, in the order of the editor; what is left to the defaults is left out. */
export function configWords(config: AgentConfig): ConfigWords[] {
  const words = (path: string, label: string) => {
    const text = placeText(config, path);
    return text === null || text === 'off' ? [] : [{ path, label, text }];
  };
  return [
    ...configFields.flatMap(({ path, label }) => words(path, label)),
    ...configLists.flatMap(({ path, label, items }) =>
      items(config).map((item) => ({
        path: `${path}.${item.key}`,
        label: `${label}${item.name === item.text ? '' : ` “${item.name}”`}`,
        // The title of an entry is its label already.
        text: item.text.startsWith(`${item.name}\n`) ? item.text.slice(item.name.length + 1) : item.text,
      })),
    ),
  ];
}
