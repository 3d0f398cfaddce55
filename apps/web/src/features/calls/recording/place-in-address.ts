import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type EntryTime, secondsIn, startOf } from './entry-times.ts';

/** Where the address says that it begins: `?t=83`, or the entry that was found where it has to be played at once. */
export function useStart(times: readonly EntryTime[]): { startMs: number; atOnce: boolean } {
  const [params, setParams] = useSearchParams();
  const [start] = useState(() => {
    const seconds = secondsIn(params.get('t'));
    const entry = startOf(times, Number(params.get('entry') ?? Number.NaN));
    const atOnce = params.get('play') === '1';
    return { startMs: seconds !== null ? seconds * 1000 : atOnce ? (entry ?? 0) : 0, atOnce };
  });
  useEffect(() => {
    // A reloaded page does not begin to speak.
    if (params.get('play') !== null)
      setParams(
        (given) => {
          given.delete('play');
          return given;
        },
        { replace: true, preventScrollReset: true },
      );
  }, [params, setParams]);
  return start;
}

/** The address of this page at a place of the recording. */
export function linkTo(ms: number): string {
  const url = new URL(window.location.href);
  url.search = `?t=${Math.floor(ms / 1000)}`;
  url.hash = '';
  return url.href;
}
