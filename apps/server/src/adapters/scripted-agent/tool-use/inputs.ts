import type { ToolCall, ToolDefinition } from '../../../ports/voice-tools.ts';

/** What is known for the inputs of a tool. */
export interface KnownValues {
  readonly name: string | null;
  readonly phone: string | null;
  readonly id: string | null;
  readonly start: string | null;
  readonly day: string | null;
  readonly part: string | null;
}

const meanings: readonly (readonly [keyof KnownValues, RegExp])[] = [
  ['id', /^(?:id|appointment|booking|reservation|(?:appointment|booking|reservation)_?(?:id|number))$/i],
  ['phone', /phone|mobile|telephone/i],
  ['part', /^part|part_?of/i],
  ['start', /start|slot|begin|^(?:new_?)?(?:time|date_?time|when)$/i],
  ['day', /day|date/i],
  ['name', /patient|name|customer|client|person|guest/i],
];

/** Whether the tool takes this value at all. */
export function takes(tool: ToolDefinition, value: keyof KnownValues): boolean {
  return Object.keys(propertiesOf(tool)).some((name) => meaningOf(name) === value);
}

/** The call of the tool with what is known; null when something that it requires is not. */
export function callOf(tool: ToolDefinition, known: KnownValues): ToolCall | null {
  const input: Record<string, string> = {};
  for (const name of Object.keys(propertiesOf(tool))) {
    const meaning = meaningOf(name);
    const value = meaning && known[meaning];
    if (value) input[name] = value;
  }
  const { required } = tool.parameters;
  const isComplete = !Array.isArray(required) || required.every((name) => Object.hasOwn(input, String(name)));
  return isComplete ? { name: tool.name, input } : null;
}

function meaningOf(name: string): keyof KnownValues | null {
  return meanings.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

function propertiesOf({ parameters }: ToolDefinition): object {
  const { properties } = parameters;
  return typeof properties === 'object' && properties !== null ? properties : {};
}
