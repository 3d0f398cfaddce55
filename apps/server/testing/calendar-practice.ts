import type { HttpToolConfig } from '@parley/contract';
import { expect } from 'vitest';
import { openApiDocument } from '../../../examples/calendar/openapi.ts';
import {
  type CalendarOptions,
  type RunningCalendar,
  startCalendar,
} from '../../../examples/calendar/server.ts';
import type { Appointment } from '../../../examples/calendar/store.ts';
import { readOpenApi } from '../src/features/tools/openapi/read-openapi.ts';
import { AgentRequests } from './agent-requests.ts';
import { createTool } from './tools/tool-requests.ts';
import type { VoiceDesk } from './voice-desk.ts';

export interface CalendarPractice {
  readonly running: RunningCalendar;
  /** An agent that may use the calendar. */
  readonly agentId: string;
  /** The time at three on the next Thursday that can be booked. */
  readonly thursdayAtThree: string;
  /** Ann Miller has one appointment again, on a Monday. */
  reset(): void;
  /** What is booked now. */
  booked(): readonly Appointment[];
  stop(): Promise<void>;
}

/** The instructions of a call in which an appointment may have to be moved. */
export const moveInstructions =
  'Remind Ann Miller of her appointment on Monday at 9 a.m. Ask whether the time still suits her. If it does not, reschedule the appointment to another free time.';

/**
 * The dental calendar as a program beside the desk, its operations as tools of the organization, as its description says
 * them, and an agent that may use them for real in the sandbox.
 */
export async function openCalendarPractice(
  desk: VoiceDesk,
  options: CalendarOptions & { readonly runInSandbox?: boolean } = {},
): Promise<CalendarPractice> {
  const { runInSandbox = true, ...rest } = options;
  const running = await startCalendar(rest);
  const { calendar } = running;
  const booked = () => calendar.all().filter(({ status }) => status === 'booked');
  const reset = () => {
    for (const { id } of booked()) calendar.cancel(id);
    running.faults.set({});
    const monday = calendar.freeTimes({ day: 'Monday' })[0]?.start ?? '';
    calendar.book({ patient: 'Ann Miller', start: monday, phone: null, reason: null }, null);
  };
  reset();
  const { operations } = readOpenApi(JSON.stringify(openApiDocument(running.url, false)));
  const tools = operations.map(({ tool, problem }): HttpToolConfig => {
    if (!tool) throw new Error(problem ?? 'no tool');
    // What a person says who adds it.
    const changes = tool.method !== 'GET';
    return { ...tool, changes, honoursKey: changes, runInSandbox, sampleAnswer };
  });
  const use: { id: string }[] = [];
  for (const config of tools) use.push({ id: await createTool(desk.client, config) });
  const agents = new AgentRequests(desk.client);
  const { id: agentId } = await agents.create('Elm Street Dental');
  await agents.save(agentId, (config) => {
    config.tools = { use, texts: [] };
  });
  expect(await agents.publish(agentId)).toMatchObject({ status: 200 });
  const thursday = running.calendar.freeTimes({ day: 'Thursday', part: 'afternoon' });
  return {
    running,
    agentId,
    thursdayAtThree: thursday.find(({ start }) => start.endsWith('T15:00'))?.start ?? '',
    ...{ reset, booked },
    stop: () => running.stop(),
  };
}

const sampleAnswer = '{"appointment":{"id":"A1","spoken":"Friday at noon","status":"booked"}}';
