import { useParams } from 'react-router';
import { CallView } from '../../../features/calls/detail/call-view.tsx';
import { LiveStatus } from '../../../features/live/live-status.tsx';
import { paths } from '../../paths.ts';

export function CallPage() {
  const { callId } = useParams();
  return <CallView key={callId} callId={callId} listPath={paths.calls} liveStatus={<LiveStatus />} />;
}
