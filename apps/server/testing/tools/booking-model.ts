import { type Answer, type AnswerStep, type ModelRequest, ModelServer } from '../ai-sdk/model-server.ts';

/** What the other party asks for. */
export function wishFor(start: string, tool: string): string {
  return `Please book ${start} with ${tool}.`;
}

export const promise = (start: string) => `You are booked for ${start}.`;
export const notKnown = (start: string) => `Nobody knows whether ${start} is booked; somebody will check.`;
export const notBooked = (start: string) => `${start} could not be booked.`;

const end: AnswerStep = { call: 'end_call', input: { reason: 'finished' } };

/** A model that books what it is asked for, once, and promises what it was told. */
export async function startBookingModel(): Promise<ModelServer> {
  const server = await ModelServer.start((request) => {
    server.requests.length = 0;
    return request.stream ? answerTo(request) : [{ say: '**They wanted an appointment.**' }];
  });
  return server;
}

function answerTo({ messages }: ModelRequest): Answer {
  const heard = messages.flatMap(({ role, content }) => (role === 'user' ? [content ?? ''] : [])).join('\n');
  const results = messages.flatMap(({ role, content }) => (role === 'tool' ? [content ?? ''] : []));
  const told = `${results.join('\n')}\n${heard}`;
  const [, wanted, tool] = /Please book (\S+) with (\w+)\./.exec(heard) ?? [];
  // After a lost session the end of the wish may be missing; what it led to is told all the same.
  const start = wanted ?? (results.length > 0 ? /slot-\d{4}/.exec(told)?.[0] : undefined);
  if (start === undefined) return words('What can I do for you?');
  if (results.length === 0 && tool !== undefined) return [{ call: tool, input: { start } }];
  if (told.includes(`"booked":"${start}"`) || told.includes(`\\"booked\\":\\"${start}\\"`))
    return [...words(`${promise(start)} Goodbye.`), end];
  if (/not known/.test(told)) return [...words(`${notKnown(start)} Goodbye.`), end];
  return [...words(`${notBooked(start)} Goodbye.`), end];
}

function words(text: string): AnswerStep[] {
  return (text.match(/\S+\s*/g) ?? []).map((say) => ({ say }));
}
