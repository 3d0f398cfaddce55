import * as z from 'zod';
import { schemaOf } from './tool-schema.ts';
import { defineTool } from './voice-tool.ts';

export const speakLanguage = defineTool({
  name: 'speak_language',
  description:
    'Change the language in which you are understood and heard. Call it before the first word in that language.',
  guidance:
    'speak_language changes the language of the line. When the other party speaks another of your languages or asks for it, call it with the code of that language, then answer in it.',
  schema: schemaOf(z.object({ language: z.string().max(35).describe('The code, such as es-ES.') })),
  changes: false,
  work: { by: 'session', action: ({ language }) => ({ kind: 'speakLanguage', language: String(language) }) },
  isOfferedOn: ({ changesLanguage = false }) => changesLanguage,
});
