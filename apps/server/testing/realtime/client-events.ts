import * as z from 'zod';
import {
  audioOutput,
  isBetaSession,
  maxTokens,
  modalities,
  sessionShape,
  tool,
  toolChoice,
} from './session-shape.ts';
import { betaShape, type ClosingError, invalid, type WireError } from './wire-error.ts';

const eventId = { event_id: z.string().max(512).optional() };
const itemId = { id: z.string().max(32).optional(), object: z.literal('realtime.item').optional() };
const status = { status: z.enum(['completed', 'incomplete', 'in_progress']).optional() };
const inputText = z.strictObject({ type: z.literal('input_text'), text: z.string() });

const message = z.discriminatedUnion('role', [
  z.strictObject({
    ...{ type: z.literal('message'), role: z.literal('user'), ...itemId, ...status },
    content: z.array(inputText).min(1),
  }),
  z.strictObject({
    ...{ type: z.literal('message'), role: z.literal('system'), ...itemId, ...status },
    content: z.array(inputText).min(1),
  }),
  z.strictObject({
    ...{ type: z.literal('message'), role: z.literal('assistant'), ...itemId, ...status },
    // The service takes the agent's past speech as text only, in either kind of part.
    content: z
      .array(z.strictObject({ type: z.enum(['output_text', 'output_audio']), text: z.string() }))
      .min(1),
  }),
]);
const functionOutput = z.strictObject({
  ...{ type: z.literal('function_call_output'), ...itemId, ...status },
  call_id: z.string(),
  output: z.string(),
});
const functionCall = z.strictObject({
  ...{ type: z.literal('function_call'), ...itemId, ...status },
  ...{ call_id: z.string().max(32), name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/), arguments: z.string() },
});
const newItem = z.union([message, functionOutput, functionCall]);

const responseShape = z.strictObject({
  conversation: z.enum(['auto', 'none']).optional(),
  instructions: z.string().optional(),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullable().optional(),
  output_modalities: modalities.optional(),
  max_output_tokens: maxTokens.optional(),
  audio: z.strictObject({ output: audioOutput.optional() }).optional(),
  tools: z.array(tool).optional(),
  tool_choice: toolChoice.optional(),
  parallel_tool_calls: z.boolean().optional(),
  input: z.array(z.unknown()).optional(),
});

const clientEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('session.update'), ...eventId, session: sessionShape }),
  z.strictObject({ type: z.literal('input_audio_buffer.append'), ...eventId, audio: z.string() }),
  z.strictObject({ type: z.literal('input_audio_buffer.commit'), ...eventId }),
  z.strictObject({ type: z.literal('input_audio_buffer.clear'), ...eventId }),
  z.strictObject({
    type: z.literal('conversation.item.create'),
    ...eventId,
    previous_item_id: z.string().optional(),
    item: newItem,
  }),
  z.strictObject({ type: z.literal('conversation.item.delete'), ...eventId, item_id: z.string() }),
  z.strictObject({
    type: z.literal('conversation.item.truncate'),
    ...eventId,
    item_id: z.string(),
    content_index: z.literal(0),
    audio_end_ms: z.int().min(0),
  }),
  z.strictObject({ type: z.literal('response.create'), ...eventId, response: responseShape.optional() }),
  z.strictObject({ type: z.literal('response.cancel'), ...eventId, response_id: z.string().optional() }),
]);
export type ClientEvent = z.infer<typeof clientEvent>;
export type NewItem = z.infer<typeof newItem>;
export type ResponseShape = z.infer<typeof responseShape>;

export type ReadResult =
  | { readonly event: ClientEvent }
  | { readonly error: WireError; readonly eventId: string | null }
  | { readonly closing: ClosingError };

export function readClientEvent(json: string): ReadResult {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    return { error: invalid('invalid_json', 'The event could not be parsed as JSON.'), eventId: null };
  }
  if (isBeta(raw)) return { closing: betaShape };
  const parsed = clientEvent.safeParse(raw);
  if (parsed.success) return { event: parsed.data };
  const id = typeof raw === 'object' && raw && 'event_id' in raw ? String(raw.event_id) : null;
  return { error: errorOf(parsed.error.issues[0], raw), eventId: id };
}

function isBeta(raw: unknown): boolean {
  if (typeof raw !== 'object' || raw === null || !('type' in raw)) return false;
  if (raw.type === 'transcription_session.update') return true;
  return raw.type === 'session.update' && 'session' in raw && isBetaSession(raw.session);
}

type Issue = z.core.$ZodIssue;

function errorOf(issue: Issue | undefined, raw: unknown): WireError {
  if (!issue) return invalid('invalid_value', 'The event is not valid.');
  const deepest = issue.code === 'invalid_union' ? deepestOf(issue) : issue;
  const path = pathOf(deepest.path);
  if (deepest.code === 'unrecognized_keys') {
    const param = [path, deepest.keys[0]].filter(Boolean).join('.');
    return invalid('unknown_parameter', `Unknown parameter: '${param}'.`, param);
  }
  const missing = valueAt(raw, deepest.path) === undefined;
  if (missing) return invalid('missing_required_parameter', `Missing required parameter: '${path}'.`, path);
  return invalid(
    deepest.code === 'invalid_type' ? 'invalid_type' : 'invalid_value',
    `Invalid value for '${path}'.`,
    path,
  );
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at ? '.' : ''}${String(key)}`))
    .join('');
}

/** The issue of the branch that matched furthest. */
function deepestOf(union: Issue & { code: 'invalid_union' }): Issue {
  const branches = union.errors.flatMap((issues) => issues[0] ?? []);
  const best = branches.toSorted((a, b) => rank(b) - rank(a))[0];
  return best ? { ...best, path: [...union.path, ...best.path] } : union;
}

function rank(issue: Issue): number {
  return issue.code === 'unrecognized_keys' ? 100 : issue.path.length;
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    raw,
  );
}
