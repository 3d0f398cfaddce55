import * as z from 'zod';
import type { ToolOutcome } from '../../src/ports/voice-tools.ts';
import { schemaFromJson, schemaOf } from '../../src/voice/tools/tool-schema.ts';
import { defineTool, type ToolRun, type VoiceTool } from '../../src/voice/tools/voice-tool.ts';

type Run = (run: ToolRun) => Promise<ToolOutcome>;

const never: Run = () => new Promise(() => {});

/** A tool that looks something up; its schema is data, as those that people enter. */
export function lookUpTool(run: Run = never): VoiceTool {
  return defineTool({
    name: 'find_times',
    description: 'Free times on a day.',
    guidance: 'find_times finds free times. Use it before you offer one.',
    schema: schemaFromJson({
      type: 'object',
      properties: { day: { type: 'string', minLength: 2 } },
      required: ['day'],
    }),
    changes: false,
    work: { by: 'runner', limitMs: 10_000, run },
  });
}

/** A tool that changes something. */
export function bookTool(run: Run = never): VoiceTool {
  return defineTool({
    name: 'book_time',
    description: 'Books a time.',
    schema: schemaOf(z.object({ time: z.string().max(40) })),
    changes: true,
    work: { by: 'runner', limitMs: 20_000, run },
  });
}
