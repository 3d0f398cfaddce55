import { type AgentTools, toolLimits } from '@parley/contract';
import { useRef } from 'react';
import { countFrom, isTooLong } from '../../../../lib/text-count.ts';
import { TextArea, TextField } from '../../../../ui/text-field.tsx';
import { useFocusNew } from '../../../../ui/use-focus-new.ts';
import { useEditor, useField, useProblem } from '../editor-context.ts';
import { PlaceholderHint } from '../fields.tsx';
import { ListProblem } from '../list-problem.tsx';
import { AddButton, RemovableRow } from './removable-row.tsx';

type Texts = AgentTools['texts'];

/** The text messages that the agent chooses from; it cannot write others. */
export function TextMessages() {
  const { config, change } = useEditor();
  const { value: texts = [], error, readOnly } = useField('tools.texts');
  const problem = useProblem();
  const container = useRef<HTMLUListElement>(null);
  const focusNew = useFocusNew(container, texts.length);
  const set = (next: Texts) => change({ ...config, tools: { use: config.tools?.use ?? [], texts: next } });
  const edit = (index: number, next: Partial<Texts[number]>) =>
    set(texts.map((each, at) => (at === index ? { ...each, ...next } : each)));
  return (
    <>
      {texts.length === 0 && <p className="text-ink-3">None yet. Without one it sends no text messages.</p>}
      <ul ref={container} aria-label="Text messages" className="grid gap-5 empty:hidden">
        {texts.map(({ name, text }, index) => {
          const path = `tools.texts.${index}`;
          return (
            <RemovableRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other identity
              key={index}
              name={name === '' ? `text message ${index + 1}` : name}
              onRemove={readOnly ? null : () => set(texts.filter((_, at) => at !== index))}
            >
              <div className="grid gap-3">
                <TextField
                  label="Name"
                  value={name}
                  readOnly={readOnly}
                  autoComplete="off"
                  placeholder="Our address"
                  error={problem(`${path}.name`)}
                  onChange={(event) => edit(index, { name: event.target.value })}
                />
                <TextArea
                  label="Text"
                  rows={2}
                  value={text}
                  readOnly={readOnly}
                  error={isTooLong(text, toolLimits.textMax) ? null : problem(`${path}.text`)}
                  count={countFrom(text, toolLimits.textMax)}
                  onChange={(event) => edit(index, { text: event.target.value })}
                />
              </div>
            </RemovableRow>
          );
        })}
      </ul>
      <ListProblem>{error}</ListProblem>
      {texts.length > 0 && (
        <p className="text-ink-3 text-sm">
          <PlaceholderHint />
        </p>
      )}
      {!readOnly && texts.length < toolLimits.textsMax && (
        <AddButton
          onClick={() => {
            focusNew();
            set([...texts, { name: '', text: '' }]);
          }}
        >
          Add a Text Message
        </AddButton>
      )}
    </>
  );
}
