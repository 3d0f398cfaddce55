import { useAgents } from '../features/agents/use-agents.ts';
import { NewCallForm } from '../features/calls/new-call/new-call-form.tsx';
import { useTemplates } from '../features/templates/use-templates.ts';

/** The form with what it needs; agents and templates are asked for when it is opened. */
export function NewCall({ onClose }: { onClose: () => void }) {
  const agents = useAgents();
  const templates = useTemplates();
  return <NewCallForm agents={agents} templates={templates} onClose={onClose} />;
}
