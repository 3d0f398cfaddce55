import type { VerbContext } from './verb.ts';
import type { XmlNode } from './xml.ts';

/** Runs one noun of `<Connect>`; returns the parameters of the `action` request. */
export type Connector = (noun: XmlNode, context: VerbContext) => Promise<Record<string, string>>;
