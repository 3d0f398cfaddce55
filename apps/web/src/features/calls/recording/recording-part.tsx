import { recordingRoutes } from '@parley/contract';
import { useMay } from '../../../lib/permissions.ts';
import { useCode } from '../../../lib/use-code.ts';
import { LoadState } from '../../../ui/load-state.tsx';
import type { RecordingProps } from './recording-props.ts';

/** The recording of a call that has one. Its code is loaded only then. */
export function RecordingPart(props: RecordingProps) {
  const allowed = useMay()(recordingRoutes.getRecording.permission);
  const code = useCode(
    'recording',
    async () => (await import('./recording-panel.tsx')).RecordingPanel,
    allowed,
  );
  if (!allowed)
    return (
      <p className="border-b px-5 py-3 text-ink-2 text-sm">
        This call was recorded. Your role does not allow you to listen to it.
      </p>
    );
  const { query, part: Panel, retry } = code;
  if (Panel !== undefined) return <Panel {...props} />;
  return (
    <div className="grid min-h-36 border-b">
      <LoadState
        query={query}
        onRetry={retry}
        loading="Loading recording..."
        failed="Failed to load the player"
        compact
      />
    </div>
  );
}
