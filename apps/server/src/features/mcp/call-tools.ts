import type { Call, CallDetail } from '@parley/contract';
import * as z from 'zod/mini';
import { after, defineTool, flag, limit, notice, text } from './define-tool.ts';

function shortCall(call: Call) {
  return {
    id: call._id,
    ...{ direction: call.direction, status: call.status, reason: call.reason },
    ...{ agentId: call.agentId, from: call.from, to: call.to },
    contact: call.contact?.name ?? null,
    ...{ createdAt: call.createdAt, durationSeconds: call.duration },
    goalReached: call.outcome ?? null,
    ...{ summary: call.summary, sandbox: call.sandbox },
  };
}

function wholeCall(call: CallDetail, withTranscript: boolean) {
  return {
    ...shortCall(call),
    instructions: call.instructions,
    placedBy: call.placedBy?.displayName ?? null,
    outcome: call.outcomes?.outcome ?? null,
    followUps: (call.followUps ?? []).map(({ id, what, state }) => ({ id, what, state })),
    recording: call.recording ?? null,
    ...(withTranscript && {
      transcript: call.transcript.map(({ speaker, message, timestamp }) => ({
        ...{ speaker, text: message, at: timestamp },
      })),
    }),
  };
}

export const callTools = [
  defineTool({
    name: 'list_calls',
    title: 'List calls',
    description: 'The latest calls, newest first, each with its summary.',
    input: { limit, after },
    route: 'listCalls',
    changes: 'nothing',
    run: async (input, { ask }) => {
      const { calls, nextCursor } = await ask('listCalls', {
        query: { limit: input.limit, afterId: input.after },
      });
      return { notice, calls: calls.map(shortCall), next: nextCursor };
    },
  }),
  defineTool({
    name: 'get_call',
    title: 'Read a call',
    description: 'One call: what came of it, its summary and follow-ups, and its transcript if wanted.',
    input: { callId: text('The id of the call.'), transcript: flag('Whether to read what was said, too.') },
    route: 'getCall',
    changes: 'nothing',
    run: async (input, { ask }) => {
      const { call } = await ask('getCall', { params: { id: input.callId } });
      return { notice, call: wholeCall(call, input.transcript) };
    },
  }),
  defineTool({
    name: 'search_calls',
    title: 'Search calls',
    description:
      'Calls by words of their transcript, summary or instructions, by a name or digits of a number, and by days, newest first. `incomplete`: the search stopped for time and goes on with `next`.',
    input: {
      words: z.optional(text('Words, "phrases", a name, digits of a number.')),
      firstDay: z.optional(text('The first day, as 2026-11-18.', 10)),
      lastDay: z.optional(text('The last day, as 2026-11-18.', 10)),
      direction: z.optional(z.enum(['inbound', 'outbound'])),
      ...{ limit, after },
    },
    route: 'searchCalls',
    changes: 'nothing',
    run: async ({ words, firstDay, lastDay, direction, ...page }, { ask }) => {
      const found = await ask('searchCalls', {
        query: { q: words, from: firstDay, to: lastDay, direction, limit: page.limit, after: page.after },
      });
      return {
        notice,
        calls: found.hits.map(({ call, hit }) => ({
          ...shortCall(call),
          found: hit && { where: hit.where, text: hit.parts.map((part) => part.text).join('') },
        })),
        next: found.next ?? found.older,
        incomplete: found.older !== null,
      };
    },
  }),
];
