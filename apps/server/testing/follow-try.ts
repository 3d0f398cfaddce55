import type { TryEvent } from '@parley/contract';
import { expect } from 'vitest';
import type { DeskClient } from './desk-client.ts';

export interface FollowedTry {
  readonly events: TryEvent[];
  readonly closed: Promise<void>;
  said(): string;
}

/** The events of a try, as a page gets them. */
export async function follow(client: DeskClient, id: string, after = 0): Promise<FollowedTry> {
  const response = await fetch(`${client.url}/api/tries/${id}/events?after=${after}`, {
    headers: { authorization: `Bearer ${await client.token()}` },
  });
  expect(response.status).toBe(200);
  const events: TryEvent[] = [];
  const read = async () => {
    let rest = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data !== undefined) events.push(JSON.parse(data) as TryEvent);
      }
    }
  };
  return { events, closed: read(), said: () => finalWords(events) };
}

function finalWords(events: readonly TryEvent[]): string {
  return events
    .flatMap((event) => (event.type === 'said' && event.final ? [`${event.speaker}: ${event.text}`] : []))
    .join('\n');
}
