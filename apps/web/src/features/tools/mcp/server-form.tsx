import { type McpServer, toolRoutes } from '@parley/contract';
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';
import { useDraft } from '../../../lib/drafts.ts';
import { useMay } from '../../../lib/permissions.ts';
import { useUnsavedChanges } from '../../../lib/use-unsaved-changes.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { DiscardQuestion } from '../../../ui/discard-question.tsx';
import { DraftOffer } from '../../../ui/draft-offer.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { ConflictNotice } from '../conflict-notice.tsx';
import { type FormErrors, noErrors } from '../editor/form-errors.ts';
import { SaveBar } from '../editor/save-bar.tsx';
import { withoutSecretTexts } from '../editor/unsaved-tool.ts';
import { FormCard } from '../form-card.tsx';
import type { Merge } from '../merge-drafts.ts';
import { McpToolItem } from './mcp-tool-item.tsx';
import { asNewServer, isSameServer, mergeServer } from './merge-server.ts';
import { PlaceFields } from './place-fields.tsx';
import { bodyOf, draftOfServer, type ServerDraft, serverErrors } from './server-draft.ts';
import { parseUnsavedServer, unsavedServerName } from './unsaved-server.ts';
import { useCreateServer, useSaveServer } from './use-server-actions.ts';

interface ServerFormProps {
  server: McpServer;
  /** Shown where somebody has deleted the server, unless something is typed here that would be lost with it. */
  gone: ReactNode;
  onSecrets: () => void;
  onCreated: (id: string) => void;
}

