import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a browser test needs of a request. */
interface ChatRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly response_format?: unknown;
}

export interface ModelEmulator {
  readonly port: number;
  /** Its address as OpenAI-compatible server. */
  readonly url: string;
  /** How often it was asked to speak. */
  readonly asked: () => number;
  stop(): Promise<void>;
  /** At the same port, after `stop`. */
  startAgain(): Promise<void>;
}

/** A server with one model on this machine that answers as Ollama does; it knows a sentence, tools and a form. */
export async function startModelEmulator(model: string): Promise<ModelEmulator> {
  let server: Server | null = null;
  let asked = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').split('?')[0];
    if (path === '/api/tags')
      return json(response, { models: [{ name: model, details: { family: 'llama' } }] });
    if (path === '/v1/models')
      return json(response, {
        object: 'list',
        data: [{ id: model, object: 'model', created: 1, owned_by: 'library' }],
      });
    if (path !== '/v1/chat/completions') return json(response, { error: { message: 'not found' } }, 404);
    asked += 1;
    const body = JSON.parse(await readText(request)) as ChatRequest;
    if (body.model !== model)
      return json(
        response,
        { error: { message: `model '${body.model}' not found`, type: 'api_error' } },
        404,
      );
    answer(body, response);
  };
  const listen = async (port: number) => {
    server = createServer((request, response) => {
      handle(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    port,
    url: `http://127.0.0.1:${port}/v1`,
    asked: () => asked,
    async stop() {
      const running = server;
      server = null;
      if (!running) return;
      running.closeAllConnections();
      await new Promise((resolve) => running.close(resolve));
    },
    async startAgain() {
      await listen(port);
    },
  };
}

function answer(body: ChatRequest, response: ServerResponse): void {
  const tools = (body.tools ?? []).map((tool) => tool.function.name);
  const heard = body.messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => JSON.stringify(content));
  const last = heard.at(-1) ?? '';
  // Once the other party has spoken twice, or says goodbye, the call is over.
  const isOver = /goodbye|bye/i.test(last) || heard.length > 2;
  const ending = tools.find((name) => name === 'hang_up' || name === 'end_call');
  const call = ending && isOver ? { name: ending, arguments: JSON.stringify({ reason: 'finished' }) } : null;
  const text = body.response_format
    ? '{"day":"Tuesday"}'
    : 'Good day, this is a call to try things out. Does that suit you?';
  const toolCalls = call ? [{ index: 0, id: 'call_1', type: 'function', function: call }] : null;
  const head = { id: 'chat-1', created: 1, model: body.model };
  const reason = toolCalls ? 'tool_calls' : 'stop';
  const message = toolCalls
    ? { role: 'assistant', content: '', tool_calls: toolCalls }
    : { role: 'assistant', content: text };
  if (!body.stream) {
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const choices = [{ index: 0, message, finish_reason: reason }];
    json(response, { ...head, object: 'chat.completion', choices, usage });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish: string | null) =>
    response.write(
      `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  send(message, null);
  send({}, reason);
  response.end('data: [DONE]\n\n');
}

function json(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
