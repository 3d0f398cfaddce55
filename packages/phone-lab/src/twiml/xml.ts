import { SaxesParser } from 'saxes';

export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
  /** The text directly inside. */
  text: string;
  /** Text and children in document order. */
  content: (string | XmlNode)[];
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
      content: [],
      line: parser.line,
    };
    const parent = open.at(-1);
    parent?.children.push(node);
    parent?.content.push(node);
    root ??= node;
    open.push(node);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const addText = (text: string) => {
    const node = open.at(-1);
    if (!node) return;
    node.text += text;
    node.content.push(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(source.trimStart()).close();
  if (failure) throw new XmlError((failure as Error).message);
  if (!root) throw new XmlError('the document is empty');
  return root;
}

/** The text of a node and its children, as it is spoken: SSML tags are ignored. */
export function spokenText(node: XmlNode): string {
  const parts = node.content.map((part) => (typeof part === 'string' ? part : ` ${spokenText(part)} `));
  return parts.join('').replace(/\s+/g, ' ').trim();
}
