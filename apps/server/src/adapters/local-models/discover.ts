import { request } from 'node:http';
import type { LocalModelServer, LocalModels } from '../../ports/local-models.ts';
import { isForText, knownServers, openAiModels } from './servers.ts';

/** A server on this machine answers at once, also while its model is busy. The rest is for this server, which may be busy. */
const timeoutMs = 1_000;
const longestAnswer = 64 * 1024;

/**
 * Looks for model servers on this machine. What is not one gets a single request for a list of models, and no other; no
 * answer, however long, late or strange, is more than "not found".
 */
export function findLocalModels(ports: readonly number[], { host = '127.0.0.1' } = {}): LocalModels {
  return {
    async find() {
      const found = await Promise.all(ports.map((port) => lookAt(host, port)));
      return found.filter((server) => server !== null);
    },
    addressOf: (entered) => {
      const url = URL.parse(entered);
      const isHere = url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
      const port =
        isHere && url.protocol === 'http:' && /^\/(?:v1\/?)?$/.test(url.pathname) ? Number(url.port) : 0;
      return ports.includes(port) ? baseUrl(host, port) : null;
    },
    answers: async (url) => {
      const port = Number(URL.parse(url)?.port);
      return ports.includes(port) && url === baseUrl(host, port)
        ? (await hasModels(host, port)) || hasModels(host, port)
        : false;
    },
  };
}

const baseUrl = (host: string, port: number) => `http://${host}:${port}/v1`;

async function hasModels(host: string, port: number): Promise<boolean> {
  return openAiModels.safeParse(await ask(host, port, '/v1/models')).success;
}

async function lookAt(host: string, port: number): Promise<LocalModelServer | null> {
  const listed = openAiModels.safeParse(await ask(host, port, '/v1/models'));
  if (!listed.success) return null;
  const answers = await Promise.all(
    knownServers.map(async (known) => ({ known, answer: await ask(host, port, known.path) })),
  );
  const own = answers.find(({ known, answer }) => known.shape.safeParse(answer).success);
  const notForText = new Set(own?.known.notForText(own.answer));
  const models = (listed.data.data ?? [])
    .map(({ id }) => id)
    .filter((name) => isForText(name) && !notForText.has(name));
  return { server: own?.known.server ?? 'other', url: baseUrl(host, port), models };
}

/** The answer as JSON; null where there is none. A redirect is none. */
function ask(host: string, port: number, path: string): Promise<unknown> {
  return new Promise((resolve) => {
    const asked = request(
      { host, port, path, agent: false, signal: AbortSignal.timeout(timeoutMs) },
      (response) => {
        if (response.statusCode !== 200) {
          asked.destroy();
          return;
        }
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.length > longestAnswer) asked.destroy();
        });
        response.on('end', () => resolve(parsed(text)));
        response.on('error', () => resolve(null));
      },
    );
    asked.on('error', () => resolve(null));
    asked.on('close', () => resolve(null));
    asked.end();
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
