import { type AgentConfig, agentRoutes, type EditedAgent } from '@parley/contract';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { useMay } from '../../../lib/permissions.ts';
import { useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { placeLabel } from '../config/place-words.ts';
import type { Autosave } from './autosave.ts';
import type { Autosaver } from './autosaver.ts';
import { useAgentChanged } from './use-agent-changed.ts';

interface SaveNoticesProps {
  agent: EditedAgent;
  state: Autosave<AgentConfig>;
  autosaver: Autosaver<AgentConfig>;
}

/** Above the section: what somebody should know before they go on typing. */
export function SaveNotices({ agent, state, autosaver }: SaveNoticesProps) {
  const { phase, takenOver } = state;
  return (
    <>
      {agent.archivedAt !== null && <ArchivedNotice agentId={agent.id} />}
      {phase.name === 'unreachable' && (
        <AlertBox
          tone="amber"
          action={<Button onClick={() => autosaver.apply({ type: 'hurried' })}>Save Now</Button>}
        >
          The server cannot be reached. Go on typing: it is kept in this tab and saved when the server
          answers.
        </AlertBox>
      )}
      {phase.name === 'refused' && <AlertBox title="The draft is not saved">{phase.sentence}</AlertBox>}
      {takenOver !== null && (
        <AlertBox tone="grey" action={<Button onClick={() => autosaver.apply({ type: 'told' })}>OK</Button>}>
          {`${takenOver.by ?? 'Somebody'} changed this meanwhile, and the fields show it: ${takenOver.places
            .map((key) => placeLabel(key, [state.typed, state.base.config]))
            .join(', ')}.`}
        </AlertBox>
      )}
    </>
  );
}

function ArchivedNotice({ agentId }: { agentId: string }) {
  const may = useMay();
  const api = useApi();
  const agentChanged = useAgentChanged();
  const { busy, send } = useSend({
    name: 'unarchive-agent',
    act: () => api.send(agentRoutes.unarchiveAgent, { params: { agentId } }),
    onDone: agentChanged,
    onFailed: (failure) => toast.error(sentenceOf(failure)),
  });
  return (
    <AlertBox
      tone="grey"
      action={
        may(agentRoutes.unarchiveAgent.permission) && (
          <Button busy={busy} onClick={() => send()}>
            Make Active Again
          </Button>
        )
      }
    >
      This agent is archived: it makes and takes no calls, and nothing of it can be changed.
    </AlertBox>
  );
}
