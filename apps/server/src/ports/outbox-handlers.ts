import type { OutboxEvent } from '@parley/contract';
import type { OutboxConsumer, StoredEvent } from './outbox.ts';

type Handlers = {
  readonly [Type in OutboxEvent['type']]?: (
    event: StoredEvent & { readonly event: Extract<OutboxEvent, { type: Type }> },
    signal: AbortSignal,
  ) => Promise<void>;
};

/** A consumer that gets events of the types for which it has a handler, and no others. */
export function outboxConsumer(name: string, start: 'now' | 'oldest', handlers: Handlers): OutboxConsumer {
  const known = handlers as Readonly<Record<string, OutboxConsumer['handle'] | undefined>>;
  return {
    ...{ name, start, types: Object.keys(handlers) as OutboxEvent['type'][] },
    handle: async (event, signal) => known[event.event.type]?.(event, signal),
  };
}
