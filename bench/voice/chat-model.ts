import type { IncomingMessage, ServerResponse } from 'node:http';
import { nowUs } from './clock.ts';
import { listen, type RawWebSocketServer } from './wire/raw-websocket.ts';

/** Delay of the first token, and between tokens. */
const thinkMs = 150;
const wordMs = 15;
/** Some four and a half seconds of speech. */
const words = 'Of course , we are open on that day from nine to five ; shall I note it ?'.split(/(?<= )/);
export const reply = words.join('');

/** One answer and its timing. */
export interface Answer {
  readonly askedUs: number;
  spokeUs: number | null;
  /** Set when the client aborted before the last token. */
  abortedUs: number | null;
  finished: boolean;
}

/** An OpenAI-compatible language model with a fixed pace. The text of a request names its turn. */
export class ChatModel {
  readonly answers = new Map<string, Answer>();
  readonly #server: RawWebSocketServer;

  private constructor(server: RawWebSocketServer) {
    this.#server = server;
    server.http.on('request', (request, response) => this.#take(request, response));
  }

  static async start(): Promise<ChatModel> {
    return new ChatModel(await listen((socket) => socket.close()));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}/v1`;
  }

  stop(): void {
    this.#server.close();
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const askedUs = nowUs();
      const body = Buffer.concat(chunks).toString();
      if (!body.includes('"stream":true')) {
        response.setHeader('Content-Type', 'application/json');
        response.end(body.includes('"response_format"') ? form : summary);
        return;
      }
      const answer: Answer = { askedUs, spokeUs: null, abortedUs: null, finished: false };
      this.answers.set(turnIn(body), answer);
      speak(response, answer);
    });
  }
}

/** The last turn named in a request. */
function turnIn(body: string): string {
  const at = body.lastIndexOf('turn ');
  return /turn (\d+-\d+)/.exec(body.slice(at, at + 20))?.[1] ?? '';
}

function speak(response: ServerResponse, answer: Answer): void {
  response.setHeader('Content-Type', 'text/event-stream');
  let place = 0;
  const next = () => {
    if (place === 0) {
      answer.spokeUs = nowUs();
    }
    response.write(chunks[place] ?? '');
    place += 1;
    if (place < chunks.length) {
      timer = setTimeout(next, wordMs);
      return;
    }
    answer.finished = true;
    response.end('data: [DONE]\n\n');
  };
  let timer = setTimeout(next, thinkMs);
  response.on('close', () => {
    clearTimeout(timer);
    if (!answer.finished) answer.abortedUs = nowUs();
  });
}

const chunk = (delta: object, finish_reason: string | null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-emulated',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'emulated',
    choices: [{ index: 0, delta, finish_reason }],
  })}\n\n`;

const chunks = [
  ...words.map((content, index) => chunk(index === 0 ? { role: 'assistant', content } : { content }, null)),
  chunk({}, 'stop'),
];

const whole = (content: string) =>
  JSON.stringify({
    id: 'chatcmpl-emulated',
    object: 'chat.completion',
    created: 1_790_000_000,
    model: 'emulated',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
const summary = whole('They talked.');
/** An outcome in which nothing is filled in. */
const form = whole('{}');
