import { type ReadOpenApiBody, toolLimits, toolRoutes } from '@parley/contract';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { useDraftText } from '../../../lib/drafts.ts';
import { parseOpenApi } from '../../../lib/parsing/tools.ts';
import { useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { DialogActions } from '../../../ui/dialog.tsx';
import { controlClasses, Field } from '../../../ui/field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';

export type ReadDocument = NonNullable<ReturnType<typeof parseOpenApi>>;

interface SourceStepProps {
  onRead: (read: ReadDocument) => void;
  onCancel: () => void;
  onDirtyChange: (dirty: boolean) => void;
}

/** Kept until the tools are added. */
export const openApiDrafts = { address: 'openapi:address', document: 'openapi:document' };

type Source = 'address' | 'file' | 'text';

/** Where the document comes from. */
export function SourceStep({ onRead, onCancel, onDirtyChange }: SourceStepProps) {
  const api = useApi();
  const { text: address, setText: setAddress } = useDraftText(openApiDrafts.address);
  const { text, setText } = useDraftText(openApiDrafts.document);
  const [source, setSource] = useState<Source>(text === '' ? 'address' : 'text');
  const [fileText, setFileText] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'read-openapi',
    act: (body: ReadOpenApiBody) => api.send(toolRoutes.readOpenApi, { body }),
    onDone: (body) => {
      const read = parseOpenApi(body);
      if (read === undefined) setFailure('The answer of the server cannot be read.');
      else onRead(read);
    },
    onFailed: (error) => setFailure(sentenceOf(error)),
  });
  const dirty = text !== '' && !busy;
  useEffect(() => onDirtyChange(dirty), [onDirtyChange, dirty]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy) return;
    const document = source === 'file' ? (fileText ?? '') : text;
    if (source === 'address') {
      if (address.trim() === '') setFailure('Enter the address of the document.');
      else send({ address: address.trim() });
    } else if (document.trim() === '') setFailure('Choose a file, or paste the document.');
    else if (document.length > toolLimits.openApiBytesMax) setFailure('The document is larger than 2 MB.');
    else send({ document });
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Segments
        label="Where the document is"
        value={source}
        segments={[
          { value: 'address', label: 'Address' },
          { value: 'file', label: 'File' },
          { value: 'text', label: 'Paste' },
        ]}
        onValueChange={(next) => {
          setSource(next);
          setFailure(null);
        }}
      />
      {source === 'address' && (
        <TextField
          label="Address of the document"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://calendar.example.com/openapi.json"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      )}
      {source === 'file' && (
        <Field label="OpenAPI file" hint="JSON or YAML, at most 2 MB.">
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".json,.yaml,.yml,application/json"
              className={cx(controlClasses, 'h-auto py-2')}
              onChange={(event) => {
                setFileText(null);
                void event.target.files?.[0]?.text().then(setFileText);
              }}
            />
          )}
        </Field>
      )}
      {source === 'text' && (
        <TextArea
          label="The document"
          rows={10}
          spellCheck={false}
          hint="JSON or YAML, at most 2 MB."
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {failure !== null && <AlertBox title="The document could not be read">{failure}</AlertBox>}
      <DialogActions>
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Reading...' : 'Read Document'}
        </Button>
      </DialogActions>
    </form>
  );
}
