import { type MarkdownNode, splitText } from './markdown-nodes.ts';

const tildes: MarkdownNode = { type: 'text', value: '~~' };

/** Content between two pairs of tildes, with no space at their inner sides, is struck through. */
export function withStrikethrough(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  const pieces = nodes.flatMap((node) =>
    node.type === 'text'
      ? splitText(node, '~~').flatMap((piece, index) => (index === 0 ? piece : [tildes, ...piece]))
      : [node],
  );
  const done: MarkdownNode[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece === undefined) break;
    const end = piece === tildes && opens(pieces[at + 1]) ? closingAfter(pieces, at) : -1;
    if (end === -1) {
      done.push(piece);
    } else {
      done.push({ type: 'delete', children: pieces.slice(at + 1, end) });
      at = end;
    }
  }
  return done;
}

function closingAfter(pieces: readonly MarkdownNode[], start: number): number {
  return pieces.findIndex((piece, at) => at > start + 1 && piece === tildes && closes(pieces[at - 1]));
}

function opens(next: MarkdownNode | undefined): boolean {
  return next !== undefined && next !== tildes && !/^\s/.test(next.value ?? '');
}

function closes(before: MarkdownNode | undefined): boolean {
  return before !== undefined && before !== tildes && !/\s$/.test(before.value ?? '');
}
