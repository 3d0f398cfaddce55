import { campaignRoutes, limits, rowReasons } from '@parley/contract';
import { type SubmitEvent, useEffect, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../../../lib/api-error.ts';
import { type Campaign, parseRecipient, type Recipient } from '../../../../lib/parsing/campaigns.ts';
import { useMounted } from '../../../../lib/use-mounted.ts';
import { useSend } from '../../../../lib/use-send.ts';
import { wordOf } from '../../../../lib/word-of.ts';
import { zoneOptions } from '../../../../lib/zone-options.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { DialogActions } from '../../../../ui/dialog.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { NativeSelect } from '../../../../ui/native-select.tsx';
import { numberText } from '../../../../ui/number-text.ts';
import { TextField } from '../../../../ui/text-field.tsx';
import { useCampaignsChanged, useRefetchedOnConflict } from '../../use-campaigns.ts';
import { cellFields } from './cell-fields.ts';

interface CorrectRowDialogProps {
  campaign: Campaign;
  /** Null while it is closed. */
  recipient: Recipient | null;
  onClose: () => void;
}

/** The cells of a row, to be changed and checked again. */
export function CorrectRowDialog({ campaign, recipient, onClose }: CorrectRowDialogProps) {
  return (
    <FormDialog
      open={recipient !== null}
      title={recipient === null ? 'Row' : `Row ${numberText(recipient.row)}`}
      description="It is checked like a new one. The file itself stays as it is."
      onClose={onClose}
      onDiscard={onClose}
    >
      {(onDirtyChange) =>
        recipient !== null && (
          <CorrectRowForm
            {...{ campaign, onClose, onDirtyChange }}
            key={recipient.row}
            recipient={recipient}
          />
        )
      }
    </FormDialog>
  );
}

interface CorrectRowFormProps extends CorrectRowDialogProps {
  recipient: Recipient;
  onDirtyChange: (dirty: boolean) => void;
}

function CorrectRowForm({ campaign, recipient, onClose, onDirtyChange }: CorrectRowFormProps) {
  const api = useApi();
  const mounted = useMounted();
  const changed = useCampaignsChanged();
  const refetched = useRefetchedOnConflict();
  /** As it was checked last. */
  const [checked, setChecked] = useState(recipient);
  const fields = cellFields(campaign, checked);
  const [cells, setCells] = useState(() => (fields.length === 0 ? [] : padded(recipient.cells, campaign)));
  const [zone, setZone] = useState(chosenZone(recipient));
  const [failure, setFailure] = useState<string | null>(null);
  /** What somebody else has made of the row meanwhile. */
  const [theirs, setTheirs] = useState<readonly string[] | null>(null);
  const isZoneOffered = campaign.file?.columns.timeZone === null;
  const isPlaceWrong = isZoneOffered && checked.reason === 'no_zone';
  const isCellWrong = fields.some(({ concerned }) => concerned);
  const dirty =
    zone !== chosenZone(checked) || cells.some((cell, index) => cell !== (checked.cells[index] ?? ''));
  const params = { id: campaign.id, row: String(recipient.row) };

  /** The next change is based on what is there by now. */
  async function lookAgain(): Promise<void> {
    const now = await api.get(campaignRoutes.getRecipient, parseRecipient, { params }).catch(() => undefined);
    if (now === undefined) return;
    setChecked(now);
    setTheirs(now.cells);
  }

  const { busy, send } = useSend({
    name: 'correct-row',
    act: async () => {
      setFailure(null);
      setTheirs(null);
      const seen = { cells: checked.cells, timeZone: chosenZone(checked) || null };
      const body = { file: campaign.file?.file ?? 0, cells, timeZone: zone || null, seen };
      try {
        return parseRecipient(await refetched(api.send(campaignRoutes.mendRecipient, { params, body })));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'campaign_changed') await lookAgain();
        throw error;
      }
    },
    onDone: async (result) => {
      await changed();
      if (!mounted.current) return;
      if (result !== undefined && result.state !== 'pending') {
        setChecked(result);
        return;
      }
      toast.success(`Row ${numberText(recipient.row)} can be called`);
      onClose();
    },
    onFailed: (error) => setFailure(sentenceOf(error)),
  });
  useEffect(() => onDirtyChange(dirty && !busy), [onDirtyChange, dirty, busy]);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    send();
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {checked.reason !== null && !isCellWrong && !isPlaceWrong && (
        <AlertBox
          tone={checked.state === 'refused' ? 'grey' : 'amber'}
          title={wordOf(rowReasons, checked.reason)}
        >
          {checked.detail === '' ? 'Change the row and save it.' : checked.detail}
        </AlertBox>
      )}
      <div className="grid gap-3">
        {fields.map(({ index, title, use, concerned }, place) => (
          <TextField
            key={index}
            label={title}
            autoComplete="off"
            maxLength={limits.importRowCharactersMax}
            value={cells[index] ?? ''}
            {...(use !== '' && { hint: use })}
            {...((concerned || (place === 0 && !isCellWrong && !isPlaceWrong)) && {
              'data-autofocus': true,
            })}
            error={concerned && checked.reason !== null ? wordOf(rowReasons, checked.reason) : undefined}
            onChange={(event) =>
              setCells((before) => before.map((cell, at) => (at === index ? event.target.value : cell)))
            }
          />
        ))}
        {isZoneOffered && (
          <NativeSelect
            label="Time Zone"
            value={zone}
            options={zones}
            focusInDialog={isPlaceWrong}
            error={isPlaceWrong ? rowReasons.no_zone : undefined}
            hint="The file has no column for it."
            onValueChange={setZone}
          />
        )}
      </div>
      {failure !== null && (
        <AlertBox title="Failed to save the row">
          {theirs === null ? failure : `${failure} It says: ${theirs.join(', ')}. Save again to replace it.`}
        </AlertBox>
      )}
      <DialogActions>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button look="primary" type="submit" busy={busy}>
          {busy ? 'Checking...' : 'Save and Check'}
        </Button>
      </DialogActions>
    </form>
  );
}

const zones = [{ value: '', label: 'As the contact or the number says' }, ...zoneOptions];

const chosenZone = ({ zoneSource, zones: [first = ''] }: Recipient) => (zoneSource === 'hand' ? first : '');

/** A row that ended early gets the cells that it lacks. */
function padded(cells: readonly string[], { file }: Campaign): string[] {
  const width = Math.max(file?.header.length ?? 0, cells.length);
  return Array.from({ length: width }, (_, index) => cells[index] ?? '');
}
