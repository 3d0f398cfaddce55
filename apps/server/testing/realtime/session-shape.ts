import * as z from 'zod';

/** The session as the service accepts it: every known field, and no other. */

const pcm = z.strictObject({ type: z.literal('audio/pcm'), rate: z.literal(24_000) });
const pcmu = z.strictObject({ type: z.literal('audio/pcmu') });
const pcma = z.strictObject({ type: z.literal('audio/pcma') });
const audioFormat = z.discriminatedUnion('type', [pcm, pcmu, pcma]);

const serverVad = z.strictObject({
  type: z.literal('server_vad'),
  threshold: z.number().min(0).max(1).optional(),
  prefix_padding_ms: z.int().min(0).optional(),
  silence_duration_ms: z.int().min(0).optional(),
  create_response: z.boolean().optional(),
  interrupt_response: z.boolean().optional(),
  idle_timeout_ms: z.int().min(5_000).max(30_000).nullable().optional(),
});
const semanticVad = z.strictObject({
  type: z.literal('semantic_vad'),
  eagerness: z.enum(['low', 'medium', 'high', 'auto']).optional(),
  create_response: z.boolean().optional(),
  interrupt_response: z.boolean().optional(),
});

export const voices = [
  ...['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse', 'marin', 'cedar'],
] as const;
const voice = z.union([z.enum(voices), z.strictObject({ id: z.string() })]);

const transcription = z.strictObject({
  model: z.enum(['gpt-transcribe', 'gpt-live-transcribe', 'gpt-realtime-whisper']).optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .optional(),
  prompt: z.string().optional(),
});

export const tool = z.strictObject({
  type: z.literal('function'),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string().optional(),
  parameters: z.looseObject({ type: z.literal('object') }).optional(),
});
export const toolChoice = z.union([
  z.enum(['auto', 'none', 'required']),
  z.strictObject({ type: z.literal('function'), name: z.string() }),
]);
export const maxTokens = z.union([z.int().min(1).max(4_096), z.literal('inf')]);
export const modalities = z.array(z.enum(['audio', 'text'])).length(1);
export const audioOutput = z.strictObject({
  format: audioFormat.optional(),
  voice: voice.optional(),
  speed: z.number().min(0.25).max(1.5).optional(),
});

export const sessionShape = z.strictObject({
  type: z.literal('realtime'),
  model: z.string().optional(),
  output_modalities: modalities.optional(),
  instructions: z.string().optional(),
  max_output_tokens: maxTokens.optional(),
  audio: z
    .strictObject({
      input: z
        .strictObject({
          format: audioFormat.optional(),
          noise_reduction: z
            .strictObject({ type: z.enum(['near_field', 'far_field']), strength: z.number().optional() })
            .nullable()
            .optional(),
          transcription: transcription.nullable().optional(),
          turn_detection: z.discriminatedUnion('type', [serverVad, semanticVad]).nullable().optional(),
        })
        .optional(),
      output: audioOutput.optional(),
    })
    .optional(),
  tools: z.array(tool).optional(),
  tool_choice: toolChoice.optional(),
  include: z.array(z.literal('item.input_audio_transcription.logprobs')).optional(),
  parallel_tool_calls: z.boolean().optional(),
  prompt: z.unknown().optional(),
  reasoning: z
    .strictObject({ effort: z.enum(['minimal', 'low', 'medium', 'high', 'xhigh']).optional() })
    .optional(),
  tracing: z.unknown().optional(),
  truncation: z.unknown().optional(),
});
export type SessionUpdate = z.infer<typeof sessionShape>;

/** Fields that only the retired protocol had at this place. */
const betaFields = [
  ...['modalities', 'voice', 'input_audio_format', 'output_audio_format', 'input_audio_transcription'],
  ...['turn_detection', 'max_response_output_tokens', 'temperature'],
];

/** A session that names no type and is flat is of the retired protocol. */
export function isBetaSession(session: unknown): boolean {
  if (typeof session !== 'object' || session === null || 'type' in session) return false;
  return betaFields.some((field) => field in session);
}
