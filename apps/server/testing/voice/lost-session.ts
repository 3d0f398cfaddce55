import type { StoredToolCall, ToolCallState } from '../../src/ports/tool-calls.ts';
import type { TranscriptEntry } from '../../src/ports/transcript-store.ts';

/** What a session that was lost has stored: its words, and tools that it used between them. */

function entry(
  ordinal: number,
  speaker: TranscriptEntry['speaker'],
  message: string,
  interrupted = false,
): TranscriptEntry {
  return { ordinal, speaker, message, interrupted, spokenAt: new Date(ordinal * 1_000) };
}

export const lostTranscript: readonly TranscriptEntry[] = [
  entry(0, 'agent', 'Hello, this is the AI assistant of Elm Street Dental.'),
  entry(1, 'user', 'Is there a time on Tuesday?'),
  entry(2, 'agent', 'One moment.'),
  entry(3, 'agent', 'At ten.'),
  entry(4, 'user', 'Ten it is, and for my son too.'),
  entry(5, 'agent', 'Let me', true),
];

/** A tool call as it is stored, of the tools in `test-tools.ts`. */
export function storedToolCall(
  id: string,
  ordinal: number,
  name: 'find_times' | 'book_time',
  state: ToolCallState,
  answer: string | null = null,
): StoredToolCall {
  const changes = name === 'book_time';
  return {
    ...{
      tenantId: 'tenant',
      callId: 'call',
      id,
      session: 1,
      ordinal,
      name,
      title: '',
      state,
      answer,
      changes,
    },
    ...{ toolId: 'tool', mcpServerId: null, sample: false, honoursKey: false, tries: 1 },
    input: changes ? { time: 'ten' } : { day: 'Tuesday' },
    startedAt: new Date(ordinal * 1_000),
    ms: state === 'running' ? null : 300,
  };
}

/** One has answered, of one nobody knows whether it was done, and one still runs. Others between them were not stored. */
export const lostToolCalls: readonly StoredToolCall[] = [
  storedToolCall('call00002', 2.5, 'find_times', 'done', 'Free on Tuesday: ten.'),
  storedToolCall('call00004', 4.5, 'book_time', 'unknown'),
  storedToolCall('call00005', 4.5, 'book_time', 'running'),
];
