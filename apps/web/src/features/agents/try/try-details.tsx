import type { TryState } from './try-state.ts';

/** What the model was told, and what it may use. */
export function TryDetails({ state: { began } }: { state: TryState }) {
  if (began === null) return null;
  return (
    <details className="border-t px-4 py-2 text-sm">
      <summary className="cursor-pointer rounded-box text-ink-2">{`Prompt and ${began.tools.length} tools, ${began.model}`}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <div tabIndex={0} className="mt-2 max-h-60 overflow-y-auto">
        <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-xs">{began.prompt}</pre>
        <ul className="mt-2 grid gap-1">
          {began.tools.map(({ name, description }) => (
            <li key={name} className="wrap-anywhere">
              <span className="font-medium">{name}</span>
              <span className="text-ink-2">{`: ${description}`}</span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
