import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** What proves something: an entry of the transcript, or what a tool answered. */
export type Pointed = { kind: 'entry'; ordinal: number } | { kind: 'tool'; id: string };

/** The entry or tool of the transcript that is pointed at; counts how often, so that the same one can be shown again. */
export type LitEntry = Pointed & { times: number };

/** It stands in the address, so that an entry can be linked to. */
export function useLitEntry(): [LitEntry | null, (pointed: Pointed) => void] {
  const [params, setParams] = useSearchParams();
  const [times, setTimes] = useState(0);
  const pointed = pointedAt(params);
  return [
    pointed === null ? null : { ...pointed, times },
    (next) => {
      setParams(
        (given) => {
          given.delete('entry');
          given.delete('tool');
          if (next.kind === 'entry') given.set('entry', String(next.ordinal));
          else given.set('tool', next.id);
          return given;
        },
        { replace: true, preventScrollReset: true },
      );
      setTimes((given) => given + 1);
    },
  ];
}

function pointedAt(params: URLSearchParams): Pointed | null {
  const entry = params.get('entry') ?? '';
  if (/^\d{1,9}$/.test(entry)) return { kind: 'entry', ordinal: Number(entry) };
  const tool = params.get('tool') ?? '';
  return tool === '' ? null : { kind: 'tool', id: tool };
}
