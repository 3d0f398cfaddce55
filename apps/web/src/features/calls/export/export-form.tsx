import {
  callExportRoutes,
  type ExportColumn,
  type ExportFormat,
  exportColumnNames,
  exportColumns,
  exportLimits,
  usualColumns,
} from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { parseExportPreview } from '../../../lib/parsing/call-export.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { numberText } from '../../../ui/number-text.ts';
import { Segments } from '../../../ui/segments.tsx';
import type { ExportInPage } from './use-export.ts';

interface ExportFormProps {
  filters: Readonly<Record<string, string>>;
  exported: ExportInPage;
  onClose: () => void;
}

const formats = [
  { value: 'csv', label: 'CSV for spreadsheets' },
  { value: 'jsonl', label: 'JSON, a call in each line' },
] as const;

/** Which calls, as what, with which columns. */
export function ExportForm({ filters, exported: { start, refusal }, onClose }: ExportFormProps) {
  const api = useApi();
  const preview = useQuery({
    queryKey: queryKeys.exportPreview(filters),
    queryFn: ({ signal }) =>
      api.get(callExportRoutes.previewExport, parseExportPreview, { query: filters, signal }),
    staleTime: 0,
  });
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [bom, setBom] = useState(true);
  const [columns, setColumns] = useState<ReadonlySet<ExportColumn>>(new Set(usualColumns));
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set());
  const known = preview.data?.fields ?? [];
  const chosen = {
    columns: exportColumnNames.filter((name) => columns.has(name)),
    fields: known.map(({ id }) => id).filter((id) => fields.has(id)),
  };
  const none = chosen.columns.length + chosen.fields.length === 0;
  const tooMany = chosen.fields.length > exportLimits.fieldsMax;
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!none && !tooMany) start.send({ filters, format, bom: format === 'csv' && bom, ...chosen });
      }}
    >
      <p role="status" className="text-ink-2">
        {callsText(preview.data?.calls, preview.isError, Object.keys(filters).length > 0)}
      </p>
      <div className="grid gap-1.5">
        <Segments
          label="Format"
          segments={formats}
          value={format}
          onValueChange={(value) => setFormat(value)}
        />
        {format === 'csv' && (
          <Checkbox label="Mark the file as UTF-8 (BOM), for Excel" checked={bom} onCheckedChange={setBom} />
        )}
      </div>
      <Choices
        legend="Columns"
        choices={exportColumnNames.map((name) => ({ id: name, label: exportColumns[name] }))}
        chosen={columns}
        onChange={(next) => setColumns(next as ReadonlySet<ExportColumn>)}
      />
      {known.length > 0 && (
        <Choices legend="Outcome fields" choices={known} chosen={fields} onChange={setFields} />
      )}
      {none && <AlertBox>Choose at least one column.</AlertBox>}
      {tooMany && <AlertBox>{`A file may have at most ${exportLimits.fieldsMax} outcome fields.`}</AlertBox>}
      {refusal !== null && <AlertBox>{`Failed to export calls: ${sentenceOf(refusal)}`}</AlertBox>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={start.busy} disabled={none || tooMany}>
          Export
        </Button>
      </DialogActions>
    </form>
  );
}

function callsText(calls: number | null | undefined, failed: boolean, filtered: boolean): string {
  if (failed) return 'How many calls there are could not be counted.';
  if (calls === undefined) return 'Counting the calls...';
  const which = filtered ? ' that fit the search and filters' : '';
  if (calls === null) return `Very many calls${which}; the file says how many.`;
  return calls === 1 ? `1 call${which}` : `${numberText(calls)} calls${which}`;
}

interface ChoicesProps {
  legend: string;
  choices: readonly { id: string; label: string }[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function Choices({ legend, choices, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium text-sm">{legend}</legend>
      <div className="grid grid-cols-2 gap-x-3 rounded-box border px-3 py-1.5 sm:max-h-88 sm:grid-cols-3 sm:gap-x-4 sm:overflow-y-auto">
        {choices.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={<span className="wrap-anywhere font-normal">{label}</span>}
            checked={chosen.has(id)}
            onCheckedChange={(checked) => {
              const next = new Set(chosen);
              if (checked) next.add(id);
              else next.delete(id);
              onChange(next);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
