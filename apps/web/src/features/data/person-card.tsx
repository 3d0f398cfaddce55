import { dataRoutes, type FoundPerson, phoneNumberSentence } from '@parley/contract';
import { Search } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { parseExportedPerson, parseFoundPerson } from '../../lib/parsing/data.ts';
import { useMay } from '../../lib/permissions.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { numberText } from '../../ui/number-text.ts';
import { PhoneNumber } from '../../ui/phone-number.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { EraseDialog } from './erase-dialog.tsx';

interface PersonCardProps {
  /** As people of the organization write numbers; null: this is none. */
  readNumber: (typed: string) => string | null;
}

/** Everything about one number: found, taken along, erased. */
export function PersonCard({ readNumber }: PersonCardProps) {
  const api = useApi();
  const may = useMay();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [found, setFound] = useState<FoundPerson | null>(null);
  const { busy, send } = useSend({
    name: 'find-person',
    act: async (number: string) => {
      const person = parseFoundPerson(await api.send(dataRoutes.findPerson, { body: { number } }));
      if (person === undefined)
        throw new ApiError('The server did not say what it has found. Try again.', 0, 'bad_response');
      return person;
    },
    onDone: (person) => setFound(person),
    onFailed: (failed) => setError(sentenceOf(failed)),
  });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const number = readNumber(typed);
    setFound(null);
    if (number === null) setError(phoneNumberSentence);
    else send(number);
  }

  return (
    <Card className="grid content-start gap-4 p-4 sm:p-5">
      <div>
        <h2 className="font-semibold text-md">Everything about one number</h2>
        <p className="mt-1 text-ink-2">
          What is stored about a person: calls, transcripts, summaries, contacts, follow-ups and what else has
          their number.
        </p>
      </div>
      <form noValidate className="flex flex-wrap items-start gap-3" onSubmit={submit}>
        <TextField
          className="min-w-0 flex-1 basis-40 sm:max-w-xs"
          label="Phone Number"
          type="tel"
          autoComplete="off"
          value={typed}
          error={error}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(null);
          }}
        />
        {may(dataRoutes.findPerson.permission) && (
          <Button type="submit" busy={busy} className="mt-6.5">
            {!busy && <Search aria-hidden="true" className="size-4" />}
            {busy ? 'Searching...' : 'Find'}
          </Button>
        )}
      </form>
      <div role="status" className="empty:-mt-4">
        {found !== null && <Found person={found} onErased={() => setFound(null)} />}
      </div>
    </Card>
  );
}

function Found({ person, onErased }: { person: FoundPerson; onErased: () => void }) {
  const may = useMay();
  const [erasing, setErasing] = useState(false);
  const exporting = useExportPerson();
  const { records, number, doNotCall } = person;
  return (
    <div className="grid gap-3">
      <p>
        <PhoneNumber className="font-medium">{number}</PhoneNumber>
        {doNotCall && <span className="text-ink-2"> is on the do-not-call list.</span>}
      </p>
      {records.length === 0 ? (
        <p className="text-ink-2">Nothing is stored about this number.</p>
      ) : (
        <table className="w-full max-w-sm text-sm">
          <caption className="sr-only">Records about this number</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">Records</th>
            </tr>
          </thead>
          <tbody>
            {records.map(({ kind, count }) => (
              <tr key={kind}>
                <th scope="row" className="border-t py-1.5 text-left font-normal">
                  {kind}
                </th>
                <td className="border-t py-1.5 text-right tabular-nums">{numberText(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="flex flex-wrap gap-2">
        {may(dataRoutes.exportPerson.permission) && (
          <Button busy={exporting.busy} onClick={() => exporting.send(number)}>
            {exporting.busy ? 'Exporting...' : 'Export'}
          </Button>
        )}
        {may(dataRoutes.erasePerson.permission) && (
          <Button look="danger" onClick={() => setErasing(true)}>
            Erase...
          </Button>
        )}
      </div>
      <EraseDialog
        person={erasing ? person : null}
        onClose={() => setErasing(false)}
        onErased={() => {
          setErasing(false);
          onErased();
        }}
      />
    </div>
  );
}

function useExportPerson() {
  const api = useApi();
  return useSend({
    name: 'export-person',
    act: async (number: string) => {
      const archive = parseExportedPerson(await api.send(dataRoutes.exportPerson, { body: { number } }));
      if (archive === undefined)
        throw new ApiError('The server did not send the archive. Try again.', 0, 'bad_response');
      return archive;
    },
    onDone: ({ fileName, archive }) => {
      const bytes = Uint8Array.from(atob(archive), (character) => character.charCodeAt(0));
      saveFile(fileName, bytes, 'application/zip');
      toast.success('Exported');
    },
    onFailed: (error) => toast.error('Failed to export.', { description: sentenceOf(error) }),
  });
}
