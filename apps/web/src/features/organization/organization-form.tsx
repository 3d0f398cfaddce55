import { type Organization, organizationRoutes } from '@parley/contract';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useDraft } from '../../lib/drafts.ts';
import { useMay } from '../../lib/permissions.ts';
import { useCode } from '../../lib/use-code.ts';
import { useUnsavedChanges } from '../../lib/use-unsaved-changes.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { DiscardQuestion } from '../../ui/discard-question.tsx';
import { DraftOffer } from '../../ui/draft-offer.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import type { OtherSettings } from './card-props.ts';
import { errorsIn, noErrors } from './form-errors.ts';
import { type FormState, formOf, isChanged, settingsOf } from './form-state.ts';
import { GeneralCard } from './general-card.tsx';
import { HolidaysCard } from './holidays-card.tsx';
import { OpeningHoursCard } from './opening-hours-card.tsx';
import { PricesCard } from './prices-card.tsx';
import { SaveBar } from './save-bar.tsx';
import { parseSettingsDraft, settingsDraftName } from './settings-draft.ts';
import { useSaveOrganization } from './use-save-organization.ts';

const loadNotice = async () => (await import('./conflict-notice.tsx')).ConflictNotice;

interface OrganizationFormProps {
  organization: Organization;
  others: OtherSettings;
}

/** The settings as a form; for those who may not change them, with controls that are switched off. */
export function OrganizationForm({ organization, others }: OrganizationFormProps) {
  const isPermitted = useMay()(organizationRoutes.updateOrganization.permission);
  const [base, setBase] = useState(organization);
  const [form, setForm] = useState<FormState>(() => formOf(organization.settings));
  const [isSubmitted, setSubmitted] = useState(false);
  /** How often mistakes kept the form from being sent. */
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);

  const show = (shown: Organization) => {
    setBase(shown);
    setForm(formOf(shown.settings));
    setSubmitted(false);
    setFailure(null);
  };
  const { busy, save } = useSaveOrganization({
    onSaved: (saved) => {
      draft.clear();
      if (saved !== null) show(saved);
    },
    onFailed: setFailure,
  });
  const dirty = isChanged(form, base.settings);
  const draft = useDraft({
    form: settingsDraftName,
    value: dirty ? { base, form } : null,
    parse: parseSettingsDraft,
    busy,
  });
  // Without the permission nothing can be saved, and leaving loses nothing: the draft is kept.
  const anyDirty = (dirty && isPermitted) || others.dirty;
  const anyBusy = busy || others.busy;
  const blocker = useUnsavedChanges(anyDirty && !anyBusy);

  // Somebody else has saved: without input of one's own the newer settings are shown at once.
  const isNewer = organization.revision > base.revision;
  if (isNewer && !dirty && !busy) show(organization);
  const isConflict = isNewer && dirty && !busy;
  const notice = useCode('the notice of a conflict', loadNotice, isConflict);
  const ConflictNotice = notice.part;

  const errors = isSubmitted ? errorsIn(form) : noErrors;
  useEffect(() => {
    if (attempts > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (anyBusy || !anyDirty) return;
    setFailure(null);
    const found = errorsIn(form);
    setSubmitted(found.size > 0);
    if (others.mistakes > 0) others.markMistakes();
    if (found.size + others.mistakes > 0) setAttempts((before) => before + 1);
    else {
      if (dirty) save({ revision: base.revision, settings: settingsOf(form) });
      if (others.dirty) others.save();
    }
  }

  function discard(): void {
    draft.clear();
    show(organization);
    others.discard();
  }

  const card = {
    form,
    errors,
    disabled: !isPermitted || anyBusy,
    change: (changes: Partial<FormState>) => setForm((before) => ({ ...before, ...changes })),
  };
  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-6">
      {!isPermitted && <AlertBox tone="grey">Only an administrator can change these settings.</AlertBox>}
      {((draft.offered !== null && isPermitted) || others.restore !== null) && (
        <DraftOffer
          onRestore={() => {
            others.restore?.();
            if (draft.offered === null) return;
            setBase(draft.offered.base);
            setForm(draft.offered.form);
            draft.dismiss();
          }}
        />
      )}
      <GeneralCard {...card} />
      <OpeningHoursCard
        {...card}
        status={dirty ? null : base.openingStatus}
        savedZone={base.settings.timeZone}
      />
      <HolidaysCard {...card} />
      <PricesCard {...card} />
      {others.card}
      {failure !== null && !isConflict && <AlertBox title="Failed to save settings">{failure}</AlertBox>}
      {!isConflict ? (
        <SaveBar
          organization={base}
          dirty={anyDirty}
          busy={anyBusy}
          mistakes={errors.size + others.marked}
          onDiscard={discard}
        />
      ) : ConflictNotice === undefined ? (
        <LoadState
          query={notice.query}
          onRetry={notice.retry}
          loading="Loading what has changed..."
          failed="These settings have changed"
          compact
        />
      ) : (
        <ConflictNotice
          base={base.settings}
          newer={organization}
          mine={settingsOf(form)}
          onTakeTheirs={() => {
            draft.clear();
            show(organization);
          }}
          onKeepMine={(merged) => {
            setBase(organization);
            setForm(formOf(merged));
            setFailure(null);
          }}
        />
      )}
      <DiscardQuestion
        open={blocker.state === 'blocked'}
        onKeep={() => blocker.reset?.()}
        onDiscard={() => {
          draft.clear();
          others.discard();
          blocker.proceed?.();
        }}
      />
    </form>
  );
}
