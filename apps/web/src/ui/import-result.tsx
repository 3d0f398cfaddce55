import { AlertBox } from './alert-box.tsx';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';
import { RowErrors } from './row-errors.tsx';

interface ImportResultProps<Code extends string> {
  summary: string;
  refused: readonly { row: number; code: Code; value: string }[];
  problems: Readonly<Record<Code, string>>;
  onClose: () => void;
}

/** The last step of an import: what came of it, and the rows that were refused. */
export function ImportResult<Code extends string>(props: ImportResultProps<Code>) {
  const { summary, refused, problems, onClose } = props;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <AlertBox tone={refused.length === 0 ? 'green' : 'grey'}>{summary}</AlertBox>
      {refused.length > 0 && <RowErrors errors={refused} problems={problems} hasMore={false} />}
      <DialogActions>
        <Button look="primary" data-autofocus onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}
