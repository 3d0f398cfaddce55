import { AgentOpenings } from '../features/agents/openings/agent-openings.tsx';

/** In the viewer's time zone: the settings of the organization would bring their schemas along. */
export function Openings({ organizationName }: { organizationName: string }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return <AgentOpenings organization={{ name: organizationName, timeZone }} />;
}
