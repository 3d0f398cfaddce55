import { recordingRoutes } from '@parley/contract';
import { useMay } from '../../../lib/permissions.ts';
import { useCode } from '../../../lib/use-code.ts';
import { LoadState } from '../../../ui/load-state.tsx';
import type { RecordingProps } from './recording-props.ts';

/** The transcript is drawn before anything of the player is asked for. */
const transcriptDrawn = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** The recording of a call that has one. Its code is loaded only then. */
export function RecordingPart(props: RecordingProps) {
  const allowed = useMay()(recordingRoutes.getRecording.permission);
  const code = useCode(
    'recording',
    async () => {
      await transcriptDrawn();
      return (await import('./recording-panel.tsx')).RecordingPanel;
    },
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
