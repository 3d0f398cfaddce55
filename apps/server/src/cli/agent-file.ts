import {
  type AgentConfig,
  agentConfig,
  agentId,
  emptyAgentConfig,
  fixedAgentNameOf,
  isObject,
} from '@parley/contract';
import { type Document, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, stringify } from 'yaml';
import { isStorable } from '../lib/storable-text.ts';
import { itemsWithIds } from './item-ids.ts';

/** A mistake in a file, with the line where it is. */
export interface FileFault {
  readonly line: number;
  readonly sentence: string;
}

export interface AgentFile {
  readonly id: string;
  readonly config: AgentConfig;
  /** The line of a place in the configuration, such as `opening.inbound`, or of the nearest that the file has. */
  readonly lineOf: (path: string) => number;
}

export type ReadFile =
  | { readonly kind: 'agent'; readonly file: AgentFile }
  | { readonly kind: 'faults'; readonly faults: readonly FileFault[] };

/** An agent as YAML: its id, then its configuration. Numbers are not part of it. */
export function writeAgentFile(id: string, config: AgentConfig): string {
  return stringify({ agent: id, ...config }, { lineWidth: 100, aliasDuplicateObjects: false });
}

type Path = readonly (string | number)[];

/** What a file leaves out is as in an empty configuration, but for outcome fields, which then stay as they are; what it has too much, or wrong, is a fault. */
export function readAgentFile(text: string): ReadFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const lineAt = (offset: number) => lines.linePos(offset).line || 1;
  if (document.errors.length > 0) {
    return faults(
      document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), sentence: firstLine(message) })),
    );
  }
  const lineOf = (path: Path) => lineAt(offsetOf(document, path));
  const content = contentOf(document);
  if (content instanceof BadAlias) {
    const offset = content.alias === null ? -1 : text.indexOf(`*${content.alias}`);
    return faults([{ line: offset < 0 ? 1 : lineAt(offset), sentence: content.message }]);
  }
  if (!isObject(content) || Object.keys(content).length === 0)
    return faults([{ line: 1, sentence: 'The file has no agent.' }]);
  const unstorable = unstorableIn(content, []);
  if (unstorable) {
    const sentence = `${unstorable.join('.')}: there is a character that cannot be stored (NUL or invalid Unicode).`;
    return faults([{ line: lineOf(unstorable), sentence }]);
  }
  const { agent, ...given } = content;
  const id = agentId.safeParse(agent);
  if (!id.success) {
    const sentence =
      'Name the agent: its id of small letters, digits and hyphens, as in "agent: front-desk".';
    return faults([{ line: lineOf(['agent']), sentence }]);
  }
  const fixedName = fixedAgentNameOf(id.data);
  const whole = itemsWithIds(filledIn(emptyAgentConfig(fixedName ?? id.data), given, []));
  const parsed = agentConfig.safeParse(whole);
  if (!parsed.success) {
    return faults(
      parsed.error.issues.map((issue) => {
        const place = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
        return { line: lineOf(place), sentence: `${place.join('.') || 'the file'}: ${plain(issue)}` };
      }),
    );
  }
  const unknown = unknownKeys(given, parsed.data, []);
  if (unknown.length > 0) {
    return faults(
      unknown.map((path) => ({ line: lineOf(path), sentence: `${path.join('.')}: there is no such field.` })),
    );
  }
  if (fixedName !== null && parsed.data.identity.displayName !== fixedName) {
    const sentence = `identity.displayName: this agent is always called ${fixedName}.`;
    return faults([{ line: lineOf(['identity', 'displayName']), sentence }]);
  }
  const file = { id: id.data, config: parsed.data, lineOf: (path: string) => lineOf(path.split('.')) };
  return { kind: 'agent', file };
}

function faults(found: readonly FileFault[]): ReadFile {
  return { kind: 'faults', faults: found.toSorted((one, other) => one.line - other.line) };
}

/** Where a text stands that the database would refuse after other files were stored. */
function unstorableIn(value: unknown, path: Path): Path | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const found = isStorable(key) ? unstorableIn(item, [...path, key]) : path;
    if (found) return found;
  }
  return null;
}

class BadAlias extends Error {
  override readonly name = 'BadAlias';
  /** The alias that names nothing; null where there are too many, by which a small file would grow large. */
  readonly alias: string | null;

  constructor(alias: string | null) {
    super(alias === null ? 'The file has too many aliases.' : `The alias *${alias} names nothing.`);
    this.alias = alias;
  }
}

function contentOf(document: Document): unknown {
  try {
    return (document.toJS({ maxAliasCount: 20 }) as unknown) ?? {};
  } catch (error) {
    const [, unresolved = null] = /^Unresolved alias.*: (.+)$/.exec((error as Error).message) ?? [];
    return new BadAlias(unresolved);
  }
}

function firstLine(message: string): string {
  if (message.startsWith('Maximum call stack')) return 'The file is nested too deeply.';
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '.');
}

interface Issue {
  readonly code?: string | undefined;
  readonly expected?: unknown;
  readonly message: string;
}

/** Messages of the contract are whole sentences; for the rest the parser says what it expected. */
function plain({ code, expected, message }: Issue): string {
  if (code === 'invalid_type') {
    return expected === 'string'
      ? 'this must be a text. Put it in quotes.'
      : `this must be of type ${expected}.`;
  }
  return message === 'Invalid input' ? 'this is not one of the choices.' : message;
}

/** Objects are completed, down to their fields; lists and values are taken as they are. */
function filledIn(defaults: unknown, given: unknown, path: Path): unknown {
  if (path.length > 0 && isTransfer(path) && isObject(given)) {
    return { when: '', hours: 'always', ...given };
  }
  if (Array.isArray(given)) return given.map((item, index) => filledIn(undefined, item, [...path, index]));
  if (!isObject(defaults) || !isObject(given)) return given === undefined ? defaults : given;
  const keys = new Set([...Object.keys(defaults), ...Object.keys(given)]);
  return Object.fromEntries(
    [...keys].map((key) => [
      key,
      Object.hasOwn(given, key) ? filledIn(defaults[key], given[key], [...path, key]) : defaults[key],
    ]),
  );
}

function isTransfer(path: Path): boolean {
  return path.length === 3 && path[0] === 'conversation' && path[1] === 'transfers';
}

function unknownKeys(given: unknown, known: unknown, path: Path): Path[] {
  if (Array.isArray(given) && Array.isArray(known)) {
    return given.flatMap((item, index) => unknownKeys(item, known[index], [...path, index]));
  }
  if (!isObject(given) || !isObject(known)) return [];
  return Object.entries(given).flatMap(([key, value]) =>
    Object.hasOwn(known, key) ? unknownKeys(value, known[key], [...path, key]) : [[...path, key]],
  );
}

/** Where a field begins in the text: its key in a map, its item in a list, or what is nearest around it. */
function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(
        (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(part),
      );
      if (!pair) return offset;
      if (isScalar(pair.key) && pair.key.range) offset = pair.key.range[0];
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(part)] as { range?: readonly number[] } | undefined;
      if (!item) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else return offset;
  }
  return offset;
}
