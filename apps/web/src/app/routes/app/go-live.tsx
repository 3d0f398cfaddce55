import { GoLiveView } from '../../../features/go-live/go-live-view.tsx';
import { useCalling } from '../../../lib/use-calling.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { LazyOpenings, LazyTestCall } from '../../go-live-parts.tsx';
import { paths } from '../../paths.ts';

export function GoLivePage() {
  const isReal = useCalling().data?.side === 'real';
  return (
    <>
      <PageHeading
        title="Go Live"
        subtitle={
          isReal
            ? 'Calls are real. The sandbox stays for trying.'
            : 'From the sandbox to real calls, step by step.'
        }
      />
      <GoLiveView
        connectionPath={(kind) => paths.connectionFromGoLive(kind)}
        openings={(onShown) => <LazyOpenings onShown={onShown} />}
        testCall={<LazyTestCall />}
      />
    </>
  );
}
