import { PageHeading } from '../../../ui/page-heading.tsx';

export function VoiceAgentsPage() {
  return <PageHeading title="Voice Agents" />;
}
