import { Table2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { useShownTables } from './shown-tables.ts';

interface ReportCardProps {
  /** Stands in the address while the table is shown. */
  name: string;
  title: string;
  subtitle?: ReactNode;
  /** Made-up figures. */
  example: boolean;
  /** In the place of the chart; null: there are figures. */
  empty: string | null;
  chart: ReactNode;
  table: ReactNode;
  /** Has a row for each day: it may go on on the next page of paper. */
  byDay?: boolean;
  className?: string;
}

/** A chart and, on request and on paper, its table. */
export function ReportCard({
  name,
  title,
  subtitle,
  example,
  empty,
  chart,
  table,
  byDay = false,
  className,
}: ReportCardProps) {
  const id = useId();
  const { isShown, toggle } = useShownTables();
  const shown = isShown(name);
  return (
    <Card
      aria-labelledby={id}
      className={cx('min-w-0 print:border-0', !byDay && 'break-inside-avoid', className)}
    >
      <div className="break-inside-avoid">
        <CardHeader
          title={title}
          titleId={id}
          className="flex-nowrap! print:px-0"
          {...(subtitle === undefined ? {} : { subtitle })}
          actions={
            <div className="flex shrink-0 items-center gap-2">
              {example && <Badge tone="amber">Example</Badge>}
              {empty === null && (
                <Button
                  look="quiet"
                  aria-expanded={shown}
                  aria-controls={`${id}table`}
                  className="-mr-2 h-8 px-2 text-sm print:hidden"
                  onClick={() => toggle(name)}
                >
                  <Table2 aria-hidden="true" className="size-4" />
                  <span className="max-sm:sr-only">
                    {shown ? 'Hide table' : 'Show table'}
                    <span className="sr-only">{`: ${title}`}</span>
                  </span>
                </Button>
              )}
            </div>
          }
        />
        <CardBody className="print:px-0 print:pb-2">
          {empty === null ? chart : <p className="py-6 text-ink-3">{empty}</p>}
        </CardBody>
      </div>
      {empty === null && (
        <CardBody id={`${id}table`} className={cx(!shown && 'hidden', 'print:block print:px-0')}>
          {table}
        </CardBody>
      )}
    </Card>
  );
}
