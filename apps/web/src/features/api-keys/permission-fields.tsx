import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { isChosen, permissionGroups, permissionWords, presets } from './permission-words.ts';

interface PermissionFieldsProps {
  chosen: ReadonlySet<string>;
  error: string | undefined;
  disabled: boolean;
  onChange: (chosen: ReadonlySet<string>) => void;
}

export function PermissionFields({ chosen, error, disabled, onChange }: PermissionFieldsProps) {
  const errorId = useId();
  return (
    <fieldset className="grid gap-3" aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="mb-1.5 font-medium text-sm">What it may do</legend>
      <div className="flex flex-wrap gap-2">
        {presets.map((preset) => (
          <Button
            key={preset.name}
            // Where the focus goes after a mistake.
            data-mistake={error !== undefined}
            aria-pressed={isChosen(preset, chosen)}
            disabled={disabled}
            className="aria-pressed:border-ink-2 aria-pressed:bg-sunken"
            onClick={() => onChange(new Set(preset.permissions))}
          >
            {preset.name}
          </Button>
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} role="alert" className="text-red text-sm">
          {error}
        </p>
      )}
      <div className="grid gap-x-6 gap-y-4 rounded-box border p-4 sm:grid-cols-2">
        {permissionGroups.map(({ title, permissions }) => (
          <fieldset key={title} className="grid content-start">
            <legend className="text-ink-3 text-sm">{title}</legend>
            {permissions.map((permission) => (
              <Checkbox
                key={permission}
                label={permissionWords(permission)}
                checked={chosen.has(permission)}
                disabled={disabled}
                onCheckedChange={(checked) => onChange(changed(chosen, permission, checked))}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  );
}

function changed(chosen: ReadonlySet<string>, permission: string, checked: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  if (checked) next.add(permission);
  else next.delete(permission);
  return next;
}
