import { characterCount, limits } from '@parley/contract';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDrafts } from '../../../lib/drafts.ts';
import type { FollowUp } from '../../../lib/parsing/follow-ups.ts';
import { asString } from '../../../lib/parsing/json.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { pendingChanges } from '../pending-changes.ts';

interface NoteFieldProps {
  followUp: FollowUp;
  onSave: (note: string) => void;
}

/** What was typed and not saved is kept while other follow-ups are looked at. */
export function NoteField({ followUp: { id, note }, onSave }: NoteFieldProps) {
  const drafts = useDrafts();
  const form = `follow-up-note:${id}`;
  const [typed, setTyped] = useState(() => asString(drafts.load(form)));
  const pending = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.current);
  const isOnItsWay = pending.some((each) => each.id === id && each.change.kind === 'note');
  const text = typed ?? note;
  const dirty = typed !== null && typed !== note;
  const isTooLong = characterCount(text) > limits.followUpNoteMax;

  function keep(next: string | null): void {
    setTyped(next);
    if (next === null) drafts.clear(form);
    else drafts.save(form, next);
  }
  function save(): void {
    if (dirty && !isTooLong) onSave(text);
  }
  // Not before it is stored: what the server refuses stays in the field.
  const isStored = typed !== null && typed === note && !isOnItsWay;
  useEffect(() => {
    if (!isStored) return;
    setTyped(null);
    drafts.clear(form);
  }, [isStored, drafts, form]);

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextArea
        label="Note"
        data-note-of={id}
        rows={2}
        value={text}
        count={{ length: characterCount(text), max: limits.followUpNoteMax }}
        onChange={(event) => keep(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            save();
          }
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {dirty && (
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={() => keep(null)}>
            Cancel
          </Button>
          <Button type="submit" disabled={isTooLong}>
            Save Note
          </Button>
        </div>
      )}
    </form>
  );
}
