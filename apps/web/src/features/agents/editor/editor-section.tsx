import type { AgentConfig, EditedAgent } from '@parley/contract';
import { lazyPart } from '../lazy-part.tsx';
import type { Autosave } from './autosave.ts';
import type { Autosaver } from './autosaver.ts';
import { ConversationSection } from './sections/conversation-section.tsx';
import { IdentitySection } from './sections/identity-section.tsx';
import { KnowledgeSection } from './sections/knowledge-section.tsx';
import { OpeningSection } from './sections/opening-section.tsx';
import { SpeechSection } from './sections/speech-section.tsx';
import type { SectionKey } from './sections.ts';

// What they show comes from the server anyway, or is changed seldom; the others are there without it, for whoever types
// offline.
const HistorySection = lazyPart(
  'the history',
  async () => (await import('../history/history-section.tsx')).HistorySection,
);
const OutcomesSection = lazyPart(
  'the outcomes',
  async () => (await import('./sections/outcomes-section.tsx')).OutcomesSection,
);
const ToolsSection = lazyPart(
  'the tools',
  async () => (await import('./sections/tools-section.tsx')).ToolsSection,
);
const EngineSection = lazyPart(
  'the engine',
  async () => (await import('./sections/engine-section.tsx')).EngineSection,
);
const RecordingCard = lazyPart(
  'the recording',
  async () => (await import('./sections/recording-card.tsx')).RecordingCard,
);
const NumbersSection = lazyPart(
  'the numbers',
  async () => (await import('./sections/numbers-section.tsx')).NumbersSection,
);

interface EditorSectionProps {
  /** Where the tools of the organization are. */
  toolsPath: string;
  /** Where recording is switched on. */
  dataPath: string;
  section: SectionKey;
  agent: EditedAgent;
  state: Autosave<AgentConfig>;
  autosaver: Autosaver<AgentConfig>;
}

export function EditorSection({ section, toolsPath, dataPath, agent, state, autosaver }: EditorSectionProps) {
  switch (section) {
    case 'identity':
      return <IdentitySection fixedName={agent.fixedName} />;
    case 'speech':
      return <SpeechSection />;
    case 'opening':
      return (
        <>
          <OpeningSection numbers={agent.numbers} />
          <RecordingCard agentId={agent.id} dataPath={dataPath} />
        </>
      );
    case 'conversation':
      return <ConversationSection />;
    case 'knowledge':
      return <KnowledgeSection />;
    case 'outcomes':
      return <OutcomesSection />;
    case 'tools':
      return <ToolsSection toolsPath={toolsPath} />;
    case 'engine':
      return <EngineSection />;
    case 'numbers':
      return <NumbersSection agent={agent} />;
    case 'history':
      return <HistorySection agent={agent} state={state} autosaver={autosaver} />;
  }
}
