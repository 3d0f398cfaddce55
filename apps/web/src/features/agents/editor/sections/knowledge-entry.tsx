import { agentLimits, type KnowledgeEntry } from '@parley/contract';
import { ArrowDown, ArrowUp, ChevronDown, type LucideIcon, Trash2 } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import { countFrom, isTooLong } from '../../../../lib/text-count.ts';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { TextArea, TextField } from '../../../../ui/text-field.tsx';
import { useProblem } from '../editor-context.ts';

interface KnowledgeEntryItemProps {
  entry: KnowledgeEntry;
  path: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  readOnly: boolean;
  onChange: (next: Partial<KnowledgeEntry>) => void;
  onRemove: () => void;
  /** Null where it is the first or last already, or not all are shown. */
  onMoveUp: (() => void) | null;
  onMoveDown: (() => void) | null;
}

/** A line that unfolds into its fields. One with a problem is unfolded, so that the problem can be seen. */
export function KnowledgeEntryItem(props: KnowledgeEntryItemProps) {
  const { entry, path, open, onOpenChange, readOnly, onChange, onRemove, onMoveUp, onMoveDown } = props;
  const problem = useProblem();
  const [titleError, textError] = [problem(`${path}.title`), problem(`${path}.text`)];
  const { title, text } = entry;
  return (
    <Collapsible.Root
      asChild
      open={open || titleError !== null || textError !== null}
      onOpenChange={onOpenChange}
    >
      <li className="border-t first:border-t-0">
        <Collapsible.Trigger className="group flex w-full items-baseline gap-3 px-5 py-2.5 text-left hover:bg-sunken">
          <ChevronDown
            aria-hidden="true"
            className="size-4 shrink-0 self-center text-ink-3 transition-transform duration-100 group-data-[state=closed]:-rotate-90"
          />
          <span className="max-w-1/2 shrink-0 truncate font-medium">
            {title === '' ? 'New entry' : title}
          </span>
          {!open && <span className="min-w-0 truncate text-ink-3 text-sm">{text}</span>}
        </Collapsible.Trigger>
        <Collapsible.Content className="grid gap-4 px-5 pt-1 pb-5">
          <TextField
            label="Title *"
            value={title}
            readOnly={readOnly}
            autoComplete="off"
            // A new entry is opened to be written.
            autoFocus={title === '' && text === ''}
            error={isTooLong(title, agentLimits.knowledgeTitleMax) ? null : titleError}
            count={countFrom(title, agentLimits.knowledgeTitleMax)}
            onChange={(event) => onChange({ title: event.target.value })}
          />
          <TextArea
            label="Text *"
            rows={4}
            // One that answers a question has its title already.
            autoFocus={title !== '' && text === ''}
            value={text}
            readOnly={readOnly}
            error={isTooLong(text, agentLimits.knowledgeTextMax) ? null : textError}
            count={countFrom(text, agentLimits.knowledgeTextMax)}
            onChange={(event) => onChange({ text: event.target.value })}
          />
          {!readOnly && (
            <div className="-mx-3.5 flex flex-wrap items-center">
              <Button look="quiet" className="text-red" onClick={onRemove}>
                <Trash2 aria-hidden="true" className="size-4" />
                Remove This Entry
              </Button>
              <div className="ml-auto flex">
                <MoveButton icon={ArrowUp} label="Move this entry up" onMove={onMoveUp} />
                <MoveButton icon={ArrowDown} label="Move this entry down" onMove={onMoveDown} />
              </div>
            </div>
          )}
        </Collapsible.Content>
      </li>
    </Collapsible.Root>
  );
}

/** Stays focusable at the ends, so that the focus is not lost by the last move. */
function MoveButton({
  icon,
  label,
  onMove,
}: {
  icon: LucideIcon;
  label: string;
  onMove: (() => void) | null;
}) {
  return (
    <IconButton
      icon={icon}
      label={label}
      aria-disabled={onMove === null}
      className="aria-disabled:opacity-55"
      onClick={() => onMove?.()}
    />
  );
}
