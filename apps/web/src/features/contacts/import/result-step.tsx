import { contactImportRoutes, importErrors } from '@parley/contract';
import { Download } from 'lucide-react';
import type { ContactImport, ImportDetail } from '../../../lib/parsing/contacts.ts';
import { useMay } from '../../../lib/permissions.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { numberText } from '../../../ui/number-text.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { RowErrors } from '../../../ui/row-errors.tsx';
import { refusedRowsCsv } from './refused-rows.ts';
import { useImport } from './use-import.ts';
import { useUndoImport } from './use-undo-import.ts';

interface ResultStepProps {
  importId: string;
  onClose: () => void;
}

/** The last step: how far it is, and what came of it. It goes on when the dialog is closed. */
export function ResultStep({ importId, onClose }: ResultStepProps) {
  const query = useImport(importId);
  const retry = useRetry(query.refetch);
  if (query.data === undefined)
    return (
      <LoadState
        query={query}
        onRetry={retry.send}
        loading="Loading import..."
        failed="Failed to load import"
        compact
      />
    );
  return <Result detail={query.data} onClose={onClose} />;
}

function Result({ detail, onClose }: { detail: ImportDetail; onClose: () => void }) {
  const { import: shown, errors, hasMoreErrors } = detail;
  const may = useMay();
  const undo = useUndoImport(shown.id);
  const isRunning = shown.state === 'running';
  const isOver = shown.state === 'done' || shown.state === 'failed';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Standing shown={shown} />
      {errors.length > 0 && <RowErrors errors={errors} problems={importErrors} hasMore={hasMoreErrors} />}
      <DialogActions>
        {errors.length > 0 && (
          <Button onClick={() => saveFile(`refused-${shown.fileName}`, refusedRowsCsv(errors))}>
            <Download aria-hidden="true" className="size-4" />
            Download Refused Rows
          </Button>
        )}
        {(isRunning || (isOver && shown.added > 0)) &&
          may(contactImportRoutes.undoContactImport.permission) && (
            <Button busy={undo.busy} onClick={() => undo.send()}>
              {undo.busy ? 'Undoing...' : isRunning ? 'Stop and Undo' : 'Undo Import'}
            </Button>
          )}
        <Button look="primary" data-autofocus onClick={onClose}>
          {isOver || shown.state === 'undone' ? 'Done' : 'Close'}
        </Button>
      </DialogActions>
    </div>
  );
}

function Standing({ shown }: { shown: ContactImport }) {
  const words = countsText(shown);
  switch (shown.state) {
    case 'running':
      return (
        <>
          <ProgressBar
            label={`Importing ${shown.fileName}`}
            value={shown.rowsRead}
            max={shown.rows}
            unit="rows"
          />
          <p className="text-ink-2">{`${words}. It goes on when you close this.`}</p>
        </>
      );
    case 'done':
      return (
        <AlertBox tone={shown.refused === 0 ? 'green' : 'grey'} title={shown.fileName}>
          {words}
        </AlertBox>
      );
    case 'failed':
      return (
        <AlertBox title="The import has stopped before its end.">{`${words}. Import the file again: contacts that are there already stay as they are.`}</AlertBox>
      );
    case 'undone':
      return (
        <AlertBox tone="grey" title={shown.fileName}>
          The import was undone.
        </AlertBox>
      );
    case 'uploading':
      return <AlertBox tone="amber">The file was not sent to its end. Import it again.</AlertBox>;
    default:
      return (
        <AlertBox tone="grey" title={shown.state}>
          {words}
        </AlertBox>
      );
  }
}

export function countsText({
  added,
  present,
  refused,
}: Pick<ContactImport, 'added' | 'present' | 'refused'>): string {
  return `Added ${numberText(added)} · already there ${numberText(present)} · refused ${numberText(refused)}`;
}
