import { notPermittedSentence, routes } from '@parley/contract';
import { useAgents } from '../features/agents/use-agents.ts';
import type { Loaded } from '../features/calls/new-call/loaded.ts';
import { NewCallForm } from '../features/calls/new-call/new-call-form.tsx';
import type { Prefill } from '../features/calls/new-call/prefill.ts';
import { useOrganization } from '../features/organization/use-organization.ts';
import { useTemplates } from '../features/templates/use-templates.ts';
import { useMay } from '../lib/permissions.ts';
import { useCalling } from '../lib/use-calling.ts';
import { NoPermission } from '../ui/no-permission.tsx';

export interface NewCallProps {
  prefill?: Prefill | null;
  onClose: () => void;
  onDirtyChange?: (dirty: boolean) => void;
}

/** The form, for those who may place calls. The permission can go while the form is open. */
export function NewCall(props: NewCallProps) {
  const may = useMay();
  if (may(routes.placeCall.permission)) return <Form {...props} />;
  return <NoPermission onDirtyChange={props.onDirtyChange}>{notPermittedSentence}</NoPermission>;
}

/** Agents, templates and the country of the organization are requested when it is opened. */
function Form(props: NewCallProps) {
  const deployment = useCalling().data?.country ?? null;
  const country = useOrganization().data?.settings.country ?? deployment;
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
