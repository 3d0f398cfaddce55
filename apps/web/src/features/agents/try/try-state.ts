import type { TryEvent } from '@parley/contract';

type EventOf<Type extends TryEvent['type']> = Extract<TryEvent, { type: Type }>;

/** One line of the conversation, in the order in which it began. */
export type TryItem = { key: string } & (EventOf<'said'> | EventOf<'tool'> | EventOf<'timing'>);

/** What the page knows of a try. */
export interface TryState {
  /** The number of the last event. */
  last: number;
  began: EventOf<'began'> | null;
  items: readonly TryItem[];
  ended: EventOf<'ended'> | null;
}

export const emptyTry: TryState = { last: 0, began: null, items: [], ended: null };

/** After an interrupted stream events may come twice; only newer ones count. */
export function applyTryEvent(state: TryState, event: TryEvent): TryState {
  if (event.number <= state.last) return state;
  const next = { ...state, last: event.number };
  switch (event.type) {
    case 'began':
      return { ...next, began: event };
    case 'said':
      return { ...next, items: withItem(state.items, { ...event, key: `said:${event.ordinal}` }) };
    case 'unsaid':
      return { ...next, items: state.items.filter(({ key }) => key !== `said:${event.ordinal}`) };
    case 'tool':
      return { ...next, items: withItem(state.items, { ...event, key: `tool:${event.callId}` }) };
    case 'timing':
      return { ...next, items: withItem(state.items, { ...event, key: `timing:${event.number}` }) };
    case 'ended':
      return { ...next, ended: event };
  }
}

function withItem(items: readonly TryItem[], item: TryItem): readonly TryItem[] {
  return items.some(({ key }) => key === item.key)
    ? items.map((each) => (each.key === item.key ? item : each))
    : [...items, item];
}
