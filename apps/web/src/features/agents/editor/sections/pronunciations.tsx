import { agentLimits } from '@parley/contract';
import { useRef } from 'react';
import { TextField } from '../../../../ui/text-field.tsx';
import { useFocusNew } from '../../../../ui/use-focus-new.ts';
import { useField, useProblem } from '../editor-context.ts';
import { ListProblem } from '../list-problem.tsx';
import { AddButton, RemovableRow } from './removable-row.tsx';

/** Word by word, how the voice shall say it. */
export function Pronunciations() {
  const { value: list, set, error, readOnly } = useField('speech.pronunciations');
  const problem = useProblem();
  const container = useRef<HTMLUListElement>(null);
  const focusNew = useFocusNew(container, list.length);
  const change = (index: number, next: Partial<(typeof list)[number]>) =>
    set(list.map((item, at) => (at === index ? { ...item, ...next } : item)));
  return (
    <>
      {list.length === 0 && (
        <p className="text-ink-3">
          {'No words yet. A name that a voice gets wrong belongs here, such as "Nguyen", said "win".'}
        </p>
      )}
      <ul ref={container} aria-label="Pronunciations" className="grid gap-3">
        {list.map(({ word, say }, index) => {
          const path = `speech.pronunciations.${index}`;
          return (
            <RemovableRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other identity
              key={index}
              name={word === '' ? `word ${index + 1}` : word}
              onRemove={readOnly ? null : () => set(list.filter((_, at) => at !== index))}
            >
              <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
                <TextField
                  label="Word"
                  value={word}
                  readOnly={readOnly}
                  autoComplete="off"
                  error={problem(path) ?? problem(`${path}.word`)}
                  maxLength={agentLimits.draftTextMax}
                  onChange={(event) => change(index, { word: event.target.value })}
                />
                <TextField
                  label="How to say it"
                  value={say}
                  readOnly={readOnly}
                  autoComplete="off"
                  error={problem(`${path}.say`)}
                  maxLength={agentLimits.draftTextMax}
                  onChange={(event) => change(index, { say: event.target.value })}
                />
              </div>
            </RemovableRow>
          );
        })}
      </ul>
      <ListProblem>{error}</ListProblem>
      {!readOnly && (
        <AddButton
          onClick={() => {
            focusNew();
            set([...list, { word: '', say: '' }]);
          }}
        >
          Add a Word
        </AddButton>
      )}
    </>
  );
}
