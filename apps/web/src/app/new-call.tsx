import { useAgents } from '../features/agents/use-agents.ts';
import type { Loaded } from '../features/calls/new-call/loaded.ts';
import { NewCallForm } from '../features/calls/new-call/new-call-form.tsx';
import { usePublicConfig } from '../features/session/session-context.ts';
import { useTemplates } from '../features/templates/use-templates.ts';

export interface NewCallProps {
  onClose: () => void;
  onWork?: (work: boolean) => void;
}

/** The form with what it needs; agents and templates are asked for when it is opened. */
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

/** A query tells only of the fields that were read while it was rendered, so all of them are read here. */
function loaded<Data>({ data, error, isFetching, refetch }: Loaded<Data>): Loaded<Data> {
  return { data, error, isFetching, refetch };
}
