import { previewOpening } from '@parley/contract';
import { Square, Volume2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { agentName } from '../../../lib/known-agents.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { useEditedAgent } from '../editor/use-edited-agent.ts';
import { useAgents } from '../use-agents.ts';
import { type BrowserVoice, useBrowserVoice } from './use-browser-voice.ts';

interface AgentOpeningsProps {
  organization: { name: string; timeZone: string };
  /** Whether the words are on the screen: nobody can have heard or read what is not. */
  onShown: (shown: boolean) => void;
}

/** The first words of an agent's calls, to be heard or read, with the sentence that says that an AI speaks. */
export function AgentOpenings({ organization, onShown }: AgentOpeningsProps) {
  const query = useAgents();
  const retry = useRetry(query.refetch);
  const { data: agents } = query;
  const [chosen, setChosen] = useState('');
  if (agents === undefined)
    return (
      <LoadState
        query={query}
        onRetry={retry.send}
        loading="Loading agents..."
        failed="Failed to load the agents"
        compact
      />
    );
  const agentId = agents.find(({ id }) => id === chosen)?.id ?? agents[0]?.id;
  if (agentId === undefined)
    return <p className="text-ink-2">There is no agent yet whose opening could be heard or read.</p>;
  return (
    <div className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-3 rounded-box border bg-sunken p-4">
      {agents.length > 1 && (
        <NativeSelect
          className="max-w-xs"
          label="Agent"
          value={agentId}
          onValueChange={setChosen}
          options={agents.map((agent) => ({ value: agent.id, label: agentName(agent) }))}
        />
      )}
      <Openings key={agentId} agentId={agentId} organization={organization} onShown={onShown} />
    </div>
  );
}

function Openings({ agentId, organization, onShown }: AgentOpeningsProps & { agentId: string }) {
  const query = useEditedAgent(agentId);
  const retry = useRetry(query.refetch);
  const isShown = query.data !== undefined;
  useEffect(() => {
    onShown(isShown);
    return () => onShown(false);
  }, [isShown, onShown]);
  if (query.data === undefined)
    return <LoadState query={query} onRetry={retry.send} loading="Loading the opening..." compact />;
  const { published, draft, numbers } = query.data;
  // What is not published yet is on no call.
  const { config } = published ?? draft;
  const heard = (direction: 'inbound' | 'outbound') =>
    previewOpening(config, direction, {
      organizationName: organization.name,
      timeZone: organization.timeZone,
      at: Date.now(),
      ownNumber: numbers[0]?.number ?? null,
    }).heard;
  return <Words language={config.speech.language} outbound={heard('outbound')} inbound={heard('inbound')} />;
}

interface WordsProps {
  language: string;
  outbound: string;
  inbound: string;
}

function Words({ language, outbound, inbound }: WordsProps) {
  const voice = useBrowserVoice(language);
  const openings = [
    { name: 'When it calls', text: outbound },
    { name: 'When it is called', text: inbound },
  ];
  return (
    <>
      <dl className="grid gap-3">
        {openings.map(({ name, text }) => (
          <div key={name} className="grid items-start gap-x-3 sm:grid-cols-[minmax(0,1fr)_auto]">
            <dt className="col-start-1 text-ink-2 text-sm">{name}</dt>
            <dd lang={language} className="wrap-anywhere col-start-1 mt-0.5">
              {text}
            </dd>
            {voice !== null && (
              <dd className="max-sm:mt-1.5 sm:col-start-2 sm:row-span-2 sm:row-start-1">
                <PlayButton name={name} text={text} voice={voice} />
              </dd>
            )}
          </div>
        ))}
      </dl>
      {voice !== null && (
        <p className="text-ink-3 text-sm">
          Played with a voice of your browser. On calls the agent speaks with its own.
        </p>
      )}
      {voice?.failed === true && (
        <p role="alert" className="text-red text-sm">
          Your browser could not play it. Read it instead.
        </p>
      )}
    </>
  );
}

function PlayButton({ name, text, voice }: { name: string; text: string; voice: BrowserVoice }) {
  const isPlaying = voice.speaking === name;
  const Icon = isPlaying ? Square : Volume2;
  const word = isPlaying ? 'Stop' : 'Play';
  return (
    <Button
      aria-label={`${word}: ${name}`}
      onClick={() => (isPlaying ? voice.stop() : voice.speak(name, text))}
    >
      <Icon aria-hidden="true" className="size-4" />
      {word}
    </Button>
  );
}
