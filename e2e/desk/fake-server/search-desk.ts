import type { CallDetail, CallHit, CallView, CreateViewBody } from '@parley/contract';

export const viewIdOf = (n: number) => `019a8b5e-6c00-7000-b000-${String(n).padStart(12, '0')}`;

export function viewOf(n: number, name: string, values: Record<string, string>): CallView {
  return { id: viewIdOf(n), name, filters: { version: 1, values } };
}

/** The search and the saved views of the fake server. */
export class SearchDesk {
  views: CallView[] = [];
  /** A search stops before the call with this id, once for each request. */
  stopsBefore: string | null = null;
  #last = 900;

  add({ name, filters }: CreateViewBody): CallView | null {
    const same = this.views.find((view) => view.name.toLowerCase() === name.toLowerCase());
    if (same !== undefined) return null;
    this.#last += 1;
    const view = { id: viewIdOf(this.#last), name, filters };
    this.views = [...this.views, view].toSorted((one, other) => one.name.localeCompare(other.name));
    return view;
  }
}

/** Where the words stand in the call: all of them in one place, or the first of them anywhere. */
export function hitOf(call: CallDetail, q: string): CallHit | null | 'none' {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const texts: { where: CallHit['where']; text: string; ordinal?: number }[] = [
    ...call.transcript.map(({ message, ordinal }) => ({
      where: 'transcript' as const,
      text: message,
      ordinal,
    })),
    { where: 'summary', text: call.summary ?? '' },
    { where: 'instructions', text: call.instructions ?? '' },
    { where: 'number', text: call.to ?? '' },
  ];
  const all = texts.map(({ text }) => text.toLowerCase()).join('\n');
  if (words.some((word) => !all.includes(word))) return 'none';
  const counted = texts.map((each) => ({
    ...each,
    count: words.filter((word) => each.text.toLowerCase().includes(word)).length,
  }));
  const [best] = counted.toSorted((one, other) => other.count - one.count);
  if (best === undefined) return null;
  const pattern = new RegExp(`(${words.map((word) => word.replaceAll(/\W/g, '\\$&')).join('|')})`, 'i');
  const parts = best.text
    .split(new RegExp(pattern, 'gi'))
    .map((text, index) => ({ text, marked: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
  return { where: best.where, ...(best.ordinal !== undefined && { ordinal: best.ordinal }), parts };
}
