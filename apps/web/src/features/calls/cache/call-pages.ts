import type { InfiniteData } from '@tanstack/react-query';
import type { Call, CallsPage } from '../../../lib/parsing/calls.ts';
import { newerCall } from './newer-call.ts';

/** The loaded part of the call list, newest first. Ids grow with time, so they give the order. */
export type CallPages = InfiniteData<CallsPage, string | null>;

export function withCall(data: CallPages, incoming: Call): CallPages {
  const known = data.pages.some((page) => page.calls.some(({ _id }) => _id === incoming._id));
  return known ? replaced(data, incoming) : inserted(data, incoming);
}

export function withoutCall(data: CallPages, callId: string): CallPages {
  return mapPages(data, (calls) =>
    calls.some(({ _id }) => _id === callId) ? calls.filter(({ _id }) => _id !== callId) : calls,
  );
}

function replaced(data: CallPages, incoming: Call): CallPages {
  return mapPages(data, (calls) =>
    calls.some(({ _id }) => _id === incoming._id)
      ? calls.map((call) => (call._id === incoming._id ? newerCall(call, incoming) : call))
      : calls,
  );
}

/** A call older than the loaded ones is left out: it comes with its page. */
function inserted(data: CallPages, incoming: Call): CallPages {
  const last = data.pages.length - 1;
  const pageIndex = data.pages.findIndex(
    ({ calls, hasMore }, index) =>
      calls.some(({ _id }) => _id < incoming._id) || (index === last && !hasMore),
  );
  if (pageIndex === -1) return data;
  return mapPages(data, (calls, index) => {
    if (index !== pageIndex) return calls;
    const before = calls.findIndex(({ _id }) => _id < incoming._id);
    return before === -1 ? [...calls, incoming] : calls.toSpliced(before, 0, incoming);
  });
}

function mapPages(data: CallPages, change: (calls: Call[], index: number) => Call[]): CallPages {
  const pages = data.pages.map((page, index) => {
    const calls = change(page.calls, index);
    return calls === page.calls ? page : { ...page, calls };
  });
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
}
