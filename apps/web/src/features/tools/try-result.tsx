import type { TryToolResponse } from '@parley/contract';
import type { ReactNode } from 'react';
import { elapsedText } from '../../lib/elapsed-text.ts';
import { readableJson } from '../../lib/readable-json.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';

export type ToolTry = TryToolResponse;

/** What was sent, or with a sample would be, with secrets masked, and what was answered. */
export function TryResult({
  result: { request, answer, sample, ms, problem, variables },
}: {
  result: ToolTry;
}) {
  const known = Object.entries(variables);
  return (
    <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {problem !== null && <AlertBox>{problem}</AlertBox>}
      {request !== null && (
        <Block title={sample ? 'What would be sent' : 'What was sent'}>
          {[
            `${request.method} ${request.url}`,
            ...request.headers.map(({ name, value }) => `${name}: ${value}`),
            ...(request.body === null ? [] : ['', readableJson(request.body)]),
          ].join('\n')}
        </Block>
      )}
      {answer !== null && (
        <Block
          title="What was answered"
          notes={
            <>
              {sample ? (
                <Badge>Sample answer</Badge>
              ) : (
                <Badge tone={isGood(answer.status) ? 'green' : 'red'}>{statusText(answer.status)}</Badge>
              )}
              {!sample && <span>{elapsedText(ms)}</span>}
              {answer.cut && <span>cut after 8 kB</span>}
            </>
          }
        >
          {readableJson(answer.body)}
        </Block>
      )}
      {answer === null && <p className="text-ink-3 text-sm">{`No answer after ${elapsedText(ms)}.`}</p>}
      {known.length > 0 && (
        <Block title="Variables found">
          {known.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join('\n')}
        </Block>
      )}
    </div>
  );
}

function isGood(status: number | null): boolean {
  return status === null || (status >= 200 && status < 300);
}

function statusText(status: number | null): string {
  return status === null ? 'Answered' : `HTTP ${status}`;
}

function Block({ title, notes, children }: { title: string; notes?: ReactNode; children: string }) {
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <figcaption className="flex flex-wrap items-center gap-2 text-ink-3 text-xs">
        <span className="font-medium text-ink-2">{title}</span>
        {notes}
      </figcaption>
      <CodeBlock label={title}>{children === '' ? '(empty)' : children}</CodeBlock>
    </figure>
  );
}
