/** The part of a markdown syntax tree that is used here. */
export interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[];
  align?: readonly (string | null)[];
  /** The element that it becomes, where its type has none. */
  data?: { hName: string };
}

/** Splits a text node; an empty part has no node. */
export function splitText({ value = '' }: MarkdownNode, separator: string): MarkdownNode[][] {
  return value.split(separator).map((piece) => (piece === '' ? [] : [{ type: 'text', value: piece }]));
}

/** The cells of a table row: the content between pipes. Pipes at the two ends are optional. */
export function cellsOf(line: readonly MarkdownNode[]): MarkdownNode[][] {
  const cells: MarkdownNode[][] = [[]];
  for (const node of line) {
    const [first, ...rest] = node.type === 'text' ? splitText(node, '|') : [[node]];
    cells.at(-1)?.push(...(first ?? []));
    cells.push(...rest);
  }
  if (cells.length > 1 && isBlank(cells[0] ?? [])) cells.shift();
  if (cells.length > 1 && isBlank(cells.at(-1) ?? [])) cells.pop();
  return cells;
}

export function trimmed(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  return nodes
    .map((node, index) => {
      if (node.type !== 'text') return node;
      let value = node.value ?? '';
      if (index === 0) value = value.trimStart();
      if (index === nodes.length - 1) value = value.trimEnd();
      return { ...node, value };
    })
    .filter(({ type, value }) => type !== 'text' || value !== '');
}

function isBlank(nodes: readonly MarkdownNode[]): boolean {
  return nodes.every(({ type, value = '' }) => type === 'text' && value.trim() === '');
}
