import { callExportRoutes, exportProblems } from '@parley/contract';
import { useEffect, useState } from 'react';
import { sentenceOf } from '../../../lib/api-error.ts';
import type { CallExport } from '../../../lib/parsing/call-export.ts';
import { useMay } from '../../../lib/permissions.ts';
import { wordOf } from '../../../lib/word-of.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { numberText } from '../../../ui/number-text.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { ExportForm } from './export-form.tsx';
import type { ExportInPage } from './use-export.ts';

interface ExportDialogProps {
  open: boolean;
  onClose: () => void;
  filters: Readonly<Record<string, string>>;
  exported: ExportInPage;
}

export function ExportDialog({ open, onClose, filters, exported }: ExportDialogProps) {
  const { current, reset } = exported;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        onClose();
        // What has ended is not shown again.
        if (!exported.running) reset();
      }}
      title="Export Calls"
      wide
      returnTo="export-calls"
    >
      {current === null ? (
        <ExportForm filters={filters} exported={exported} onClose={onClose} />
      ) : (
        <Standing current={current} exported={exported} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface StandingProps {
  current: CallExport;
  exported: ExportInPage;
  onClose: () => void;
}

const count = (calls: number) => (calls === 1 ? '1 call' : `${numberText(calls)} calls`);

/** How far the file is, or what came of it. */
function Standing({ current, exported, onClose }: StandingProps) {
  const { running, refusal, reset } = exported;
  return (
    <div className="grid gap-4">
      {running ? (
        <Running current={current} exported={exported} />
      ) : current.state === 'done' ? (
        <p role="status">{`${count(current.rows)} exported. Your browser has saved the file.`}</p>
      ) : current.state === 'cancelled' ? (
        <p role="status">{`Export cancelled after ${count(current.rows)}. The file is not complete.`}</p>
      ) : (
        <AlertBox>{`The export failed. ${wordOf(exportProblems, current.problem ?? 'failed')}`}</AlertBox>
      )}
      {refusal !== null && <AlertBox>{`Failed to cancel the export: ${sentenceOf(refusal)}`}</AlertBox>}
      <DialogActions>
        {running ? (
          <>
            <CancelExport exported={exported} />
            <Button onClick={onClose}>Go On in the Background</Button>
          </>
        ) : (
          <Ended
            done={current.state === 'done'}
            onAgain={reset}
            onDone={() => {
              onClose();
              reset();
            }}
          />
        )}
      </DialogActions>
    </div>
  );
}

interface EndedProps {
  done: boolean;
  onAgain: () => void;
  onDone: () => void;
}

/** The file is there, or has to be made again: what is likely comes last. */
function Ended({ done, onAgain, onDone }: EndedProps) {
  const leave = (
    <Button key="done" look={done ? 'primary' : 'secondary'} onClick={onDone}>
      Done
    </Button>
  );
  const again = (
    <Button key="again" look={done ? 'secondary' : 'primary'} onClick={onAgain}>
      Export Again
    </Button>
  );
  return done ? [again, leave] : [leave, again];
}

function CancelExport({ exported: { cancel } }: { exported: ExportInPage }) {
  const may = useMay();
  if (!may(callExportRoutes.cancelExport.permission)) return null;
  return (
    <Button busy={cancel.busy} onClick={() => cancel.send()}>
      Cancel Export
    </Button>
  );
}

/** A browser begins at once, unless it asks where to save the file or the server is busy. */
const startMs = 4_000;

function Running({ current, exported: { link } }: { current: CallExport; exported: ExportInPage }) {
  const waiting = current.state === 'waiting';
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), startMs);
    return () => clearTimeout(timer);
  }, [waiting]);
  return (
    <>
      <ProgressBar
        label={waiting ? 'Waiting for the download to begin' : 'Writing the file'}
        value={current.rows}
        max={current.total}
        unit="calls"
      />
      {waiting && late && link !== null && (
        <p className="text-ink-2">
          The download has not begun yet.{' '}
          <a href={link} download className="rounded-box underline underline-offset-4">
            Start it again
          </a>
        </p>
      )}
    </>
  );
}
