import { isObject } from '@parley/contract';

/** JSON-RPC as MCP servers speak it: one message in the body, or several as server-sent events. */
export type RpcAnswer =
  | { readonly kind: 'result'; readonly result: Readonly<Record<string, unknown>> }
  | { readonly kind: 'error'; readonly code: number; readonly message: string };

/** The answer to the request of this id; null while there is none. */
export function answerIn(contentType: string | null, text: string, id: number): RpcAnswer | null {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return answerOf(parsed(text), id);
  if (type !== 'text/event-stream') return null;
  for (const data of eventsIn(text)) {
    const answer = answerOf(parsed(data), id);
    if (answer) return answer;
  }
  return null;
}

/** An event ends with an empty line; one that has not ended yet is left out. */
function eventsIn(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n\n')
    .slice(0, -1)
    .map((event) =>
      event
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length).replace(/^ /, ''))
        .join('\n'),
    );
}

/** Null for what is none. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function answerOf(message: unknown, id: number): RpcAnswer | null {
  if (!isObject(message) || message.jsonrpc !== '2.0') return null;
  const { result, error } = message;
  if (message.id === id && isObject(result)) return { kind: 'result', result };
  // An error may come without an id, where the request could not be read.
  if ((message.id !== id && message.id !== null && message.id !== undefined) || !isObject(error)) return null;
  const { code, message: words } = error;
  return {
    kind: 'error',
    code: typeof code === 'number' ? code : 0,
    message: typeof words === 'string' ? words : '',
  };
}
