import { type JsonFields, jsonFields } from '../../lib/json-fields.ts';
import { isBase64 } from '../../lib/telephone-audio.ts';
import type { ReportedTokens } from '../../ports/language-model.ts';
import type { ServiceError } from './failures.ts';

/** Events of the service, as far as we use them. */
export type RealtimeEvent =
  | { readonly type: 'ready'; readonly telephone: boolean }
  | { readonly type: 'speechStarted'; readonly itemId: string }
  | { readonly type: 'speechStopped'; readonly itemId: string }
  | { readonly type: 'userText'; readonly itemId: string; readonly text: string }
  /** `name` is undefined where the service does not return names. */
  | { readonly type: 'created'; readonly responseId: string; readonly name: string | null | undefined }
  | {
      readonly type: 'audio';
      readonly responseId: string;
      readonly itemId: string;
      readonly contentIndex: number;
      readonly payload: string;
    }
  | { readonly type: 'text'; readonly responseId: string; readonly text: string }
  | { readonly type: 'call'; readonly responseId: string; readonly call: FunctionCall }
  | {
      readonly type: 'done';
      readonly responseId: string;
      readonly outcome: ResponseResult;
      readonly tokens: ResponseTokens | null;
    }
  | { readonly type: 'error'; readonly error: ServiceError };

export type ResponseTokens = Omit<Required<ReportedTokens>, 'model'>;

export interface FunctionCall {
  readonly callId: string;
  readonly name: string;
  readonly json: string;
}

export interface ResponseResult {
  /** Null unless it failed. */
  readonly error: Pick<ServiceError, 'type' | 'code'> | null;
  /** The messages it left in the conversation. */
  readonly messageIds: readonly string[];
}

/** Audio in the form in which the service usually writes it: matching costs half of parsing. Other forms are parsed. */
const audioDelta =
  /^\{"type":"response\.output_audio\.delta","event_id":"\w+","response_id":"(\w+)","item_id":"(\w+)","output_index":\d+,"content_index":(\d{1,9}),"delta":"([A-Za-z0-9+/]+={0,2})"\}$/;

const longestDelta = 16_384;

/** Null for audio in another form, and for other events. */
export function readAudioDelta(json: string): RealtimeEvent | null {
  const sound = json.length < longestDelta ? audioDelta.exec(json) : null;
  if (!sound) return null;
  const [, responseId = '', itemId = '', contentIndex, payload = ''] = sound;
  return { type: 'audio', responseId, itemId, contentIndex: Number(contentIndex), payload };
}

/** Null for events that we do not use or cannot read. */
export function readRealtimeEvent(json: string): RealtimeEvent | null {
  const sound = readAudioDelta(json);
  if (sound) return sound;
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    return null;
  }
  const event = jsonFields(raw);
  const read = readers[text(event.type)];
  return read ? read(event) : null;
}

const readers: Readonly<Record<string, (event: JsonFields) => RealtimeEvent | null>> = {
  'response.output_audio.delta': (event) => ({
    type: 'audio',
    responseId: text(event.response_id),
    itemId: text(event.item_id),
    contentIndex: typeof event.content_index === 'number' ? event.content_index : 0,
    payload: base64(event.delta),
  }),
  'response.output_audio_transcript.delta': (event) => ({
    type: 'text',
    responseId: text(event.response_id),
    text: text(event.delta),
  }),
  'session.updated': (event) => ({ type: 'ready', telephone: isTelephone(jsonFields(event.session)) }),
  'input_audio_buffer.speech_started': (event) => ({ type: 'speechStarted', itemId: text(event.item_id) }),
  'input_audio_buffer.speech_stopped': (event) => ({ type: 'speechStopped', itemId: text(event.item_id) }),
  'conversation.item.input_audio_transcription.completed': (event) => ({
    type: 'userText',
    itemId: text(event.item_id),
    text: text(event.transcript),
  }),
  'conversation.item.input_audio_transcription.failed': (event) => ({
    type: 'userText',
    itemId: text(event.item_id),
    text: '',
  }),
  'response.created': (event) => {
    const response = jsonFields(event.response);
    return { type: 'created', responseId: text(response.id), name: nameOf(response.metadata) };
  },
  'response.output_item.done': readCall,
  'response.done': (event) => {
    const response = jsonFields(event.response);
    return {
      type: 'done',
      responseId: text(response.id),
      outcome: readOutcome(response),
      tokens: readTokens(jsonFields(response.usage)),
    };
  },
  error: (event) => ({ type: 'error', error: readError(jsonFields(event.error)) }),
};

/** Only complete calls count: a cancelled response may leave a partial one. */
function readCall(event: JsonFields): RealtimeEvent | null {
  const item = jsonFields(event.item);
  if (item.type !== 'function_call' || item.status !== 'completed') return null;
  const call = { callId: text(item.call_id), name: text(item.name), json: text(item.arguments) };
  return { type: 'call', responseId: text(event.response_id), call };
}

function readOutcome(response: JsonFields): ResponseResult {
  const details = jsonFields(response.status_details);
  const output = Array.isArray(response.output) ? response.output.map(jsonFields) : [];
  return {
    error: response.status === 'failed' ? readError(jsonFields(details.error)) : null,
    messageIds: output.filter((item) => item.type === 'message').map((item) => text(item.id)),
  };
}

/** Null where the service tells nothing. Text and audio are told apart. */
function readTokens(usage: JsonFields): ResponseTokens | null {
  const input = jsonFields(usage.input_token_details);
  const output = jsonFields(usage.output_token_details);
  const counts = [usage.input_tokens, usage.output_tokens].map(count);
  const [inputTokens, outputTokens] = counts;
  if (inputTokens === undefined || outputTokens === undefined || Number.isNaN(inputTokens + outputTokens))
    return null;
  const audioInputTokens = Math.min(count(input.audio_tokens) || 0, inputTokens);
  const audioOutputTokens = Math.min(count(output.audio_tokens) || 0, outputTokens);
  return {
    inputTokens: inputTokens - audioInputTokens,
    outputTokens: outputTokens - audioOutputTokens,
    ...{ audioInputTokens, audioOutputTokens },
  };
}

const count = (value: unknown): number =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : Number.NaN;

function readError(error: JsonFields): ServiceError {
  return {
    type: text(error.type) || 'unknown',
    code: text(error.code) || null,
    param: text(error.param) || null,
    eventId: text(error.event_id) || null,
  };
}

function nameOf(metadata: unknown): string | null | undefined {
  if (metadata === undefined) return undefined;
  return text(jsonFields(metadata).turn) || null;
}

/** Any other format would be played as noise. */
function isTelephone(session: JsonFields): boolean {
  const { input, output } = jsonFields(session.audio);
  const formats = [jsonFields(jsonFields(input).format).type, jsonFields(jsonFields(output).format).type];
  return formats.every((format) => format === undefined || format === 'audio/pcmu');
}

/** Forwarded to the carrier as it is, so it is checked here. */
function base64(value: unknown): string {
  return typeof value === 'string' && isBase64(value) ? value : '';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
