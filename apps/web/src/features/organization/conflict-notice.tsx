import type { Organization, OrganizationSettings } from '@parley/contract';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { mergeSettings, type SettingName, settingLabels } from './merge-settings.ts';

interface ConflictNoticeProps {
  /** What both began with. */
  base: OrganizationSettings;
  newer: Organization;
  mine: OrganizationSettings;
  onKeepMine: (merged: OrganizationSettings) => void;
  onTakeTheirs: () => void;
}

/** Somebody else has saved while this form was being changed: both versions are shown before anything is overwritten. */
export function ConflictNotice({ base, newer, mine, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const merge = mergeSettings(base, mine, newer.settings);
  const who = newer.changedBy?.displayName ?? 'Somebody else';
  return (
    <AlertBox
      tone="amber"
      sticky
      title="These settings have changed"
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={onTakeTheirs}>Discard My Changes</Button>
          <Button look="primary" onClick={() => onKeepMine(merge.merged)}>
            Keep My Changes
          </Button>
        </div>
      }
    >
      <p>
        {`${who} saved them`}
        {newer.changedAt !== null && (
          <>
            {' on '}
            <Instant at={newer.changedAt} />
          </>
        )}
        {' while you were editing. Your changes are not saved yet.'}
      </p>
      {merge.theirs.length > 0 && <p>{`Changed there only: ${names(merge.theirs)}.`}</p>}
      {merge.both.length > 0 && (
        <dl className="mt-1 grid gap-1">
          {merge.both.map((name) => (
            <div key={name}>
              <dt className="font-medium">{`${settingLabels[name]}, changed by both`}</dt>
              <dd>{`Theirs: ${words(newer.settings, name)}`}</dd>
              <dd>{`Yours: ${words(mine, name)}`}</dd>
            </div>
          ))}
        </dl>
      )}
    </AlertBox>
  );
}

function names(list: readonly SettingName[]): string {
  return list.map((name) => settingLabels[name]).join(', ');
}

function words(settings: OrganizationSettings, name: SettingName): string {
  switch (name) {
    case 'openingHours': {
      const { week, holidays } = settings.openingHours;
      const openings =
        week === null ? 'open around the clock' : `${Object.values(week).flat().length} openings a week`;
      return `${openings}, ${holidays.length} holidays`;
    }
    case 'prices':
      return `prices of the carrier and of ${settings.prices.models.length} models`;
    default:
      return settings[name] ?? 'not known';
  }
}
