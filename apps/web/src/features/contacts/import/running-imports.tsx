import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useImports } from './use-import.ts';

/** Above the list, for whoever has closed the dialog or opened the page while an import runs. */
export function RunningImports({ onShow }: { onShow: (importId: string) => void }) {
  const running = (useImports().data ?? []).filter(({ state }) => state === 'running');
  if (running.length === 0) return null;
  return (
    <Card aria-label="Running imports" className="mb-4 grid gap-3 px-5 py-3">
      {running.map(({ id, fileName, rowsRead, rows }) => (
        <div key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-60">
            <ProgressBar label={`Importing ${fileName}`} value={rowsRead} max={rows} unit="rows" />
          </div>
          <Button onClick={() => onShow(id)}>Show</Button>
        </div>
      ))}
    </Card>
  );
}
