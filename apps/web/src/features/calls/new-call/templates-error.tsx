import { useRetry } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Loaded } from './loaded.ts';

/** Does not block the form: custom instructions need no template. */
export function TemplatesError({ templates }: { templates: Loaded<unknown> }) {
  const { error } = templates;
  const retry = useRetry(templates.refetch);
  if (error === null) return null;
  return (
    <AlertBox
      title="Template Loading Failed"
      action={
        <Button busy={templates.isFetching} onClick={() => retry.send()}>
          Retry
        </Button>
      }
    >
      <p>{templatesErrorText(error)}</p>
      {error instanceof Error && <p className="text-ink-2 text-sm">{error.message}</p>}
    </AlertBox>
  );
}

export function templatesErrorText(error: unknown): string {
  return error instanceof Error ? 'Failed to fetch templates' : 'Failed to load templates';
}
