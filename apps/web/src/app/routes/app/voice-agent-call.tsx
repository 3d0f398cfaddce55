import { useParams } from 'react-router';
import { CallView } from '../../../features/calls/detail/call-view.tsx';
import { LiveStatus } from '../../../features/live/live-status.tsx';
import { useMay } from '../../../lib/permissions.ts';
import { paths } from '../../paths.ts';

export function CallPage() {
  const { callId } = useParams();
  const mayReadAgents = useMay()('agents.read');
  return (
    <CallView
      key={callId}
      callId={callId}
      listPath={paths.calls}
      versionPathOf={mayReadAgents ? paths.agentVersion : null}
      liveStatus={<LiveStatus />}
    />
  );
}
