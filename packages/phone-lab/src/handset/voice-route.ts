import { writeWav } from '../audio/wav.ts';
import { LabApiError } from '../lab-api/errors.ts';
import type { Voices } from '../voices/voices.ts';

const longestText = 10_000;

/** A text in the agent's voice, as a WAV file for the page. */
export async function speakForPage(voices: Voices | null, body: unknown): Promise<Buffer> {
  const { text } = (body ?? {}) as { text?: unknown };
  if (typeof text !== 'string' || text.length > longestText)
    throw new LabApiError(400, 'invalid_text', `Send {"text": "…"}, at most ${longestText} characters.`);
  if (!voices) throw new LabApiError(404, 'no_voices', 'This lab was started without spoken voices.');
  const sound = await voices.say('agent', text);
  if (!sound)
    throw new LabApiError(422, 'not_spoken', 'The voice cannot say this text, or it could not be rendered.');
  return writeWav([sound]);
}
