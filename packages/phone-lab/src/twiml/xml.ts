import { SaxesParser } from 'saxes';

export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
  /** All text directly inside, in order. */
  text: string;
  line: number;
}

export class XmlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'XmlError';
  }
}

/** Parses a document to its root node, or throws an XmlError. */
export function parseXml(source: string): XmlNode {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const open: XmlNode[] = [];
  let root: XmlNode | null = null;
  let failure: Error | null = null;
  parser.on('error', (error) => {
    failure ??= error;
  });
  parser.on('opentag', (tag) => {
    const node: XmlNode = {
      name: tag.name,
      attributes: { ...(tag.attributes as Record<string, string>) },
      children: [],
      text: '',
      line: parser.line,
    };
    open.at(-1)?.children.push(node);
    root ??= node;
    open.push(node);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const addText = (text: string) => {
    const node = open.at(-1);
    if (node) node.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(source.trimStart()).close();
  if (failure) throw new XmlError((failure as Error).message);
  if (!root) throw new XmlError('the document is empty');
  return root;
}

/** Text of a node and of everything in it, as speech: SSML marks inside a Say are read through. */
export function spokenText(node: XmlNode): string {
  const inner = node.children.map(spokenText).join(' ');
  return `${node.text} ${inner}`.replace(/\s+/g, ' ').trim();
}
