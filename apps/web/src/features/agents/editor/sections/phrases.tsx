import { agentLimits, type PhraseName, phraseNames, phrasesFor } from '@parley/contract';
import { ChevronDown } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import { useState } from 'react';
import { countFrom, isTooLong } from '../../../../lib/text-count.ts';
import { TextField } from '../../../../ui/text-field.tsx';
import { withPlace } from '../../config/places.ts';
import { useEditor, useProblem } from '../editor-context.ts';

const labels: Readonly<Record<PhraseName, string>> = {
  areYouThere: 'After a silence',
  silenceGoodbye: 'Before it hangs up after a silence',
  firstFiller: 'While something takes a moment',
  secondFiller: 'While it takes longer',
  sayAgain: 'Before it repeats itself',
  apology: 'When it fails for good',
  cutOff: 'When it comes back after an interruption of the line',
  maxLengthGoodbye: 'At the longest time of a call',
  drainGoodbye: 'When the server is being stopped',
  goodbye: 'Goodbye',
  noMoreCalls: 'To somebody who wants no more calls',
  transferring: 'Before it connects somebody',
  notTransferred: 'When connecting failed',
};

/** Folded away until somebody wants to word one. */
export function Phrases() {
  const { config, change, readOnly } = useEditor();
  const problem = useProblem();
  const [opened, setOpened] = useState(false);
  const defaults = phrasesFor(config.speech.language);
  const hasProblem = phraseNames.some((name) => problem(`conversation.phrases.${name}`) !== null);
  const worded = phraseNames.filter((name) => (config.conversation.phrases[name] ?? '') !== '').length;
  return (
    <Collapsible.Root open={opened || hasProblem} onOpenChange={setOpened} className="grid gap-4">
      <Collapsible.Trigger className="group -ml-2 flex min-h-9 items-center gap-2 justify-self-start rounded-box px-2 text-left font-medium text-ink-2 hover:bg-sunken hover:text-ink">
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform duration-100 group-data-[state=closed]:-rotate-90"
        />
        {`${phraseNames.length} phrases, ${worded === 0 ? 'none' : worded} worded for this agent`}
      </Collapsible.Trigger>
      <Collapsible.Content className="grid gap-4">
        {phraseNames.map((name) => {
          const path = `conversation.phrases.${name}`;
          const text = config.conversation.phrases[name] ?? '';
          return (
            <TextField
              key={name}
              label={labels[name]}
              placeholder={defaults[name]}
              lang={config.speech.language}
              readOnly={readOnly}
              autoComplete="off"
              value={text}
              error={isTooLong(text, agentLimits.sentenceMax) ? null : problem(path)}
              count={countFrom(text, agentLimits.sentenceMax)}
              // An emptied field is the wording of the language again, and no difference to what was published.
              onChange={({ target: { value } }) =>
                change(withPlace(config, path, value === '' ? undefined : value))
              }
            />
          );
        })}
      </Collapsible.Content>
    </Collapsible.Root>
  );
}
