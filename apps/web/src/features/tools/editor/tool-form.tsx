import { type HttpToolConfig, type Tool, toolRoutes } from '@parley/contract';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useDraft } from '../../../lib/drafts.ts';
import { useMay } from '../../../lib/permissions.ts';
import { useUnsavedChanges } from '../../../lib/use-unsaved-changes.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { DiscardQuestion } from '../../../ui/discard-question.tsx';
import { DraftOffer } from '../../../ui/draft-offer.tsx';
import { ConflictNotice } from '../conflict-notice.tsx';
import { mergeDrafts } from '../merge-drafts.ts';
import { useToolSecrets } from '../use-tools.ts';
import { AnswerCard } from './answer-card.tsx';
import { EffectsCard } from './effects-card.tsx';
import { errorsIn, type FormErrors, noErrors } from './form-errors.ts';
import { GeneralCard } from './general-card.tsx';
import { InputsCard } from './inputs-card.tsx';
import { RequestCard } from './request-card.tsx';
import { SaveBar } from './save-bar.tsx';
import { configOf, draftOf, type ToolDraft } from './tool-draft.ts';
import { isSameDraft, toolParts } from './tool-parts.ts';
import { TryPanel } from './try-panel.tsx';
import { parseUnsavedTool, unsavedToolName, withoutSecretTexts } from './unsaved-tool.ts';
import { useSaveTool } from './use-save-tool.ts';

interface ToolFormProps {
  /** Null for one that is not there yet. */
  tool: Tool | null;
  /** What a new one begins with. */
  initial: HttpToolConfig;
  /** Shown where somebody has deleted the tool, unless something is typed here that would be lost with it. */
  gone?: ReactNode;
  onSecrets: () => void;
  onCreated: (id: string) => void;
}

/** A tool as a form; for those who may not change it, to be read. */
export function ToolForm({ tool, initial, gone = null, onSecrets, onCreated }: ToolFormProps) {
  const may = useMay();
  const isPermitted = may(toolRoutes.saveTool.permission);
  const secrets = (useToolSecrets().data ?? []).map(({ name }) => name);
  const [base, setBase] = useState({ tool, config: tool?.config ?? initial });
  const [draft, setDraft] = useState<ToolDraft>(() => draftOf(base.config));
  const [shownErrors, setShownErrors] = useState<'none' | 'all'>('none');
  const [refused, setRefused] = useState<FormErrors>(noErrors);
  const [failure, setFailure] = useState<string | null>(null);
  /** How often mistakes were pointed out. */
  const [pointedOut, setPointedOut] = useState(0);
  const element = useRef<HTMLFormElement>(null);

  const show = (next: Tool) => {
    setBase({ tool: next, config: next.config });
    setDraft(draftOf(next.config));
    setShownErrors('none');
    setRefused(noErrors);
    setFailure(null);
  };
  const { busy, send } = useSaveTool({
    onSaved: (saved) => {
      unsaved.clear();
      if (saved === null) return;
      show(saved);
      if (tool?.id !== saved.id) onCreated(saved.id);
    },
    onFailed: (sentence, problems) => {
      setFailure(problems.length === 0 ? sentence : null);
      setRefused(new Map(problems.map(({ path, sentence }) => [path, sentence])));
      setPointedOut((times) => times + 1);
    },
  });
  const isGone = gone !== null;
  const dirty = !isSameDraft(draft, draftOf(base.config));
  const unsaved = useDraft({
    form: unsavedToolName(tool?.id ?? null),
    value:
      dirty && isPermitted ? { base, draft: { ...draft, headers: withoutSecretTexts(draft.headers) } } : null,
    parse: (stored) => parseUnsavedTool(stored, initial),
    busy,
  });
  const blocker = useUnsavedChanges(dirty && isPermitted && !busy);

  // Somebody else has saved: without input of one's own the newer tool is shown at once.
  const isNewer = tool !== null && base.tool !== null && tool.revision > base.tool.revision;
  if (isNewer && !dirty && !busy) show(tool);
  const conflict =
    isNewer && dirty && !busy
      ? mergeDrafts(toolParts, draftOf(base.config), draft, draftOf(tool.config))
      : null;

  const errors = new Map([...(shownErrors === 'all' ? errorsIn(draft) : noErrors), ...refused]);
  const mistakes = errors.size;
  // After the mistakes are on the page.
  useEffect(() => {
    if (pointedOut > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [pointedOut]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy || !isPermitted || (!dirty && tool !== null)) return;
    setFailure(null);
    setRefused(noErrors);
    setShownErrors('all');
    if (errorsIn(draft).size > 0) setPointedOut((times) => times + 1);
    else
      send({
        config: configOf(draft),
        saved: base.tool === null || isGone ? null : { id: base.tool.id, revision: base.tool.revision },
      });
  }

  if (isGone && !dirty && !busy) return gone;
  const card = {
    draft,
    errors,
    readOnly: !isPermitted || busy,
    change: (changes: Partial<ToolDraft>) => {
      setRefused(noErrors);
      setDraft((before) => ({ ...before, ...changes }));
    },
  };
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {!isPermitted && <AlertBox tone="grey">Only an administrator can change tools.</AlertBox>}
        {unsaved.offered !== null && isPermitted && (
          <DraftOffer
            onRestore={() => {
              if (unsaved.offered === null) return;
              setBase(unsaved.offered.base);
              setDraft(unsaved.offered.draft);
              unsaved.dismiss();
            }}
          />
        )}
        {isGone && (
          <AlertBox tone="amber" title="Somebody has deleted this tool">
            What you have typed is still here. You can add it as a new tool.
          </AlertBox>
        )}
        {base.tool?.problem != null && !dirty && <AlertBox tone="amber">{base.tool.problem}</AlertBox>}
        <GeneralCard {...card} />
        <InputsCard {...card} />
        <RequestCard
          {...card}
          secrets={secrets}
          onSecrets={may(toolRoutes.putToolSecret.permission) ? onSecrets : null}
        />
        <EffectsCard {...card} />
        <AnswerCard {...card} />
        {failure !== null && conflict === null && (
          <AlertBox title="Failed to save the tool">{failure}</AlertBox>
        )}
        {conflict !== null && isNewer ? (
          <ConflictNotice
            title="This tool has changed"
            who={tool.changedBy?.displayName ?? null}
            theirs={conflict.theirs}
            both={conflict.both}
            onTakeTheirs={() => {
              unsaved.clear();
              show(tool);
            }}
            onKeepMine={() => {
              setBase({ tool, config: tool.config });
              setDraft(conflict.merged);
              setFailure(null);
            }}
          />
        ) : (
          isPermitted &&
          (dirty || busy || tool === null) && (
            <SaveBar
              isNew={base.tool === null || isGone}
              busy={busy}
              mistakes={mistakes}
              onDiscard={() => {
                unsaved.clear();
                if (tool !== null) show(tool);
              }}
            />
          )
        )}
      </form>
      {may(toolRoutes.tryTool.permission) && <TryPanel draft={draft} change={card.change} />}
      <DiscardQuestion
        open={blocker.state === 'blocked'}
        onKeep={() => blocker.reset?.()}
        onDiscard={() => {
          unsaved.clear();
          blocker.proceed?.();
        }}
      />
    </div>
  );
}
