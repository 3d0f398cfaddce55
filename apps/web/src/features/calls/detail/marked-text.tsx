import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** More than a search can have. */
const wordsMax = 20;

/** The words that a search has found this call by; they stand in the address. */
export function useMarkedWords(): readonly string[] {
  const [params] = useSearchParams();
  return useMemo(
    () =>
      params
        .getAll('mark')
        .filter((word) => word.trim() !== '' && word.length <= 200)
        .slice(0, wordsMax),
    [params],
  );
}

/** Once, on mount: brings the first marked word into view, unless an entry of the transcript is pointed at. */
export function useShowMark(isPointedAt: boolean): void {
  const hasWords = useMarkedWords().length > 0;
  const show = hasWords && !isPointedAt;
  useEffect(() => {
    if (show) document.querySelector('main mark')?.scrollIntoView({ block: 'center' });
  }, [show]);
}

/** A text with the words marked, as whole words and whatever their capitals. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  return splitAt(text, words).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: every second part is a found word, and they do not move
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );
}

/** Every second part is one of the words. */
export function splitAt(text: string, words: readonly string[]): string[] {
  if (words.length === 0) return [text];
  const longestFirst = words.toSorted((one, other) => other.length - one.length).map(literally);
  const boundary = String.raw`[\p{L}\p{N}]`;
  return text.split(new RegExp(`(?<!${boundary})(${longestFirst.join('|')})(?!${boundary})`, 'giu'));
}

const literally = (word: string) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
