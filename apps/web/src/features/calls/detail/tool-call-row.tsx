import { ChevronRight, Wrench } from 'lucide-react';
import { Link } from 'react-router';
import type { ToolCall } from '../../../lib/parsing/tool-calls.ts';
import { readableJson } from '../../../lib/readable-json.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { cx } from '../../../ui/cx.ts';
import { Instant } from '../../../ui/instant.tsx';
import { toolCallText, toolStateWords } from './tool-call-text.ts';
import { useLight } from './use-light.ts';

interface ToolCallRowProps {
  toolCall: ToolCall;
  /** Another number each time that somebody points at it; null for the others. */
  lit: number | null;
  /** Where somebody checks whether it was done; null where nobody is asked to. */
  followUpPath: string | null;
}

/** What the agent looked up or did: one quiet line that opens to what was asked and answered. */
export function ToolCallRow({ toolCall, lit, followUpPath }: ToolCallRowProps) {
  const { state, at, sample, tries, input, answer } = toolCall;
  const { row, outlined } = useLight(lit);
  const words = toolStateWords(state);
  const opens = input !== null || answer !== null;
  const line = (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
      <span className="wrap-anywhere">{toolCallText(toolCall)}</span>
      {sample && <Badge>Sample answer</Badge>}
      {words !== null && <Badge tone={words.tone}>{words.label}</Badge>}
      {tries > 1 && <span className="text-xs">{`${tries} tries`}</span>}
    </span>
  );
  return (
    <li
      ref={row}
      {...(lit !== null && { tabIndex: -1, 'aria-current': true })}
      className={cx(
        outlined && 'rounded-box outline-2 outline-(color:--focus) -outline-offset-2',
        lit !== null && 'bg-sunken',
        'grid grid-cols-[1rem_minmax(0,1fr)_auto] items-start gap-x-4 px-5 py-1 text-ink-3 text-sm sm:grid-cols-[4.5rem_minmax(0,1fr)_auto]',
      )}
    >
      <Wrench aria-hidden="true" className="mt-1 size-3.5 justify-self-end" />
      <div className="grid min-w-0 gap-1">
        {opens ? (
          <details className="group min-w-0" {...(lit !== null && { open: true })}>
            <summary className="flex cursor-pointer list-none items-start gap-1 rounded-box hover:text-ink [&::-webkit-details-marker]:hidden">
              {line}
              <ChevronRight
                aria-hidden="true"
                className="mt-1 size-3.5 shrink-0 transition-transform duration-100 group-open:rotate-90"
              />
            </summary>
            <div className="mt-1 grid gap-2 pb-1">
              {input !== null && <Payload label="Asked with">{JSON.stringify(input, null, 2)}</Payload>}
              {answer !== null && <Payload label="Answered">{readableJson(answer)}</Payload>}
            </div>
          </details>
        ) : (
          <div className="flex">{line}</div>
        )}
        {state === 'unknown' && (
          <p className="text-amber">
            {'Nobody knows whether it was done.'}
            {followUpPath !== null && (
              <>
                {' '}
                <Link to={followUpPath} className="rounded-box underline underline-offset-4">
                  Check it
                </Link>
              </>
            )}
          </p>
        )}
      </div>
      <Instant at={at} format="clock" className="mt-0.5 whitespace-nowrap text-ink-3 text-xs" />
    </li>
  );
}

function Payload({ label, children }: { label: string; children: string }) {
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <figcaption className="text-xs">{label}</figcaption>
      <CodeBlock label={label}>{children}</CodeBlock>
    </figure>
  );
}
