import { Info } from 'lucide-react';

/** A reminder that does not block the call: the brackets may be intended. */
export function LeftoverMarkers({ names }: { names: readonly string[] }) {
  const markers = names.map((name) => `<${name.replaceAll(/\r\n|[\r\n]/g, '↵')}>`).join(', ');
  return (
    <p className="flex gap-1.5 text-amber">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="whitespace-pre-wrap">{`Not filled in: ${markers}. The agent is given the text as it stands.`}</span>
    </p>
  );
}
