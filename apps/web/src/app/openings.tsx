import { AgentOpenings } from '../features/agents/openings/agent-openings.tsx';

export interface OpeningsProps {
  organizationName: string;
  onShown: (shown: boolean) => void;
}

/** In the viewer's time zone: the settings of the organization would bring their schemas along. */
export function Openings({ organizationName, onShown }: OpeningsProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return <AgentOpenings organization={{ name: organizationName, timeZone }} onShown={onShown} />;
}
