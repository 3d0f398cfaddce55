import { useNavigate } from 'react-router';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { NewCall } from '../../new-call.tsx';
import { paths } from '../../paths.ts';

export function NewCallPage() {
  const navigate = useNavigate();
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeading title="Create New Call" />
      <Card>
        <CardHeader title="Make a Call" />
        <CardBody>
          <NewCall onClose={() => void navigate(paths.calls)} />
        </CardBody>
      </Card>
    </div>
  );
}
