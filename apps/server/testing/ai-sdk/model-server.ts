import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { chatFault, chatMessage } from '../model-providers/chat-history.ts';

/** What a scripted answer does, step by step. */
export type AnswerStep =
  | { readonly say: string }
  | { readonly call: string; readonly input: unknown }
  /** Sends nothing more and keeps the connection open. */
  | 'stall'
  /** Breaks the connection. */
  | 'cut'
  /** Ends the body without the final event. */
  | 'end'
  | { readonly garbage: string }
  /** Sent again and again until the client disconnects. */
  | { readonly endless: string };

export type Answer = readonly AnswerStep[] | { readonly status: number; readonly body?: string };

/** What an OpenAI-compatible server accepts. Anything else is refused, as a strict server does. */
const requestBody = z.strictObject({
  model: z.string().min(1),
  stream: z.boolean().optional(),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  max_tokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  max_completion_tokens: z.int().positive().optional(),
  store: z.literal(false).optional(),
  messages: z.array(chatMessage).min(2),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.object({
          name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
          description: z.string().optional(),
          parameters: z.looseObject({ type: z.literal('object') }),
        }),
      }),
    )
    .min(1)
    .optional(),
  tool_choice: z.enum(['auto', 'none', 'required']).optional(),
  response_format: z
    .strictObject({
      type: z.literal('json_schema'),
      json_schema: z.strictObject({
        name: z.string(),
        strict: z.boolean().optional(),
        schema: z.looseObject({ type: z.literal('object') }),
      }),
    })
    .optional(),
});
export type ModelRequest = z.infer<typeof requestBody>;

/** What it tells of every request that wants to know. */
export const toldUsage = { prompt_tokens: 120, completion_tokens: 9, total_tokens: 129 };

/** A form in which nothing is filled in. */
export const noOutcome = {
  ...{ result: 'unknown', resultEntry: null, resultQuote: null, sentence: 'They talked.' },
  ...{ values: [], followUps: [] },
};

function isOutcome({ response_format: format }: ModelRequest): boolean {
  return JSON.stringify(format?.json_schema.schema ?? {}).includes('"followUps"');
}

/** A small, strict, OpenAI-compatible server on loopback whose answers are scripted. */
export class ModelServer {
  readonly requests: ModelRequest[] = [];
  /** Clients that disconnected before their answer was complete. */
  abandoned = 0;
  /** Bytes sent by endless answers. */
  endlessBytes = 0;
  readonly #server: Server;
  readonly #answer: (request: ModelRequest) => Answer | Promise<Answer>;
  /** What clients have to bring; null: anybody may ask. */
  key: string | null;
  /** What it answers to requests for an outcome, which come after every call and are not among `requests`. */
  outcome: (request: ModelRequest) => Answer = () => [{ say: JSON.stringify(noOutcome) }];

  private constructor(answer: (request: ModelRequest) => Answer | Promise<Answer>, key: string | null) {
    this.#answer = answer;
    this.key = key;
    this.#server = createServer(this.listener);
  }

  /** Its answers without a port of its own, for another server. Null: anybody may ask. */
  static unstarted(
    answer: (request: ModelRequest) => Answer | Promise<Answer>,
    key: string | null = null,
  ): ModelServer {
    return new ModelServer(answer, key);
  }

  get listener(): RequestListener {
    return (request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    };
  }

  static async start(
    answer: (request: ModelRequest) => Answer | Promise<Answer>,
    key = 'test-key',
  ): Promise<ModelServer> {
    const server = new ModelServer(answer, key);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.key !== null && request.headers.authorization !== `Bearer ${this.key}`)
      return refuse(response, 401, 'bad key');
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
      return refuse(response, 404, 'no such path');
    const parsed = requestBody.safeParse(JSON.parse(await readBody(request)));
    if (!parsed.success) return refuse(response, 400, z.prettifyError(parsed.error));
    const fault = chatFault(parsed.data.messages);
    if (fault) return refuse(response, 400, fault);
    if (isOutcome(parsed.data)) {
      const answer = this.outcome(parsed.data);
      if ('status' in answer) return refuse(response, answer.status, answer.body ?? 'scripted');
      return whole(response, parsed.data.model, answer);
    }
    this.requests.push(parsed.data);
    response.on('close', () => {
      if (!response.writableEnded) this.abandoned += 1;
    });
    const answer = await this.#answer(parsed.data);
    if ('status' in answer) return refuse(response, answer.status, answer.body ?? 'scripted');
    const endless = answer.find((step) => typeof step === 'object' && 'endless' in step);
    if (parsed.data.stream || endless) {
      const tellsUsage = parsed.data.stream_options?.include_usage ?? false;
      const sent = (bytes: number) => {
        this.endlessBytes += bytes;
      };
      await stream(response, parsed.data.model, answer, sent, tellsUsage);
    } else whole(response, parsed.data.model, answer);
  }
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message: text, type: 'error', code: String(status) } }));
}

async function stream(
  response: ServerResponse,
  model: string,
  steps: readonly AnswerStep[],
  sent: (bytes: number) => void,
  tellsUsage: boolean,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, reason: string | null = null) => {
    const chunk = {
      id: 'c1',
      object: 'chat.completion.chunk',
      created: 1,
      model,
      choices: [{ index: 0, delta, finish_reason: reason }],
    };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  let calls = 0;
  for (const step of steps) {
    // One write for each step, as tokens arrive.
    await new Promise((resolve) => setImmediate(resolve));
    if (step === 'stall') return;
    if (step === 'cut') {
      response.socket?.destroy();
      return;
    }
    if (step === 'end') {
      response.end();
      return;
    }
    if ('say' in step) send({ role: 'assistant', content: step.say });
    else if ('garbage' in step) response.write(step.garbage);
    else if ('endless' in step) {
      while (!response.destroyed) {
        const taken = response.write(step.endless);
        sent(step.endless.length);
        await (taken ? new Promise((resolve) => setImmediate(resolve)) : drained(response));
      }
      return;
    } else {
      const call = { name: step.call, arguments: JSON.stringify(step.input) };
      send({ tool_calls: [{ index: calls, id: `call-${calls}`, type: 'function', function: call }] });
      calls += 1;
    }
  }
  send({}, calls > 0 ? 'tool_calls' : 'stop');
  const last = {
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model,
    choices: [],
    usage: toldUsage,
  };
  if (tellsUsage) response.write(`data: ${JSON.stringify(last)}\n\n`);
  response.end('data: [DONE]\n\n');
}

async function drained(response: ServerResponse): Promise<void> {
  await Promise.race([once(response, 'drain'), once(response, 'close')]);
}

function whole(response: ServerResponse, model: string, steps: readonly AnswerStep[]): void {
  if (steps.includes('stall')) return;
  const content = steps
    .flatMap((step) => (typeof step === 'object' && 'say' in step ? [step.say] : []))
    .join('');
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model,
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: toldUsage,
    }),
  );
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
