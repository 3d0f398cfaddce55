import type { VerbContext } from './verb.ts';
import type { XmlNode } from './xml.ts';

/** Carries out one noun of `<Connect>`; what it returns goes to the `action` request. */
export type Connector = (noun: XmlNode, context: VerbContext) => Promise<Record<string, string>>;
