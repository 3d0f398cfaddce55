import { cellsOf, type MarkdownNode, splitText, trimmed } from './markdown-nodes.ts';

type Alignment = 'left' | 'right' | 'center' | null;

const delimiterRow = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;

/**
 * Finds a table in a paragraph, as in GitHub-flavored markdown: a head, a delimiter row, rows. Returns the nodes that
 * replace the paragraph: the lines before the head, if any, and the table.
 */
export function withTable(paragraph: MarkdownNode): MarkdownNode[] {
  const lines = linesOf(paragraph.children ?? []);
  for (const [index, line] of lines.entries()) {
    const head = lines[index - 1];
    const alignments = alignmentsOf(line);
    if (head === undefined || alignments === null || cellsOf(head).length !== alignments.length) continue;
    const before = lines.slice(0, index - 1).flatMap((nodes, at) => (at === 0 ? nodes : [newline, ...nodes]));
    const rows = [head, ...lines.slice(index + 1)].map((row) => rowOf(row, alignments.length));
    const table = { type: 'table', align: alignments, children: rows };
    return before.length === 0 ? [table] : [{ type: 'paragraph', children: before }, table];
  }
  return [paragraph];
}

const newline: MarkdownNode = { type: 'text', value: '\n' };

function linesOf(children: readonly MarkdownNode[]): MarkdownNode[][] {
  const lines: MarkdownNode[][] = [[]];
  for (const node of children) {
    if (node.type === 'break') {
      lines.push([]);
    } else if (node.type === 'text') {
      const [first, ...rest] = splitText(node, '\n');
      lines.at(-1)?.push(...(first ?? []));
      lines.push(...rest);
    } else {
      lines.at(-1)?.push(node);
    }
  }
  return lines;
}

/** Null for a line that is not a delimiter row. */
function alignmentsOf(line: readonly MarkdownNode[]): Alignment[] | null {
  if (line.some(({ type }) => type !== 'text')) return null;
  const text = line
    .map(({ value = '' }) => value)
    .join('')
    .trim();
  if (!text.includes('|') || !delimiterRow.test(text)) return null;
  return text
    .replaceAll(/^\||\|$/g, '')
    .split('|')
    .map((cell) => alignmentOf(cell.trim()));
}

function alignmentOf(dashes: string): Alignment {
  const left = dashes.startsWith(':');
  const right = dashes.endsWith(':');
  return left && right ? 'center' : right ? 'right' : left ? 'left' : null;
}

function rowOf(line: readonly MarkdownNode[], columns: number): MarkdownNode {
  const cells = cellsOf(line);
  return {
    type: 'tableRow',
    children: Array.from({ length: columns }, (_, index) => ({
      type: 'tableCell',
      children: trimmed(cells[index] ?? []),
    })),
  };
}
