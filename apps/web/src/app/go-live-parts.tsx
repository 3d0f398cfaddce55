import type { ComponentType } from 'react';
import { useCode } from '../lib/use-code.ts';
import { LoadState } from '../ui/load-state.tsx';
import type { OpeningsProps } from './openings.tsx';

/** What an agent says first; loaded after the checks, which do without the schemas of agents. */
export function LazyOpenings(props: OpeningsProps) {
  return <Lazy name="openings" load={async () => (await import('./openings.tsx')).Openings} props={props} />;
}

/** A call to one's own phone; loaded on the real side only. */
export function LazyTestCall() {
  return <Lazy name="test-call" load={async () => (await import('./test-call.tsx')).TestCall} props={{}} />;
}

interface LazyProps<Props> {
  name: string;
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}

function Lazy<Props extends object>({ name, load, props }: LazyProps<Props>) {
  const { query, part: Part, retry } = useCode(name, load);
  if (Part !== undefined) return <Part {...props} />;
  return <LoadState query={query} onRetry={retry} loading="Loading..." failed="Failed to load" compact />;
}
