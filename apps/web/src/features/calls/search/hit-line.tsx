import type { CallHit } from '../../../lib/parsing/call-search.ts';

const places: Readonly<Record<string, string>> = {
  transcript: 'Transcript',
  summary: 'Summary',
  instructions: 'Instructions',
  note: 'Note',
  name: 'Name',
  number: 'Number',
  id: 'Id',
};

/** Where the words stand that a call was found by. */
export function HitLine({ hit }: { hit: CallHit }) {
  return (
    <>
      {Object.hasOwn(places, hit.where) && <span className="text-ink-3">{`${places[hit.where]}: `}</span>}
      {hit.parts.map(({ text, marked }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text do not move
        marked ? <mark key={index}>{text}</mark> : text,
      )}
    </>
  );
}
