import { useAgents } from '../features/agents/use-agents.ts';
import type { Loaded } from '../features/calls/new-call/loaded.ts';
import { NewCallForm } from '../features/calls/new-call/new-call-form.tsx';
import { usePublicConfig } from '../features/session/session-context.ts';
import { useTemplates } from '../features/templates/use-templates.ts';

export interface NewCallProps {
  onClose: () => void;
  onDirtyChange?: (dirty: boolean) => void;
}

/** The form with its data; agents and templates are requested when it is opened. */
export function NewCall(props: NewCallProps) {
  const country = usePublicConfig()?.country ?? null;
  return (
    <NewCallForm
      agents={loaded(useAgents())}
      templates={loaded(useTemplates())}
      country={country}
      {...props}
    />
  );
}

/** TanStack Query renders again only for fields that were read during a render, so all of them are read here. */
function loaded<Data>({ data, error, isFetching, refetch }: Loaded<Data>): Loaded<Data> {
  return { data, error, isFetching, refetch };
}
