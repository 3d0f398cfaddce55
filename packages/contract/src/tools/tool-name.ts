import * as z from 'zod/mini';

export const toolNamePattern: RegExp = /^[a-z][a-z0-9_]{0,63}$/;

/** The names of built-in tools: what an organization adds has others. */
export const builtInToolNames = [
  'end_call',
  'do_not_call',
  'send_digits',
  'transfer_call',
  'speak_language',
  'look_up',
  'cite_knowledge',
  'check_name',
  'take_message',
  'schedule_callback',
  'send_text',
] as const;

const reserved: ReadonlySet<string> = new Set(builtInToolNames);

export function isReservedToolName(name: string): boolean {
  return reserved.has(name);
}

export const toolName = z.string().check(
  z.regex(toolNamePattern, 'A name has up to 64 small letters, digits and _, and begins with a letter.'),
  z.refine((name) => !isReservedToolName(name), 'A built-in tool has this name.'),
);

/** The name that models know the tool of an MCP server by. Not unique by itself. */
export function modelToolName(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);
  return isReservedToolName(plain) ? `${plain}_2`.slice(0, 64) : plain;
}

/** What the transcript says that was done: "Looked up free times". */
export function toolTitle({ title, name }: { readonly title: string; readonly name: string }): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return title.trim() || `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
