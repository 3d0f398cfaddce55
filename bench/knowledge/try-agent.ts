import type { AgentConfig, TryEvent, TryInput } from '@parley/contract';

/** The desk of one person, over HTTP. */
export interface DeskRequests {
  request(method: string, path: string, body?: object): Promise<unknown>;
  /** The events of a try until the first that `until` accepts. */
  events(tryId: string, after: number, until: (event: TryEvent) => boolean): Promise<TryEvent[]>;
}

export function deskRequests(url: string, token: string): DeskRequests {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    async request(method, path, body) {
      const response = await fetch(url + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text);
    },
    async events(tryId, after, until) {
      const closing = new AbortController();
      const path = `${url}/api/tries/${tryId}/events?after=${after}`;
      const response = await fetch(path, { headers, signal: closing.signal });
      const seen: TryEvent[] = [];
      let rest = '';
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data === undefined) continue;
          const event = JSON.parse(data) as TryEvent;
          seen.push(event);
          if (!until(event)) continue;
          closing.abort();
          return seen;
        }
      }
      throw new Error('The try ended before what was waited for.');
    },
  };
}

/** An agent with this draft; it need not be published to be tried. */
export async function makeAgent(
  desk: DeskRequests,
  displayName: string,
  change: (config: AgentConfig) => AgentConfig,
): Promise<string> {
  const { agent } = (await desk.request('POST', '/api/agents', { displayName, from: { kind: 'empty' } })) as {
    agent: { id: string; draft: { revision: number; config: AgentConfig } };
  };
  const { revision, config } = agent.draft;
  await desk.request('PUT', `/api/agents/${agent.id}/draft`, { revision, config: change(config) });
  return agent.id;
}

export interface AnswerTimes {
  /** From the end of the question to the first word of the answer. */
  readonly answerMs: number;
  /** Of that, the look-up; null where there was none. */
  readonly lookUpMs: number | null;
}

/** Asks an agent one question in a try of its own. */
export async function askOnce(desk: DeskRequests, agentId: string, question: string): Promise<AnswerTimes> {
  const start = { channel: 'text', direction: 'inbound', instructions: '' };
  const { try: tried } = (await desk.request('POST', `/api/agents/${agentId}/tries`, start)) as {
    try: { id: string };
  };
  const input: TryInput = { kind: 'say', text: question };
  await desk.request('POST', `/api/tries/${tried.id}/input`, input);
  const events = await desk.events(tried.id, 0, ({ type }) => type === 'timing');
  const last = events.at(-1);
  await desk.request('POST', `/api/tries/${tried.id}/end`);
  await desk.events(tried.id, last?.number ?? 0, ({ type }) => type === 'ended');
  const lookUp = events.findLast(
    (event) => event.type === 'tool' && event.name === 'look_up' && event.status === 'done',
  );
  return {
    answerMs: last?.type === 'timing' ? (last.timing.firstTokenMs ?? Number.NaN) : Number.NaN,
    lookUpMs: lookUp?.type === 'tool' ? lookUp.ms : null,
  };
}
