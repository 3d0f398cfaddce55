import type { SpeechBrief } from '../../ports/speech-engine.ts';

const voices = new Set([
  ...['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse', 'marin', 'cedar'],
]);
const defaultVoice = 'marin';
/** The largest value that the service accepts: some minutes of speech. */
const longestReplyTokens = 4_096;

/** The event that configures the session. */
export function sessionUpdateEvent(model: string, brief: SpeechBrief): string {
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
          // Telephone audio as it is. The service refuses a sample rate here.
          format: { type: 'audio/pcmu' },
          noise_reduction: null,
          transcription: transcription(brief),
          turn_detection: {
            type: 'server_vad',
            threshold: 0.5,
            prefix_padding_ms: 300,
            silence_duration_ms: brief.silenceMs ?? 500,
            create_response: true,
            // The voice session decides whether speech may be interrupted: a goodbye may not.
            interrupt_response: false,
            idle_timeout_ms: null,
          },
        },
        output: { format: { type: 'audio/pcmu' }, voice: voiceOf(brief.voice), speed: speedOf(brief) },
      },
      tools: brief.tools.map(({ name, description, parameters }) => ({
        ...{ type: 'function', name, description, parameters },
      })),
      tool_choice: 'auto',
    },
  });
}

/** Where several languages may be spoken, naming one would have the others written down in it. */
function transcription({ language, otherLanguages = [], hints = [] }: SpeechBrief): object {
  return {
    model: 'gpt-transcribe',
    ...(otherLanguages.length === 0 && { language: primaryTag(language) }),
    ...(hints.length > 0 && { prompt: `Words that may come up: ${hints.join(', ')}.` }),
  };
}

/** The service accepts a quarter of the speed up to one and a half times. */
function speedOf({ speed }: SpeechBrief): number {
  return Math.min(1.5, Math.max(0.25, speed ?? 1));
}

/** An agent's voice may be one that only the carrier has: then the default is used. */
function voiceOf(name: string | null): string | { id: string } {
  if (name?.startsWith('voice_')) return { id: name };
  return name !== null && voices.has(name) ? name : defaultVoice;
}

function primaryTag(language: string): string {
  return language.split('-')[0]?.toLowerCase() || 'en';
}
