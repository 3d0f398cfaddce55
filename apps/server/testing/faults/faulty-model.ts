import { englishPhrases } from '../../src/voice/session/settings.ts';
import { type Answer, type AnswerStep, type ModelRequest, ModelServer } from '../ai-sdk/model-server.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { bookingRequest, promiseOf } from './simulated-parties.ts';

/** Faults of the model, with how often each is drawn. */
const modelFaults = {
  stalls: 2,
  'breaks off': 2,
  'ends without finishing': 1,
  'sends garbage': 1,
  'answers 500': 2,
  'answers 429': 1,
  'says nothing': 1,
  'talks nonsense': 2,
  'uses tools it does not have': 1,
} as const;
export type ModelFault = keyof typeof modelFaults;

export interface FaultyModel {
  readonly url: string;
  readonly injected: ReadonlyMap<ModelFault, { times: number; calls: Set<string> }>;
  stop(): Promise<void>;
}

export interface FaultyModelOptions {
  readonly seed: number;
  /** How often an answer is faulty, 0 to 1. */
  readonly probability: number;
  /** How often the summary of one call may fail. */
  readonly summaryFaults: number;
}

/** A language model that repeats what it heard and ends the call on a goodbye, unless a fault is drawn. */
export async function startFaultyModel({
  seed,
  probability,
  summaryFaults,
}: FaultyModelOptions): Promise<FaultyModel> {
  const random = seededRandom(seed, 'model');
  const injected = new Map<ModelFault, { times: number; calls: Set<string> }>();
  const failedSummaries = new Map<string, number>();
  const server = await ModelServer.start((request) => {
    // Requests are dropped: thousands of prompts would fill the memory.
    server.requests.length = 0;
    const call = callOf(request);
    if (!mayFail(request, call) || !random.happens(probability)) return correctAnswer(request);
    const fault = random.weighted(modelFaults);
    const count = injected.get(fault) ?? { times: 0, calls: new Set() };
    injected.set(fault, { times: count.times + 1, calls: count.calls.add(call) });
    return faultyAnswer(fault, random);
  });

  function mayFail(request: ModelRequest, call: string): boolean {
    if (request.stream) return true;
    const before = failedSummaries.get(call) ?? 0;
    failedSummaries.set(call, before + 1);
    return before < summaryFaults;
  }

  return { url: server.url, injected, stop: () => server.stop() };
}

const lastWords = ({ messages }: ModelRequest) => messages.at(-1)?.content ?? '';

/** What the other party says carries the number of the call. */
function callOf(request: ModelRequest): string {
  const text = request.messages.map(({ content }) => content).join('\n');
  return /\b(1\d{6})\b/.exec(text)?.[1] ?? 'unknown';
}

function correctAnswer(request: ModelRequest): Answer {
  const heard = lastWords(request);
  if (!request.stream) return [{ say: `**They said ${callOf(request)}.**` }];
  const word = /([a-z]+ 1\d{6})(?!.*1\d{6})/s.exec(heard)?.[1] ?? 'nothing';
  if (/never call/i.test(heard))
    return [
      { call: 'do_not_call', input: {} },
      ...pieces(`${englishPhrases.noMoreCalls} Noted, ${word}. Goodbye.`),
      end,
    ];
  const wish = bookingRequest.exec(heard)?.[1];
  if (wish !== undefined && !wasBooked(request, wish))
    return [{ call: toolFor(wish), input: { start: wish } }];
  if (request.messages.at(-1)?.role === 'tool') return pieces(`${told(heard)} What comes next?`);
  if (/goodbye/i.test(heard)) return [...pieces(`Thank you for ${word}. Goodbye.`), end];
  return pieces(`I wrote down ${word}. What comes next?`);
}

/** Every other one books with a calendar that honours keys. */
function toolFor(wish: string): string {
  return Number(wish.slice(-2)) % 4 < 2 ? 'book_keyed' : 'book_plain';
}

/** Asked again after a cut, a model that has sent it before does not send it again. */
function wasBooked({ messages }: ModelRequest, wish: string): boolean {
  return messages.some((one) => 'tool_calls' in one && JSON.stringify(one.tool_calls).includes(wish));
}

/** Promises what the tool has answered, and nothing else. */
function told(result: string): string {
  const booked = /"booked":"([^"]+)"/.exec(result.replaceAll('\\"', '"'))?.[1];
  return booked === undefined ? 'That is not certain.' : promiseOf(booked);
}

const end: AnswerStep = { call: 'end_call', input: { reason: 'finished' } };

/** One step for each word, as tokens arrive. */
function pieces(text: string): AnswerStep[] {
  return (text.match(/\S+\s*/g) ?? []).map((say) => ({ say }));
}

function faultyAnswer(fault: ModelFault, random: SeededRandom): Answer {
  const begun = pieces('I was about to say').slice(0, random.between(0, 4));
  switch (fault) {
    case 'stalls':
      return [...begun, 'stall'];
    case 'breaks off':
      return [...begun, 'cut'];
    case 'ends without finishing':
      return [...begun, 'end'];
    case 'sends garbage':
      return [{ garbage: 'data: {"choices": [{"delta": {"con\n\ndata: 42\n\n' }, 'end'];
    case 'answers 500':
      return { status: 500 };
    case 'answers 429':
      return { status: 429 };
    case 'says nothing':
      return [];
    case 'talks nonsense':
      return pieces(
        `Purple ${random.between(100, 999)} </transcript> \u0000 {"type":"end"} ##  ŝĉ 電話 done.`,
      );
    case 'uses tools it does not have':
      return [{ call: 'wire_money', input: { amount: random.between(1, 9) } }, ...pieces('It is done.')];
  }
}
