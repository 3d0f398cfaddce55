import { useId } from 'react';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { TryResult } from '../try-result.tsx';
import { useTry } from '../use-try.ts';
import { exampleInput } from './example-input.ts';
import { errorsIn } from './form-errors.ts';
import { configOf, inputsOf, jsonText, sampleInputOf, type ToolDraft } from './tool-draft.ts';

interface TryPanelProps {
  draft: ToolDraft;
  change: (changes: Partial<ToolDraft>) => void;
}

/** Carries the tool out once, as it stands in the form, saved or not. */
export function TryPanel({ draft, change }: TryPanelProps) {
  const titleId = useId();
  const { busy, result, failure, start, refuse } = useTry({
    changes: draft.changes && draft.runInSandbox,
  });
  const sample = sampleInputOf(draft);

  function tryIt(): void {
    const [mistake] = errorsIn(draft).values();
    if (mistake !== undefined || sample === null) refuse(mistake ?? null);
    else start({ kind: 'http', config: configOf(draft), input: { ...sample } });
  }

  return (
    <Card aria-labelledby={titleId} className="xl:sticky xl:top-4">
      <CardHeader
        title="Try It"
        titleId={titleId}
        subtitle="Once, as it stands in the form, saved or not."
        className="pb-3"
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <TextArea
          label="Sample inputs"
          rows={5}
          code
          value={draft.sampleInput}
          placeholder={jsonText(exampleInput(inputsOf(draft)))}
          hint="JSON. They are saved with the tool."
          error={sample === null ? 'This is no JSON object.' : null}
          onChange={(event) => change({ sampleInput: event.target.value })}
        />
        {draft.changes && !draft.runInSandbox && (
          <p className="text-ink-2 text-sm">
            It changes something, so nothing is sent: the sample answer is used. Switch on “Run in the sandbox
            and in tries” for a test system.
          </p>
        )}
        <Button className="justify-self-start" busy={busy} onClick={tryIt}>
          {busy ? 'Trying...' : 'Try It'}
        </Button>
        {failure !== null && <AlertBox title="It could not be tried">{failure}</AlertBox>}
        {result !== null && <TryResult result={result} />}
      </CardBody>
    </Card>
  );
}
