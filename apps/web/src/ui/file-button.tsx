import { FileUp } from 'lucide-react';
import { type ChangeEvent, useId, useRef } from 'react';
import { Button } from './button.tsx';

/** Lets somebody choose a CSV file. */
export function FileButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const [file] = event.target.files ?? [];
    // The same file can be chosen again after it was corrected.
    event.target.value = '';
    if (file !== undefined) onFile(file);
  }

  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label="CSV file"
        className="sr-only"
        tabIndex={-1}
        onChange={choose}
      />
      <Button data-autofocus className="justify-self-start" onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" className="size-4" />
        Choose a File
      </Button>
    </>
  );
}
