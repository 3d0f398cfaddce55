import * as z from 'zod';
import type { SpeechBrief } from '../../ports/speech-engine.ts';
import { type ToolName, voiceTools } from '../../ports/voice-tools.ts';

const voices = new Set([
  ...['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse', 'marin', 'cedar'],
]);
const usualVoice = 'marin';
/** The most that may be named; some minutes of speech. */
const longestReplyTokens = 4_096;

/** Everything the service has to know before the first word. */
export function sessionUpdate(model: string, brief: SpeechBrief): string {
  return JSON.stringify({
    type: 'session.update',
    session: {
      type: 'realtime',
      model,
      output_modalities: ['audio'],
      instructions: brief.prompt,
      max_output_tokens: longestReplyTokens,
      audio: {
        input: {
          // Telephone audio passes through as it is. Naming its rate is an error.
          format: { type: 'audio/pcmu' },
          noise_reduction: null,
          transcription: { model: 'gpt-transcribe', language: primaryTag(brief.language) },
          turn_detection: {
            type: 'server_vad',
            threshold: 0.5,
            prefix_padding_ms: 300,
            silence_duration_ms: 500,
            create_response: true,
            // Whether speech may be interrupted is for the session to say: a goodbye is heard to its end.
            interrupt_response: false,
            idle_timeout_ms: null,
          },
        },
        output: { format: { type: 'audio/pcmu' }, voice: voiceOf(brief.voice), speed: 1 },
      },
      tools: brief.tools.map(toolDefinition),
      tool_choice: 'auto',
    },
  });
}

/** Agents may carry the name of a voice that only the carrier knows. */
function voiceOf(name: string | null): string | { id: string } {
  if (name?.startsWith('voice_')) return { id: name };
  return name !== null && voices.has(name) ? name : usualVoice;
}

function primaryTag(language: string): string {
  return language.split('-')[0]?.toLowerCase() || 'en';
}

function toolDefinition(name: ToolName): object {
  const { description, input } = voiceTools[name];
  const { $schema: _, ...parameters } = z.toJSONSchema(input);
  return { type: 'function', name, description, parameters };
}
