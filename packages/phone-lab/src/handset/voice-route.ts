import { writeWav } from '../audio/wav.ts';
import { LabApiError } from '../lab-api/errors.ts';
import type { Voices } from '../voices/voices.ts';

const longestText = 10_000;

/** A text in the agent's voice, as a WAV file for the page. Null: the lab has no voices, or they cannot say it. */
export async function speakForPage(voices: Voices | null, body: unknown): Promise<Buffer | null> {
  const { text } = (body ?? {}) as { text?: unknown };
  if (typeof text !== 'string' || text.length > longestText)
    throw new LabApiError(400, 'invalid_text', `Send {"text": "…"}, at most ${longestText} characters.`);
  const sound = await voices?.say('agent', text);
  return sound ? writeWav([sound]) : null;
}
