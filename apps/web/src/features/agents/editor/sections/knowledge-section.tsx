import { agentLimits, isKnowledgeInPrompt, type KnowledgeEntry } from '@parley/contract';
import { useState } from 'react';
import { randomId } from '../../../../lib/random-id.ts';
import { useAddressParam } from '../../../../lib/use-address-param.ts';
import { controlClasses } from '../../../../ui/field.tsx';
import { useField } from '../editor-context.ts';
import { ListProblem } from '../list-problem.tsx';
import { SectionCard } from '../section-card.tsx';
import { KnowledgeEntryItem } from './knowledge-entry.tsx';
import { AddButton } from './removable-row.tsx';
import { QuestionsNote, UnansweredQuestions } from './unanswered-questions.tsx';

/** From this many entries on there is a field to find one. */
const searchFrom = 8;

export function KnowledgeSection() {
  const { value: entries, set, error, readOnly } = useField('knowledge.entries');
  const [search, setSearch] = useAddressParam('find');
  const [openId, setOpenId] = useState<string | null>(null);
  const wanted = search.trim().toLowerCase();
  const shown = entries
    .map((entry, index) => ({ entry, index }))
    .filter(({ entry }) => entry.id === openId || matches(entry, wanted));

  /** Opens the entry with this id; one that is not there is added. */
  function open(id: string, title: string): void {
    setSearch('');
    setOpenId(id);
    if (!entries.some((entry) => entry.id === id)) set([...entries, { id, title, text: '' }]);
  }

  function moverOf(index: number, by: 1 | -1): (() => void) | null {
    const [entry, other] = [entries[index], entries[index + by]];
    if (wanted !== '' || entry === undefined || other === undefined) return null;
    return () => set(entries.map((each) => (each === entry ? other : each === other ? entry : each)));
  }

  const mayAdd = !readOnly && entries.length < agentLimits.knowledgeEntriesMax;
  return (
    <>
      <UnansweredQuestions
        onAnswer={
          mayAdd
            ? ({ entryId, question }) =>
                open(entryId, [...question].slice(0, agentLimits.knowledgeTitleMax).join(''))
            : null
        }
      />
      <SectionCard
        title="Knowledge"
        subtitle="What it can answer with: hours, address, prices, insurance, how to prepare. One subject for each entry."
      >
        {entries.length >= searchFrom && (
          <input
            type="search"
            aria-label="Find an entry"
            placeholder="Find in titles and texts"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className={`${controlClasses} h-9 max-w-sm`}
          />
        )}
        {entries.length === 0 ? (
          <p className="text-ink-3">
            No entries yet. Begin with what callers ask most: the address, parking, prices, what to bring.
            Until then it says that somebody will get back.
          </p>
        ) : (
          <ul aria-label="Knowledge entries" className="-mx-5 border-y">
            {shown.map(({ entry, index }) => (
              <KnowledgeEntryItem
                key={entry.id}
                entry={entry}
                path={`knowledge.entries.${index}`}
                open={entry.id === openId}
                onOpenChange={(isOpen) => setOpenId(isOpen ? entry.id : null)}
                readOnly={readOnly}
                onChange={(next) =>
                  set(entries.map((each) => (each.id === entry.id ? { ...each, ...next } : each)))
                }
                onRemove={() => set(entries.filter(({ id }) => id !== entry.id))}
                onMoveUp={moverOf(index, -1)}
                onMoveDown={moverOf(index, 1)}
              />
            ))}
            {shown.length === 0 && <li className="px-5 py-4 text-ink-3">No entry contains this.</li>}
          </ul>
        )}
        <ListProblem>{error}</ListProblem>
        <div className="flex flex-wrap items-center justify-between gap-3">
          {mayAdd && <AddButton onClick={() => open(randomId(), '')}>Add an Entry</AddButton>}
          {entries.length > 0 && (
            <p className="text-ink-3 text-sm tabular-nums">
              {`${entries.length} of ${agentLimits.knowledgeEntriesMax} entries, ${
                isKnowledgeInPrompt(entries) ? 'all known on every call' : 'looked up when they are needed'
              }`}
            </p>
          )}
        </div>
        <QuestionsNote />
      </SectionCard>
    </>
  );
}

function matches({ title, text }: KnowledgeEntry, wanted: string): boolean {
  return wanted === '' || title.toLowerCase().includes(wanted) || text.toLowerCase().includes(wanted);
}
