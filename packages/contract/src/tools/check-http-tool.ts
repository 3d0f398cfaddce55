import { isObject } from '../is-object.ts';
import type { HttpToolConfig, JsonObject } from './http-tool.ts';
import { toolLimits } from './limits.ts';

/** What is wrong with a tool, and where: `headers.0.name`. */
export interface ToolProblem {
  readonly path: string;
  readonly sentence: string;
}

const inputName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const variablePath = /^[^.\s]+(\.[^.\s]+)*$/;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// Printable characters and tabs: a line break would begin another header.
const headerText = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Set by the connection itself, or by us. */
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The names in {braces} of an address, in order. */
export function placeholdersOf(address: string): string[] {
  return [...address.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

export function inputNamesOf(inputs: JsonObject): string[] {
  const { properties } = inputs;
  return isObject(properties) ? Object.keys(properties) : [];
}

/**
 * What keeps a tool from being saved. Empty: nothing. `variables` are the names that other tools give; an address may
 * use them. Whether its host may be reached is for the server to say.
 */
export function checkHttpTool(config: HttpToolConfig, variables: readonly string[] = []): ToolProblem[] {
  return [
    ...(config.purpose.trim() === ''
      ? [{ path: 'purpose', sentence: 'Say what the tool is for. The agent decides by it when to use it.' }]
      : []),
    ...checkInputs(config.inputs),
    ...checkAddress(config, variables),
    ...checkHeaders(config.headers),
    ...checkConstants(config),
    ...checkVariables(config.variables),
  ];
}

function checkInputs(inputs: JsonObject): ToolProblem[] {
  const at = (sentence: string) => [{ path: 'inputs', sentence }];
  if (inputs.type !== 'object' || !isObject(inputs.properties ?? {})) {
    return at('The schema of the inputs must be that of an object with properties.');
  }
  if (JSON.stringify(inputs).length > toolLimits.schemaBytesMax)
    return at('The schema of the inputs is too long.');
  if (depthOf(inputs) > toolLimits.schemaDepthMax * 2)
    return at('The schema of the inputs is nested too deeply.');
  const names = inputNamesOf(inputs);
  if (names.length > toolLimits.inputsMax) return at(`There may be at most ${toolLimits.inputsMax} inputs.`);
  const bad = names.find((name) => !inputName.test(name));
  if (bad !== undefined) return at(`“${bad}” cannot be the name of an input: use letters, digits and _.`);
  return [];
}

function checkAddress(config: HttpToolConfig, variables: readonly string[]): ToolProblem[] {
  const at = (sentence: string) => [{ path: 'address', sentence }];
  const { address } = config;
  if (address.trim() === '') return at('Write the address that is asked.');
  const fixed = /^https?:\/\/([^/?#]*)/.exec(address);
  if (fixed === null) return at('An address begins with https://.');
  const [, host = ''] = fixed;
  if (host === '') return at('An address begins with https:// and a host.');
  if (/[{}]/.test(host)) return at('Only the path and the query may have placeholders, not the host.');
  if (host.includes('@')) return at('An address has no user name or password. Put secrets into a header.');
  if (address.includes('#')) return at('An address has no part after #.');
  if (/\s|\\/.test(address)) return at('An address has no spaces or backslashes.');
  const names = placeholdersOf(address);
  if (/[{}]/.test(address.replaceAll(/\{[^{}]*\}/g, ''))) return at('A brace of a placeholder is missing.');
  if (!URL.canParse(address.replaceAll(/\{[^{}]*\}/g, 'x'))) return at('This is no address.');
  const known = new Set([
    ...inputNamesOf(config.inputs),
    ...config.constants.map(({ name }) => name),
    ...variables,
  ]);
  const unknown = names.filter((name) => !known.has(name)).map((name) => `{${name}}`);
  if (unknown.length > 0) return at(`Nothing fills ${unknown.join(', ')}: add an input of that name.`);
  return [];
}

export function checkHeaders(headers: HttpToolConfig['headers']): ToolProblem[] {
  const seen = new Set<string>();
  return headers.flatMap(({ name, value }, index) => {
    const key = name.toLowerCase();
    const at = (field: string, sentence: string) => [{ path: `headers.${index}.${field}`, sentence }];
    if (!headerName.test(name)) return at('name', 'This is no name of a header.');
    if (ownHeaders.has(key)) return at('name', `${name} is set by itself and cannot be chosen.`);
    if (seen.has(key)) return at('name', 'This header is there twice.');
    seen.add(key);
    const text = value.kind === 'text' ? value.text : value.prefix;
    return headerText.test(text) ? [] : at('value', 'A header is one line of plain characters.');
  });
}

function checkConstants({ constants, inputs }: HttpToolConfig): ToolProblem[] {
  const seen = new Set(inputNamesOf(inputs));
  return constants.flatMap(({ name }, index) => {
    const at = (sentence: string) => [{ path: `constants.${index}.name`, sentence }];
    if (!inputName.test(name)) return at('A name has letters, digits and _.');
    if (seen.has(name)) return at('An input or another constant has this name.');
    seen.add(name);
    return [];
  });
}

function checkVariables(variables: HttpToolConfig['variables']): ToolProblem[] {
  const seen = new Set<string>();
  return variables.flatMap(({ name, path }, index) => {
    const at = (field: string, sentence: string) => [{ path: `variables.${index}.${field}`, sentence }];
    if (!inputName.test(name)) return at('name', 'A name has letters, digits and _.');
    if (seen.has(name)) return at('name', 'Another part of the answer has this name.');
    seen.add(name);
    return variablePath.test(path) ? [] : at('path', 'Write where it stands, such as slots.0.start.');
  });
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
