import type { Form } from './form.ts';

export interface PageInput<Item extends { sid: string }> {
  records: Item[];
  key: string;
  view(record: Item): unknown;
  query: Form;
  path: string;
}

const largestPage = 1000;

/** One page of a list. The token names the last item seen, so that new items do not shift the pages. */
export function paged<Item extends { sid: string }>(input: PageInput<Item>): Record<string, unknown> {
  const { records, query, path } = input;
  // The SDK requests its limit as page size, which may be above Twilio's largest page.
  const size = Math.min(largestPage, query.whole('PageSize', 1, 1_000_000_000, 50));
  const page = query.whole('Page', 0, 1_000_000, 0);
  const token = query.text('PageToken');
  const after = token ? records.findIndex((record) => `PA${record.sid.slice(2)}` === token) : -1;
  const start = token && after >= 0 ? after + 1 : page * size;
  const items = records.slice(start, start + size);
  const last = items.at(-1);
  const address = (number: number, pageToken?: string) => {
    const params = new URLSearchParams();
    for (const name of query.names()) {
      if (name === 'Page' || name === 'PageToken' || name === 'PageSize') continue;
      for (const value of query.list(name)) params.append(name, value);
    }
    params.set('PageSize', String(size));
    params.set('Page', String(number));
    if (pageToken) params.set('PageToken', pageToken);
    return `${path}?${params}`;
  };
  const hasMore = start + items.length < records.length;
  return {
    [input.key]: items.map(input.view),
    first_page_uri: address(0),
    next_page_uri: hasMore && last ? address(page + 1, `PA${last.sid.slice(2)}`) : null,
    previous_page_uri: page > 0 ? address(page - 1) : null,
    page,
    page_size: size,
    start,
    end: Math.max(start, start + items.length - 1),
    uri: address(page, token ?? undefined),
  };
}
