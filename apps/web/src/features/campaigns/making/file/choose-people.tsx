import { type DragEvent, useState } from 'react';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { cx } from '../../../../ui/cx.ts';
import { FileButton } from '../../../../ui/file-button.tsx';
import { TextArea } from '../../../../ui/text-field.tsx';
import { type ChosenPeople, type PeopleFile, peopleInBytes, peopleInText } from './people-file.ts';

interface ChoosePeopleProps {
  placeholders: readonly string[];
  onChosen: (file: PeopleFile) => void;
}

/** A file that is chosen or dropped, or rows that are pasted. Nothing is sent yet. */
export function ChoosePeople({ placeholders, onChosen }: ChoosePeopleProps) {
  const [error, setError] = useState<string | null>(null);
  const [pasting, setPasting] = useState(false);

  function take(chosen: ChosenPeople): void {
    if ('error' in chosen) setError(chosen.error);
    else onChosen(chosen.file);
  }

  async function choose(file: File): Promise<void> {
    setError(null);
    take(
      await file
        .arrayBuffer()
        .then((buffer) => peopleInBytes(file.name, new Uint8Array(buffer), placeholders))
        .catch(() => ({ error: 'The file could not be read.' })),
    );
  }

  return (
    <>
      {pasting ? (
        <PasteRows
          onRead={(text) => take(peopleInText('pasted-rows.csv', text, placeholders))}
          onBack={() => {
            setPasting(false);
            setError(null);
          }}
        />
      ) : (
        <DropZone onFile={(file) => void choose(file)} onPaste={() => setPasting(true)} />
      )}
      {error !== null && <AlertBox>{error}</AlertBox>}
    </>
  );
}

function DropZone({ onFile, onPaste }: { onFile: (file: File) => void; onPaste: () => void }) {
  const [over, setOver] = useState(false);
  const [several, setSeveral] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const { files } = event.dataTransfer;
    const [file] = files;
    setSeveral(files.length > 1);
    if (file !== undefined && files.length === 1) onFile(file);
  }

  return (
    <>
      <section
        aria-label="File with people"
        className={cx(
          'grid justify-items-center gap-3 rounded-box border border-control border-dashed px-5 py-10 text-center',
          over && 'bg-sunken',
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p className="max-w-md text-balance text-ink-2">
          Drop a CSV file here, as spreadsheet programs save it, with up to 50,000 rows.
        </p>
        <div className="flex flex-wrap items-center justify-center gap-2">
          <FileButton onFile={onFile} />
          <Button look="quiet" onClick={onPaste}>
            Paste Rows
          </Button>
        </div>
      </section>
      {several && <AlertBox tone="amber">Drop one file. Put the rows of several into one first.</AlertBox>}
    </>
  );
}

function PasteRows({ onRead, onBack }: { onRead: (text: string) => void; onBack: () => void }) {
  const [text, setText] = useState('');
  return (
    <div className="grid gap-3">
      <TextArea
        label="Rows"
        code
        rows={10}
        autoFocus
        placeholder={'Name\tPhone\tDay\nAda Weber\t+12025550123\tMonday'}
        hint="Copied from a spreadsheet, or with commas or semicolons between the cells. The first row names the columns."
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button disabled={text.trim() === ''} onClick={() => onRead(text)}>
          Read Rows
        </Button>
        <Button look="quiet" onClick={onBack}>
          Choose a File Instead
        </Button>
      </div>
    </div>
  );
}
