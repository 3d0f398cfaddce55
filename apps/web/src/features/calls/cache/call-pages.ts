import type { InfiniteData } from '@tanstack/react-query';
import type { Call, CallsPage } from '../../../lib/reading/calls.ts';
import { newerCall } from './newer-call.ts';

/** The loaded part of the call list, newest first; ids grow with time, so the id is the order. */
export type CallPages = InfiniteData<CallsPage, string | null>;

export function withCall(data: CallPages, told: Call): CallPages {
  const known = data.pages.some((page) => page.calls.some(({ _id }) => _id === told._id));
  return known ? replaced(data, told) : inserted(data, told);
}

export function withoutCall(data: CallPages, callId: string): CallPages {
  return mapPages(data, (calls) =>
    calls.some(({ _id }) => _id === callId) ? calls.filter(({ _id }) => _id !== callId) : calls,
  );
}

function replaced(data: CallPages, told: Call): CallPages {
  return mapPages(data, (calls) =>
    calls.some(({ _id }) => _id === told._id)
      ? calls.map((call) => (call._id === told._id ? newerCall(call, told) : call))
      : calls,
  );
}

/** A call older than everything loaded waits for its own page. */
function inserted(data: CallPages, told: Call): CallPages {
  const last = data.pages.length - 1;
  const place = data.pages.findIndex(
    ({ calls, hasMore }, index) => calls.some(({ _id }) => _id < told._id) || (index === last && !hasMore),
  );
  if (place === -1) return data;
  return mapPages(data, (calls, index) => {
    if (index !== place) return calls;
    const before = calls.findIndex(({ _id }) => _id < told._id);
    return before === -1 ? [...calls, told] : calls.toSpliced(before, 0, told);
  });
}

function mapPages(data: CallPages, change: (calls: Call[], index: number) => Call[]): CallPages {
  const pages = data.pages.map((page, index) => {
    const calls = change(page.calls, index);
    return calls === page.calls ? page : { ...page, calls };
  });
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
}
