import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openApiDocument } from '../../../../../examples/calendar/openapi.ts';
import { type RunningCalendar, startCalendar } from '../../../../../examples/calendar/server.ts';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { ProviderServer } from '../../../testing/model-providers/provider-server.ts';
import { providers } from '../../../testing/model-providers/providers.ts';
import { movingModel } from '../../../testing/moving-model.ts';
import { relayHarness } from '../../../testing/voice/relay/relay-harness.ts';
import { createHttpTools } from '../../adapters/http-tools/http-tools.ts';
import { createScriptedAgent } from '../../adapters/scripted-agent/scripted-agent.ts';
import { readOpenApi } from '../../features/tools/openapi/read-openapi.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import { schemaFromJson } from './tool-schema.ts';
import { defineTool, type VoiceTool } from './voice-tool.ts';

const brief = {
  ...exampleBrief,
  instructions:
    'Remind Ann Miller of her appointment on Monday at 9 a.m. Ask whether the time still suits her. If it does not, reschedule it.',
};

let running: RunningCalendar;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  // A Monday.
  running = await startCalendar({ now: () => new Date(2026, 10, 16, 10, 0) });
  stops.push(() => running.stop());
  running.calendar.book(
    { patient: 'Ann Miller', start: '2026-11-23T09:00', phone: null, reason: null },
    null,
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** The operations of the calendar as its description says them, over HTTP. */
function calendarTools(): VoiceTool[] {
  const secrets = { read: async () => ({ ok: false, problem: 'none' }) as const };
  const http = createHttpTools({ secrets, toolHosts: [] });
  return readOpenApi(JSON.stringify(openApiDocument(running.url, false))).operations.flatMap(({ tool }) => {
    if (!tool) return [];
    return defineTool({
      name: tool.name,
      description: tool.purpose,
      schema: schemaFromJson(tool.inputs),
      changes: tool.changes,
      work: {
        by: 'runner',
        limitMs: 10_000,
        run: async ({ call, input, idempotencyKey, signal }) => {
          const request = { tenantId: call.tenantId, tool, input, known: {}, idempotencyKey };
          const outcome = await http.run({ ...request, sandbox: true, signal, limitMs: 10_000 });
          if (outcome.kind !== 'answered') return { status: 'failed', detail: outcome.why };
          return { status: outcome.status < 300 ? 'done' : 'failed', detail: outcome.body };
        },
      },
    });
  });
}

async function moveWith(
  model: LanguageModel,
  answers: readonly (readonly [string, RegExp])[],
): Promise<void> {
  const { socket, clock } = relayHarness(brief, model, 1, calendarTools());
  // The opening has been heard.
  clock.advance(6_000);
  for (const [voicePrompt, expected] of answers) {
    const before = socket.spoken().length;
    socket.receive({ type: 'prompt', voicePrompt, lang: 'en', last: true });
    await expect.poll(() => socket.spoken().slice(before)).toMatch(expected);
    clock.advance(20_000);
  }
  expect(running.calendar.all()).toMatchObject([
    { patient: 'Ann Miller', start: '2026-11-19T15:00', status: 'booked' },
  ]);
}

const conversation = [
  ['Hello, Ann Miller.', /appointment on Monday[\s\S]*\?/],
  ['I am afraid I cannot make it that day. Can we move it?', /Which day would suit you better\?/],
  ['Could it be Thursday, in the afternoon?', /What time would you like\?/],
  ["Three o'clock in the afternoon, please.", /Your appointment is now on Thursday/],
] as const;

test('the scripted agent moves an appointment through the calendar', async () => {
  await moveWith(createScriptedAgent(), conversation);
});

test.each(providers)('a model of %s moves an appointment through the calendar', async (_, wire, connect) => {
  const server = await ProviderServer.start(wire, movingModel);
  stops.push(() => server.stop());
  await moveWith(connect(server.origin), conversation);
  expect(server.refusals).toEqual([]);
});
