import type { ComponentType } from 'react';
import { useCode } from '../../../lib/use-code.ts';
import { Card } from '../../../ui/card.tsx';
import { LoadState } from '../../../ui/load-state.tsx';

/** A step whose code is loaded when somebody comes to it. */
export function lazyStep<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function LazyStep(props: Props) {
    const { query, part: Part, retry } = useCode(name, load);
    if (Part !== undefined) return <Part {...props} />;
    return (
      <Card className="min-h-80 p-4">
        <LoadState query={query} onRetry={retry} loading="Loading..." failed="Failed to load this step" />
      </Card>
    );
  };
}
