import type { InfiniteData } from '@tanstack/react-query';
import type { FollowUp, FollowUpsPage } from '../../../lib/parsing/follow-ups.ts';
import { compareIn, type Filter, isShown } from '../filter.ts';

/** The loaded part of one list. */
export type FollowUpPages = InfiniteData<FollowUpsPage, string | null>;

/** A response and an event can arrive in the wrong order: the later revision counts. */
export function newerFollowUp(known: FollowUp, incoming: FollowUp): FollowUp {
  return incoming.revision < known.revision ? known : incoming;
}

/**
 * Puts a changed follow-up where it belongs in the list, or takes it out. One that belongs behind the last loaded one is
 * left out: it comes with its page.
 */
export function withFollowUp(
  data: FollowUpPages,
  incoming: FollowUp,
  filter: Filter,
  myId: string | null,
): FollowUpPages {
  const known = found(data, incoming.id);
  if (known !== null && newerFollowUp(known, incoming) === known) return data;
  const stays = isShown(filter, incoming, myId);
  if (known !== null && stays && compareIn(filter.state)(known, incoming) === 0)
    return mapPages(data, (followUps) =>
      followUps.includes(known) ? followUps.map((each) => (each === known ? incoming : each)) : followUps,
    );
  const without = known === null ? data : withoutFollowUp(data, incoming.id);
  return stays ? inserted(without, incoming, filter) : without;
}

export function found(data: FollowUpPages, id: string): FollowUp | null {
  for (const { followUps } of data.pages) {
    const known = followUps.find((each) => each.id === id);
    if (known !== undefined) return known;
  }
  return null;
}

function withoutFollowUp(data: FollowUpPages, id: string): FollowUpPages {
  return mapPages(data, (followUps) =>
    followUps.some((each) => each.id === id) ? followUps.filter((each) => each.id !== id) : followUps,
  );
}

function inserted(data: FollowUpPages, incoming: FollowUp, { state }: Filter): FollowUpPages {
  const compare = compareIn(state);
  const isBehind = (each: FollowUp) => compare(incoming, each) < 0;
  const last = data.pages.length - 1;
  const pageIndex = data.pages.findIndex(
    ({ followUps, hasMore }, index) => followUps.some(isBehind) || (index === last && !hasMore),
  );
  if (pageIndex === -1) return data;
  return mapPages(data, (followUps, index) => {
    if (index !== pageIndex) return followUps;
    const before = followUps.findIndex(isBehind);
    return before === -1 ? [...followUps, incoming] : followUps.toSpliced(before, 0, incoming);
  });
}

function mapPages(
  data: FollowUpPages,
  change: (followUps: FollowUp[], index: number) => FollowUp[],
): FollowUpPages {
  const pages = data.pages.map((page, index) => {
    const followUps = change(page.followUps, index);
    return followUps === page.followUps ? page : { ...page, followUps };
  });
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
}
