import type { ConfigChange } from '@parley/contract';
import { wordDiff } from '../config/word-diff.ts';

/** What changed, a sentence each; long texts with what was removed and added. */
export function ChangeList({ changes }: { changes: readonly ConfigChange[] }) {
  if (changes.length === 0) return <p className="px-4 py-3 text-ink-3">Nothing changed.</p>;
  return (
    <ul className="grid">
      {changes.map(({ path, sentence, before, after }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list may have several changes at one path
        <li key={`${path}:${index}`} className="grid gap-1 border-t px-4 py-2.5 first:border-t-0">
          <p className="wrap-anywhere font-medium">{sentence}</p>
          {(before ?? after) !== null && <TextChange before={before ?? ''} after={after ?? ''} />}
        </li>
      ))}
    </ul>
  );
}

function TextChange({ before, after }: { before: string; after: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-wrap text-ink-2 text-sm">
      {wordDiff(before, after).map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the runs have no other identity
        if (kind === 'same') return <span key={index}>{text}</span>;
        return kind === 'removed' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <del key={index} className="bg-red-soft text-red decoration-red/60">
            {text}
          </del>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <ins key={index} className="bg-green-soft text-green no-underline">
            {text}
          </ins>
        );
      })}
    </p>
  );
}
