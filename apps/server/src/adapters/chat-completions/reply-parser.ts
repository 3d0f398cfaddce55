import { type JsonFields, jsonFields } from '../../lib/json-fields.ts';
import type { ReplyPart } from '../../ports/language-model.ts';
import { longestToolInput, parseToolInput } from '../../ports/voice-tools.ts';

/** A tool call, as far as it has arrived. */
interface PartialToolCall {
  name: string;
  json: string;
}

/** Finish reasons of a complete answer. */
const finishReasons: ReadonlySet<unknown> = new Set([
  'stop',
  'length',
  'content_filter',
  'tool_calls',
  'function_call',
]);

type TokensTold = (tokens: { readonly inputTokens: number; readonly outputTokens: number }) => void;

/** Parses the lines of a streamed answer. Throws at what cannot be read. */
export class ReplyParser {
  readonly #calls: PartialToolCall[] = [];
  readonly #onTokens: TokensTold;
  finished = false;

  constructor(onTokens: TokensTold = () => {}) {
    this.#onTokens = onTokens;
  }

  read(line: string): ReplyPart[] {
    // Comments, event names and ids are not used.
    if (!line.startsWith('data:')) return [];
    const data = line.slice(5).trim();
    if (data === '' || data.startsWith('[DONE]')) return [];
    const { choices, error, usage } = jsonFields(JSON.parse(data));
    if (error) throw new Error('The server sent an error in the middle of its answer.');
    // The last event, behind the one with the finish reason; servers that do not know `stream_options` send none.
    if (usage) this.#reportTokens(jsonFields(usage));
    const choice = jsonFields(Array.isArray(choices) ? choices[0] : null);
    const { content, tool_calls } = jsonFields(choice.delta);
    if (Array.isArray(tool_calls)) {
      for (const [position, call] of tool_calls.entries()) this.#gather(jsonFields(call), position);
    }
    const said: ReplyPart[] =
      typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : [];
    if (!finishReasons.has(choice.finish_reason)) return said;
    this.finished = true;
    return [...said, ...this.#calls.flatMap(toPart)];
  }

  #reportTokens({ prompt_tokens: inputTokens, completion_tokens: outputTokens }: JsonFields): void {
    if (isCount(inputTokens) && isCount(outputTokens)) this.#onTokens({ inputTokens, outputTokens });
  }

  /** A call arrives in pieces: its name with the first one, its arguments bit by bit. */
  #gather({ index, function: piece }: JsonFields, position: number): void {
    const { name, arguments: json } = jsonFields(piece);
    // Some servers send no index.
    const place = typeof index === 'number' ? index : position;
    if (!Number.isInteger(place) || place < 0 || place >= mostCalls) return;
    this.#calls[place] ??= { name: '', json: '' };
    const call = this.#calls[place];
    if (typeof name === 'string') call.name ||= name;
    // One character too many is enough to refuse it.
    if (typeof json === 'string' && call.json.length <= longestToolInput) call.json += json;
  }
}

/** A list, because `flatMap` leaves out the places of calls that a server has skipped. */
function toPart({ name, json }: PartialToolCall): ReplyPart[] {
  return [{ type: 'tool', call: { name, input: parseToolInput(json) } }];
}

/** As many as a session takes in one turn; further ones are not collected. */
const mostCalls = 16;

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
