import { useState } from 'react';
import type { ContactImport } from '../../../lib/parsing/contacts.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { numberText } from '../../../ui/number-text.ts';
import { type ChosenFile, chosenFile } from './chosen-file.ts';
import { useImports } from './use-import.ts';

interface FileStepProps {
  onChosen: (file: ChosenFile) => void;
  /** Shows an earlier import. */
  onShow: (importId: string) => void;
}

/** The first step: a file is chosen and looked at. Nothing is sent yet. */
export function FileStep({ onChosen, onShow }: FileStepProps) {
  const [error, setError] = useState<string | null>(null);

  async function choose(file: File): Promise<void> {
    const chosen = await file
      .arrayBuffer()
      .then((buffer) => chosenFile(file.name, new Uint8Array(buffer)))
      .catch(() => ({ error: 'The file could not be read.' }));
    if ('error' in chosen) setError(chosen.error);
    else onChosen(chosen.file);
  }

  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        A CSV file with a heading, as spreadsheet programs save it: a name and a phone number in each row, and
        if you like language, time zone, consent and notes. Contacts that are there already stay as they are.
      </p>
      <FileButton onFile={(file) => void choose(file)} />
      {error !== null && <AlertBox>{error}</AlertBox>}
      <LatestImports onShow={onShow} />
    </div>
  );
}

function LatestImports({ onShow }: { onShow: (importId: string) => void }) {
  const imports = (useImports().data ?? []).filter(({ state }) => state !== 'uploading').slice(0, 5);
  if (imports.length === 0) return null;
  return (
    <div className="grid gap-1 border-t pt-4">
      <h3 className="font-medium text-sm">Latest imports</h3>
      <ul className="grid">
        {imports.map((each) => (
          <li key={each.id} className="flex flex-wrap items-baseline gap-x-3 text-sm">
            <button
              type="button"
              onClick={() => onShow(each.id)}
              className="wrap-anywhere min-h-8 rounded-box text-left underline decoration-line underline-offset-4 hover:decoration-current"
            >
              {each.fileName}
            </button>
            <span className="text-ink-3">{importWords(each)}</span>
            <Instant at={each.createdAt} className="text-ink-3" />
          </li>
        ))}
      </ul>
    </div>
  );
}

function importWords({ state, added }: ContactImport): string {
  return state === 'done' ? `${numberText(added)} added` : state;
}