/** An MCP server as a form; for those who may not change it, to be read. */
export function ServerForm({ server, gone, onSecrets, onCreated }: ServerFormProps) {
  const may = useMay();
  const isPermitted = may(toolRoutes.saveMcpServer.permission);
  const toolsId = useId();
  const element = useRef<HTMLFormElement>(null);
  const [base, setBase] = useState(server);
  const [draft, setDraft] = useState<ServerDraft>(() => draftOfServer(server));
  const [errors, setErrors] = useState<FormErrors>(noErrors);
  const [failure, setFailure] = useState<string | null>(null);
  const show = (next: McpServer) => {
    setBase(next);
    setDraft(draftOfServer(next));
    setErrors(noErrors);
    setFailure(null);
  };
  const onFailed = (sentence: string, code: string | null) => {
    if (code === 'host_not_allowed') setErrors(new Map([['address', sentence]]));
    else setFailure(sentence);
  };
  const save = useSaveServer({
    onDone: (saved) => {
      unsaved.clear();
      if (saved === null) return;
      show(saved);
      if (saved.id !== server.id) onCreated(saved.id);
    },
    onFailed,
  });
  // In place of one that was deleted: first the server, then what is allowed of its tools.
  const create = useCreateServer({
    onDone: (created) => {
      if (created === null) return;
      const next = asNewServer(draft, created);
      setBase(created);
      setDraft(next);
      save.send({ id: created.id, body: bodyOf(next, created.revision) });
    },
    onFailed,
  });
  const busy = save.busy || create.busy;
  const isGone = gone !== null && base.id === server.id;
  const dirty = !isSameServer(draft, draftOfServer(base));
  const unsaved = useDraft({
    form: unsavedServerName(server.id),
    value:
      dirty && isPermitted ? { base, draft: { ...draft, headers: withoutSecretTexts(draft.headers) } } : null,
    parse: parseUnsavedServer,
    busy,
  });
  const blocker = useUnsavedChanges(dirty && isPermitted && !busy);
  const isNewer =
    base.id === server.id && (server.revision > base.revision || server.lastListedAt !== base.lastListedAt);
  const merge = isNewer && dirty && !busy ? mergeServer(base, draft, server) : null;
  const keepMine = ({ merged }: Merge<ServerDraft>) => {
    setBase(server);
    setDraft(merged);
    setFailure(null);
  };
  if (isNewer && !dirty && !busy) show(server);
  // Its tools were listed anew, and nobody has changed anything.
  else if (merge !== null && server.changedAt === base.changedAt) keepMine(merge);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy || !dirty || !isPermitted) return;
    const found = serverErrors(draft);
    setErrors(found);
    setFailure(null);
    const body = bodyOf(draft, base.revision);
    if (found.size === 0 && isGone)
      create.send({ name: body.name, address: body.address, headers: body.headers });
    else if (found.size === 0) save.send({ id: base.id, body });
    else
      requestAnimationFrame(() =>
        element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
      );
  }

  function discard(): void {
    unsaved.clear();
    show(server);
  }

  if (isGone && !dirty && !busy) return gone;
  const readOnly = !isPermitted || busy;
  const change = (changes: Partial<ServerDraft>) => setDraft((before) => ({ ...before, ...changes }));
  return (
    <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {!isPermitted && <AlertBox tone="grey">Only an administrator can change tools.</AlertBox>}
      {isGone && (
        <AlertBox tone="amber" title="Somebody has deleted this MCP server">
          What you have typed is still here. You can add it as a new MCP server.
        </AlertBox>
      )}
      {unsaved.offered !== null && isPermitted && (
        <DraftOffer
          onRestore={() => {
            if (unsaved.offered?.base == null) return;
            setBase(unsaved.offered.base);
            setDraft(unsaved.offered.draft);
            unsaved.dismiss();
          }}
        />
      )}
      {base.problem !== null && <AlertBox title="It could not be reached">{base.problem}</AlertBox>}
      <FormCard title="Connection">
        <PlaceFields
          draft={draft}
          errors={errors}
          readOnly={readOnly}
          onSecrets={may(toolRoutes.putToolSecret.permission) ? onSecrets : null}
          change={change}
        />
      </FormCard>
      <Card aria-labelledby={toolsId}>
        <CardHeader
          title="Tools"
          titleId={toolsId}
          className="border-b"
          subtitle={
            <>
              {'A tool is used as you have looked at it, or not at all. '}
              {base.lastListedAt !== null && (
                <>
                  {'Listed on '}
                  <Instant at={base.lastListedAt} />.
                </>
              )}
            </>
          }
        />
        {base.tools.length === 0 ? (
          <p className="px-5 py-10 text-center text-ink-3">The server has listed no tools.</p>
        ) : (
          <ul aria-labelledby={toolsId}>
            {base.tools.map((tool) => {
              const index = draft.tools.findIndex(({ name }) => name === tool.name);
              const options = draft.tools[index];
              if (options === undefined) return null;
              return (
                <McpToolItem
                  key={tool.name}
                  serverId={server.id}
                  tool={tool}
                  options={options}
                  error={(field) => errors.get(`tools.${index}.${field}`) ?? null}
                  readOnly={readOnly}
                  change={(changes) =>
                    change({
                      tools: draft.tools.map((each) => (each === options ? { ...each, ...changes } : each)),
                    })
                  }
                />
              );
            })}
          </ul>
        )}
      </Card>
      {failure !== null && <AlertBox title="Failed to save the MCP server">{failure}</AlertBox>}
      {merge !== null ? (
        <ConflictNotice
          title="This MCP server has changed"
          who={null}
          theirs={merge.theirs}
          both={merge.both}
          onTakeTheirs={discard}
          onKeepMine={() => keepMine(merge)}
        />
      ) : (
        isPermitted &&
        (dirty || busy) && (
          <SaveBar
            isNew={isGone}
            add="Add MCP Server"
            busy={busy}
            mistakes={errors.size}
            onDiscard={discard}
          />
        )
      )}
      <DiscardQuestion
        open={blocker.state === 'blocked'}
        onKeep={() => blocker.reset?.()}
        onDiscard={() => {
          unsaved.clear();
          blocker.proceed?.();
        }}
      />
    </form>
  );
}
