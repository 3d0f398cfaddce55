import { type RefObject, useEffect, useMemo } from 'react';
import type { EntrySpan } from './entry-spans.ts';
import { entryAt } from './entry-times.ts';
import { type SpokenWord, spokenWords, wordAt } from './spoken-words.ts';
import { rangeOf } from './text-places.ts';

/** As in styles.css. */
const highlight = 'spoken-word';

interface LitWordOptions {
  /** An element of the card in which the transcript stands. */
  inside: RefObject<HTMLElement | null>;
  audio: RefObject<HTMLAudioElement | null>;
  spans: readonly EntrySpan[];
  playing: boolean;
  /** Null: nothing was played yet. */
  positionMs: number | null;
}

/** The element that has the words of an entry, and nothing else. */
export function wordsOf(inside: Element | null, ordinal: number): Element | null {
  return inside?.closest('section')?.querySelector(`[data-entry="${ordinal}"] [data-words]`) ?? null;
}

/**
 * Lights the word that is heard. It is a highlight of the browser beside the elements of the page: nothing is rendered for
 * it, marked text stays marked, and a browser without it lights the entry alone.
 */
export function useLitWord({ inside, audio, spans, playing, positionMs }: LitWordOptions): void {
  const light = useMemo(() => {
    const known = new Map<EntrySpan, SpokenWord[]>();
    let lit: SpokenWord | null = null;
    return (ms: number | null) => {
      const ordinal = ms === null ? null : entryAt(spans, ms);
      const span = spans.find((one) => one.ordinal === ordinal);
      if (span && !known.has(span)) known.set(span, spokenWords(span));
      const word = span && ms !== null ? wordAt(known.get(span) ?? [], span, ms) : null;
      if (word === lit) return;
      lit = word;
      const element = word && span ? wordsOf(inside.current, span.ordinal) : null;
      const range = word && element ? rangeOf(element, word.from, word.to) : null;
      if (range === null) CSS.highlights.delete(highlight);
      else CSS.highlights.set(highlight, new Highlight(range));
    };
  }, [inside, spans]);
  useEffect(() => {
    if (!playing && canLight) light(positionMs);
  }, [light, playing, positionMs]);
  useEffect(() => {
    if (!playing || !canLight) return;
    // The element reports its time four times a second, and a word may be shorter.
    const next = () => {
      const element = audio.current;
      // While it loads and seeks, it is at another place.
      if (element !== null && element.readyState > 1 && !element.seeking) light(element.currentTime * 1000);
      frame = requestAnimationFrame(next);
    };
    let frame = requestAnimationFrame(next);
    return () => cancelAnimationFrame(frame);
  }, [light, playing, audio]);
  useEffect(
    () => () => {
      if (canLight) CSS.highlights.delete(highlight);
    },
    [],
  );
}

const canLight = 'highlights' in CSS;
