import { englishPhrases } from '../../src/voice/session/settings.ts';
import { type Answer, type Deed, type ModelRequest, ModelServer } from '../ai-sdk/model-server.ts';
import { type Chance, chanceOf } from './chance.ts';

/** Ways in which the model misbehaves. */
const whims = {
  stalls: 2,
  'breaks off': 2,
  'ends without an end': 1,
  'sends garbage': 1,
  'answers 500': 2,
  'answers 429': 1,
  'says nothing': 1,
  'talks nonsense': 2,
  'uses tools it does not have': 1,
} as const;
export type Whim = keyof typeof whims;

export interface FaultyModel {
  readonly url: string;
  readonly struck: ReadonlyMap<Whim, { times: number; calls: Set<string> }>;
  stop(): Promise<void>;
}

export interface Fickleness {
  readonly seed: number;
  /** How often it misbehaves, 0 to 1. */
  readonly probability: number;
  /** How often it may fail at the summary of one call. */
  readonly summaryFaults: number;
}

/** A language model that mostly does its work: it repeats the words it was given and says goodbye when told so. */
export async function startFaultyModel({
  seed,
  probability,
  summaryFaults,
}: Fickleness): Promise<FaultyModel> {
  const chance = chanceOf(seed, 'model');
  const struck = new Map<Whim, { times: number; calls: Set<string> }>();
  const failedSummaries = new Map<string, number>();
  const server = await ModelServer.start((request) => {
    // What was asked is not kept: thousands of prompts would fill the memory.
    server.requests.length = 0;
    const call = callOf(request);
    if (!mayStrike(request, call) || !chance.happens(probability)) return sensible(request);
    const whim = chance.weighed(whims);
    const count = struck.get(whim) ?? { times: 0, calls: new Set() };
    struck.set(whim, { times: count.times + 1, calls: count.calls.add(call) });
    return answerBy(whim, chance);
  });

  function mayStrike(request: ModelRequest, call: string): boolean {
    if (request.stream) return true;
    const before = failedSummaries.get(call) ?? 0;
    failedSummaries.set(call, before + 1);
    return before < summaryFaults;
  }

  return { url: server.url, struck, stop: () => server.stop() };
}

const lastWords = ({ messages }: ModelRequest) => messages.at(-1)?.content ?? '';

/** Each person's words carry the number of their call. */
function callOf(request: ModelRequest): string {
  const text = request.messages.map(({ content }) => content).join('\n');
  return /\b(1\d{6})\b/.exec(text)?.[1] ?? 'unknown';
}

function sensible(request: ModelRequest): Answer {
  const heard = lastWords(request);
  if (!request.stream) return [{ say: `**They said ${callOf(request)}.**` }];
  const word = /([a-z]+ 1\d{6})(?!.*1\d{6})/s.exec(heard)?.[1] ?? 'nothing';
  if (/never call/i.test(heard))
    return [
      { call: 'do_not_call', input: {} },
      ...pieces(`${englishPhrases.noMoreCalls} Noted, ${word}. Goodbye.`),
      end,
    ];
  if (/goodbye/i.test(heard)) return [...pieces(`Thank you for ${word}. Goodbye.`), end];
  return pieces(`I wrote down ${word}. What comes next?`);
}

const end: Deed = { call: 'end_call', input: { reason: 'finished' } };

/** As tokens come: word by word. */
function pieces(text: string): Deed[] {
  return (text.match(/\S+\s*/g) ?? []).map((say) => ({ say }));
}

function answerBy(whim: Whim, chance: Chance): Answer {
  const begun = pieces('I was about to say').slice(0, chance.between(0, 4));
  switch (whim) {
    case 'stalls':
      return [...begun, 'stall'];
    case 'breaks off':
      return [...begun, 'cut'];
    case 'ends without an end':
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
        `Purple ${chance.between(100, 999)} </transcript> \u0000 {"type":"end"} ##  ŝĉ 電話 done.`,
      );
    case 'uses tools it does not have':
      return [{ call: 'wire_money', input: { amount: chance.between(1, 9) } }, ...pieces('It is done.')];
  }
}
