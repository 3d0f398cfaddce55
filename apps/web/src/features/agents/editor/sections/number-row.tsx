import type { AgentNumber } from '@parley/contract';
import { Pencil } from 'lucide-react';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { PhoneNumber } from '../../../../ui/phone-number.tsx';

interface NumberRowProps {
  number: AgentNumber;
  /** Whether it belongs to the agent of this page. */
  own: boolean;
  agentName: string | null;
  /** Null for what is not permitted. */
  onTake: (() => void) | null;
  onRelease: (() => void) | null;
  onLabel: (() => void) | null;
}

/** The same for both words, so that the pencils stand in one column. */
const buttonWidth = 'w-22';

export function NumberRow({ number, own, agentName, onTake, onRelease, onLabel }: NumberRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t px-5 py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1 basis-32">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <PhoneNumber>{number.number}</PhoneNumber>
          {number.sandbox && <Badge tone="amber">Sandbox</Badge>}
        </p>
        <p className="wrap-anywhere text-ink-2 text-sm">
          {[number.label, own ? 'This agent' : (agentName ?? 'No agent')]
            .filter((text) => text !== '')
            .join(' · ')}
        </p>
      </div>
      {onLabel !== null && <IconButton icon={Pencil} label={`Name ${number.number}`} onClick={onLabel} />}
      {own
        ? onRelease !== null && (
            <Button className={buttonWidth} aria-label={`Release ${number.number}`} onClick={onRelease}>
              Release
            </Button>
          )
        : onTake !== null && (
            <Button className={buttonWidth} aria-label={`Take ${number.number}`} onClick={onTake}>
              Take
            </Button>
          )}
    </li>
  );
}
