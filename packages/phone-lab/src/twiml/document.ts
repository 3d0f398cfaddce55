import { parseXml, XmlError, type XmlNode } from './xml.ts';

/** An error in a document or while it runs, with Twilio's debugger code. */
export class TwimlError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = 'TwimlError';
    this.code = code;
  }
}

export interface TwimlDocument {
  verbs: XmlNode[];
  /** Its address, against which relative URLs resolve; null for inline TwiML. */
  url: string | null;
}

/** Reads the response to a TwiML request by its content type. */
export function readDocument(body: string, contentType: string, url: string | null): TwimlDocument {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/plain') return { verbs: [verb('Say', body)], url };
  if (type.startsWith('audio/')) return { verbs: [verb('Play', url ?? '')], url };
  if (type !== '' && !/^(text|application)\/(xml|html)$/.test(type)) {
    throw new TwimlError(12300, `Invalid Content-Type: ${type} is neither XML, text nor audio.`);
  }
  return parseDocument(body, url);
}

export function parseDocument(body: string, url: string | null): TwimlDocument {
  let root: XmlNode;
  try {
    root = parseXml(body);
  } catch (error) {
    if (error instanceof XmlError) throw new TwimlError(12100, `Document parse failure: ${error.message}`);
    throw error;
  }
  if (root.name !== 'Response') {
    throw new TwimlError(
      12100,
      `Document parse failure: the root element is <${root.name}>, not <Response>.`,
    );
  }
  return { verbs: root.children, url };
}

function verb(name: string, text: string): XmlNode {
  return { name, attributes: {}, children: [], text, content: [text], line: 0 };
}
