import { toolLimits } from '@parley/contract';
import { randomId } from '../../../lib/random-id.ts';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { FormErrors } from './form-errors.ts';
import { Rows } from './rows.tsx';
import type { HeaderRow } from './tool-draft.ts';

interface HeaderRowsProps {
  rows: readonly HeaderRow[];
  /** The names of the secrets that there are. */
  secrets: readonly string[];
  /** Null for those who may not add secrets. */
  onSecrets: (() => void) | null;
  errors: FormErrors;
  readOnly: boolean;
  onChange: (rows: HeaderRow[]) => void;
}

/** The headers of a request. A secret is named here; its value stays on the server. */
export function HeaderRows({ rows, secrets, onSecrets, errors, readOnly, onChange }: HeaderRowsProps) {
  return (
    <Rows
      label="Headers"
      hint={
        <>
          Passwords and keys belong into a secret, not into a text.
          {onSecrets !== null && (
            <>
              {' '}
              <button
                type="button"
                onClick={onSecrets}
                className="rounded-box font-medium underline underline-offset-4"
              >
                Manage secrets
              </button>
            </>
          )}
        </>
      }
      rows={rows}
      max={toolLimits.headersMax}
      add="Add Header"
      readOnly={readOnly}
      newRow={(): HeaderRow => ({ id: randomId(), name: '', kind: 'text', text: '', secret: '' })}
      nameOf={({ name }, index) => (name.trim() === '' ? `header ${index + 1}` : name)}
      onChange={onChange}
    >
      {(row, index, set) => (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_6rem_5.5rem_minmax(0,1fr)]">
          <TextField
            label="Header"
            value={row.name}
            readOnly={readOnly}
            autoComplete="off"
            spellCheck={false}
            placeholder="Authorization"
            error={errors.get(`headers.${index}.name`) ?? errors.get(`headers.${index}`) ?? null}
            onChange={(event) => set({ name: event.target.value })}
          />
          <NativeSelect
            label="Kind"
            value={row.kind}
            disabled={readOnly}
            options={[
              { value: 'text', label: 'Text' },
              { value: 'secret', label: 'Secret' },
            ]}
            onValueChange={(kind) => set({ kind: kind === 'secret' ? 'secret' : 'text' })}
          />
          <TextField
            label={row.kind === 'text' ? 'Text' : 'Prefix'}
            className={row.kind === 'text' ? 'sm:col-span-2' : undefined}
            value={row.text}
            readOnly={readOnly}
            autoComplete="off"
            spellCheck={false}
            {...(row.kind === 'secret' && { placeholder: 'Bearer ' })}
            error={errors.get(`headers.${index}.value`) ?? errors.get(`headers.${index}.value.text`) ?? null}
            onChange={(event) => set({ text: event.target.value })}
          />
          {row.kind === 'secret' && (
            <NativeSelect
              label="Secret"
              value={row.secret}
              disabled={readOnly}
              options={secretOptions(secrets, row.secret)}
              error={errors.get(`headers.${index}.value.secret`) ?? null}
              onValueChange={(secret) => set({ secret })}
            />
          )}
        </div>
      )}
    </Rows>
  );
}

/** One that is not there stays visible: somebody may have deleted it. */
function secretOptions(secrets: readonly string[], chosen: string) {
  const listed = secrets.map((name) => ({ value: name, label: name }));
  if (chosen === '') return [{ value: '', label: 'Choose a secret' }, ...listed];
  return secrets.includes(chosen) ? listed : [...listed, { value: chosen, label: `${chosen} (not there)` }];
}
