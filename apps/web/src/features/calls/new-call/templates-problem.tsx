import { useRetry } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Loaded } from './loaded.ts';

/** Templates that cannot be loaded are a pity, not an obstacle: custom instructions work without. */
export function TemplatesProblem({ templates }: { templates: Loaded<unknown> }) {
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
      <p>{templatesProblemText(error)}</p>
      {error instanceof Error && <p className="text-ink-2 text-sm">{error.message}</p>}
    </AlertBox>
  );
}

export function templatesProblemText(error: unknown): string {
  return error instanceof Error ? 'Failed to fetch templates' : 'Failed to load templates';
}
