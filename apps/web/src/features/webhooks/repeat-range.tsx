import { type WebhookEndpoint, webhookRoutes } from '@parley/contract';
import { type SubmitEvent, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { parseRepeated } from '../../lib/parsing/webhooks.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { useInFlight, useSend } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { inputInstant, inputText } from '../../ui/input-time.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { numberText } from '../../ui/number-text.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDeliveriesChanged } from './use-webhooks.ts';

const choices = [
  { value: 'failed', label: 'What was given up' },
  { value: 'all', label: 'Everything, also what was accepted' },
];
const [minuteMs, dayMs] = [60_000, 86_400_000];

interface Range {
  from: string;
  to: string;
  which: string;
}

/** How far it has come, so that it goes on there after a failure. */
interface Progress {
  of: string;
  repeated: number;
  after: string | null;
}

/**
 * Sends the events of a span of time again, as many parts as there are, one after the other. Whoever closes the dialog
 * stops it after the part that is on its way: nothing goes on unseen.
 */
export function RepeatRange({ endpoint }: { endpoint: WebhookEndpoint }) {
  const api = useApi();
  const changed = useDeliveriesChanged();
  const mounted = useMounted();
  // Of the endpoint, so that a dialog that is opened again waits for the part that is still on its way.
  const lock = `repeat-range:${endpoint.id}`;
  const busy = useInFlight().has(lock);
  const [typed, setTyped] = useState(() => ({
    ...{ from: inputText(Date.now() - dayMs), to: inputText(Date.now() + minuteMs), which: 'failed' },
  }));
  const [mistake, setMistake] = useState<string | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { send } = useSend({
    name: 'repeat-range',
    lock: () => lock,
    act: async (range: Range) => {
      setError(null);
      setDone(null);
      const of = JSON.stringify(range);
      let { repeated, after } = progress?.of === of ? progress : { repeated: 0, after: null };
      do {
        setProgress({ of, repeated, after });
        const body = after === null ? range : { ...range, after };
        const part = parseRepeated(
          await api.send(webhookRoutes.repeatDeliveries, { params: { id: endpoint.id }, body }),
        );
        repeated += part.repeated;
        after = part.next;
      } while (after !== null && mounted.current);
      return { repeated, stopped: after !== null };
    },
    onDone: async ({ repeated, stopped }) => {
      if (stopped)
        toast('Sending again was stopped', { description: `${sentenceFor(repeated)} The rest is not.` });
      setProgress(null);
      setDone(repeated);
      await changed();
    },
    onFailed: (failure) => {
      if (mounted.current) setError(sentenceOf(failure));
      else toast.error(sentenceOf(failure));
    },
  });

  function change(next: Partial<Range>): void {
    setTyped((before) => ({ ...before, ...next }));
    setMistake(null);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const [from, to] = [inputInstant(typed.from), inputInstant(typed.to)];
    if (from === null || to === null || from >= to) setMistake('Choose an end after the beginning.');
    else send({ from, to, which: typed.which });
  }

  return (
    <details className="rounded-box border px-4 py-3">
      <summary className="cursor-pointer rounded-box font-medium text-sm">Send a span of time again</summary>
      <form noValidate onSubmit={submit} className="mt-3 grid gap-4 sm:grid-cols-2">
        <TextField
          label="From"
          type="datetime-local"
          value={typed.from}
          disabled={busy}
          onChange={(event) => change({ from: event.target.value })}
        />
        <TextField
          label="Until"
          type="datetime-local"
          value={typed.to}
          error={mistake}
          disabled={busy}
          onChange={(event) => change({ to: event.target.value })}
        />
        <NativeSelect
          label="Which"
          className="sm:col-span-2"
          hint="In the order in which it happened, each with the same webhook-id."
          options={choices}
          value={typed.which}
          disabled={busy}
          onValueChange={(which) => change({ which })}
        />
        <div className="grid gap-3 sm:col-span-2">
          {busy && progress !== null && (
            <ProgressBar label="Sending again" value={progress.repeated} max={null} unit="so far" />
          )}
          {error !== null && (
            <AlertBox title="Failed to send them again">
              {progress !== null && progress.repeated > 0
                ? `${error} ${sentenceFor(progress.repeated)} Press again to go on with the rest.`
                : error}
            </AlertBox>
          )}
          <p role="status" className="text-ink-2 text-sm empty:hidden">
            {done === null ? '' : sentenceFor(done)}
          </p>
          <Button type="submit" className="w-fit" busy={busy}>
            {busy ? 'Sending...' : 'Send Range Again'}
          </Button>
        </div>
      </form>
    </details>
  );
}

function sentenceFor(repeated: number): string {
  if (repeated === 0) return 'There is nothing in this time that can be sent again.';
  return repeated === 1 ? '1 delivery is sent again.' : `${numberText(repeated)} deliveries are sent again.`;
}
