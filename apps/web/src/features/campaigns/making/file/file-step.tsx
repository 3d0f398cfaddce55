import { campaignRoutes, detectPlaceholders } from '@parley/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../../lib/permissions.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { numberText } from '../../../../ui/number-text.ts';
import { StepActions, StepCard } from '../step-card.tsx';
import type { StepProps } from '../step-props.ts';
import { hasPeople, missingRows } from '../steps.ts';
import { ChoosePeople } from './choose-people.tsx';
import { MatchColumns } from './match-columns.tsx';
import type { PeopleFile } from './people-file.ts';

interface FileStepProps extends StepProps {
  /** Of numbers without a calling code; null when the organization has not said. */
  country: string | null;
  /** The campaign was deleted with what had arrived of the file. */
  onCancelled: () => void;
}

/** The second step: whom to call. */
export function FileStep({ standing, country, pathOf, onStep, onCancelled, ...props }: FileStepProps) {
  const { campaign } = standing;
  const may = useMay();
  const mayChange =
    props.mayChange &&
    may(campaignRoutes.setCampaignFile.permission) &&
    may(campaignRoutes.addCampaignRows.permission);
  const [file, setFile] = useState<PeopleFile | null>(null);
  const [replacing, setReplacing] = useState(false);
  const isThere = hasPeople(campaign);
  if (file !== null && mayChange)
    return (
      <MatchColumns
        campaign={campaign}
        file={file}
        country={country}
        onBack={() => setFile(null)}
        onSent={() => onStep('check')}
        onCancelled={onCancelled}
      />
    );
  if (isThere && !(replacing && mayChange))
    return (
      <>
        <SentFile standing={standing} onReplace={mayChange ? () => setReplacing(true) : null} />
        <StepActions>
          <Button asChild>
            <Link to={pathOf('basics')}>Back</Link>
          </Button>
          <Button asChild look="primary">
            <Link to={pathOf('check')}>Continue</Link>
          </Button>
        </StepActions>
      </>
    );
  return (
    <>
      <StepCard
        title="People"
        subtitle="One row for each person, with a phone number. Whatever differs from person to person stands in a column of its own."
      >
        {missingRows(campaign) > 0 && <NotComplete standing={standing} />}
        {isThere && (
          <AlertBox tone="amber">
            Another file takes the place of this one: its rows, and what was mended in them, are removed.
          </AlertBox>
        )}
        {mayChange ? (
          <ChoosePeople placeholders={detectPlaceholders(campaign.prompt)} onChosen={setFile} />
        ) : (
          <p className="text-ink-2">There is no file yet.</p>
        )}
      </StepCard>
      <StepActions>
        {isThere ? (
          <Button onClick={() => setReplacing(false)}>Keep the File</Button>
        ) : (
          <Button asChild>
            <Link to={pathOf('basics')}>Back</Link>
          </Button>
        )}
      </StepActions>
    </>
  );
}

function NotComplete({ standing: { campaign } }: Pick<StepProps, 'standing'>) {
  const { file, rows } = campaign;
  return (
    <AlertBox tone="amber" title="The file was not sent to its end">
      {`${numberText(rows)} of ${numberText(file?.rowsInFile ?? 0)} rows of ${file?.fileName ?? ''} have arrived. Choose the file again: they are sent from the beginning.`}
    </AlertBox>
  );
}

interface SentFileProps extends Pick<StepProps, 'standing'> {
  onReplace: (() => void) | null;
}

function SentFile({ standing: { campaign }, onReplace }: SentFileProps) {
  const { file, rows } = campaign;
  if (file === null) return null;
  const titles = file.header.map((title, index) => (title === '' ? `Column ${index + 1}` : title));
  return (
    <StepCard
      title={file.fileName}
      subtitle={`${numberText(rows)} ${rows === 1 ? 'row' : 'rows'}, ${titles.length} ${titles.length === 1 ? 'column' : 'columns'}`}
      actions={onReplace !== null && <Button onClick={onReplace}>Choose Another File</Button>}
    >
      <p className="wrap-anywhere text-ink-2">{`Columns: ${titles.slice(0, 20).join(', ')}${titles.length > 20 ? ', …' : ''}`}</p>
    </StepCard>
  );
}
