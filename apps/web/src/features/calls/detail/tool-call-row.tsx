import { ChevronRight, Wrench } from 'lucide-react';
import { Link } from 'react-router';
import type { ToolCall } from '../../../lib/parsing/tool-calls.ts';
import { readableJson } from '../../../lib/readable-json.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { LitRow } from './lit-row.tsx';
import { deliveryWords, openQuestion, toolCallText, toolStateWords } from './tool-call-text.ts';

interface ToolCallRowProps {
  toolCall: ToolCall;
  /** Another number each time that somebody points at it; null for the others. */
  lit: number | null;
  /** Null for those who may not see follow-ups. */
  followUpPathOf: ((followUpId: string) => string) | null;
}

/** What the agent looked up or did: one quiet line that opens to what was asked and answered. */
export function ToolCallRow({ toolCall, lit, followUpPathOf }: ToolCallRowProps) {
  const { input, answer, followUpId } = toolCall;
  const open = openQuestion(toolCall);
  const opens = input !== null || answer !== null;
  return (
    <LitRow
      lit={lit}
      className="grid-cols-[1rem_minmax(0,1fr)] items-start gap-x-2 py-1 text-ink-3 text-sm sm:grid-cols-[4.5rem_minmax(0,1fr)] sm:gap-x-4"
    >
      <Wrench aria-hidden="true" className="mt-1 size-3.5 justify-self-end" />
      <div className="grid min-w-0 gap-1">
        {opens ? (
          <details className="group min-w-0" {...(lit !== null && { open: true })}>
            <summary className="cursor-pointer list-none rounded-box hover:text-ink [&::-webkit-details-marker]:hidden">
              <ToolCallLine toolCall={toolCall} opens />
            </summary>
            <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2 pb-2">
              {input !== null && <Payload label="Asked with">{JSON.stringify(input, null, 2)}</Payload>}
              {answer !== null && <Payload label="Answered">{readableJson(answer)}</Payload>}
            </div>
          </details>
        ) : (
          <ToolCallLine toolCall={toolCall} opens={false} />
        )}
        {open !== null && (
          <p className="text-amber">
            {open.sentence}
            {followUpId !== null && followUpPathOf !== null && (
              <>
                {' '}
                <Link to={followUpPathOf(followUpId)} className="rounded-box underline underline-offset-4">
                  {open.act}
                </Link>
              </>
            )}
          </p>
        )}
      </div>
    </LitRow>
  );
}

function ToolCallLine({ toolCall, opens }: { toolCall: ToolCall; opens: boolean }) {
  const { state, at, sample, tries, delivery } = toolCall;
  const words = toolStateWords(state);
  const delivered = deliveryWords(delivery);
  const [done, time] = toolCallText(toolCall);
  return (
    <span className="flex items-start justify-between gap-x-4">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="wrap-anywhere">
          {done}
          <span className="whitespace-nowrap">
            {time}
            {opens && (
              <ChevronRight
                aria-hidden="true"
                className="ml-1 inline size-3.5 transition-transform duration-100 group-open:rotate-90"
              />
            )}
          </span>
        </span>
        {sample && <Badge>Sample answer</Badge>}
        {words !== null && <Badge tone={words.tone}>{words.label}</Badge>}
        {delivered !== null && <Badge tone={delivered.tone}>{delivered.label}</Badge>}
        {tries > 1 && <span className="text-xs">{`${tries} tries`}</span>}
      </span>
      <Instant at={at} format="clock" className="mt-0.5 shrink-0 whitespace-nowrap text-ink-3 text-xs" />
    </span>
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
