import { type ReactNode, useState } from 'react';
import { AlertBox } from './alert-box.tsx';
import { FileButton } from './file-button.tsx';

interface ChooseFileProps<Chosen> {
  /** What the file is to hold. */
  children: ReactNode;
  read: (fileName: string, bytes: Uint8Array) => { file: Chosen } | { error: string };
  onChosen: (file: Chosen) => void;
}

/** The first step of an import: a file, or why it cannot be used. */
export function ChooseFile<Chosen>({ children, read, onChosen }: ChooseFileProps<Chosen>) {
  const [error, setError] = useState<string | null>(null);

  async function choose(file: File): Promise<void> {
    setError(null);
    const chosen = await file
      .arrayBuffer()
      .then((buffer) => read(file.name, new Uint8Array(buffer)))
      .catch(() => ({ error: 'The file could not be read.' }));
    if ('error' in chosen) setError(chosen.error);
    else onChosen(chosen.file);
  }

  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{children}</p>
      <FileButton onFile={(file) => void choose(file)} />
      {error !== null && <AlertBox>{error}</AlertBox>}
    </div>
  );
}
