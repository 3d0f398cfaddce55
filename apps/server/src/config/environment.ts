import { readFileSync } from 'node:fs';

/** Reads settings and collects all faults, so that they can be corrected at once. */
export class Environment {
  readonly faults: string[] = [];
  readonly #variables: NodeJS.ProcessEnv;

  constructor(variables: NodeJS.ProcessEnv) {
    this.#variables = variables;
  }

  fault(sentence: string): void {
    this.faults.push(sentence);
  }

  text(name: string): string | null {
    const value = this.#variables[name]?.trim();
    return value ? value : null;
  }

  /** A secret may also stand in a file, named by NAME_FILE. */
  secret(name: string): string | null {
    const file = this.text(`${name}_FILE`);
    const direct = this.text(name);
    if (file === null) return direct;
    if (direct !== null) {
      this.fault(`Set either ${name} or ${name}_FILE, not both.`);
      return direct;
    }
    try {
      return readFileSync(file, 'utf8').trim() || null;
    } catch {
      this.fault(`${name}_FILE names a file that cannot be read: ${file}`);
      return null;
    }
  }

  integer(name: string, fallback: number, [least, most]: [number, number]): number {
    const value = this.text(name);
    if (value === null) return fallback;
    const number = Number(value);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    this.fault(`${name} must be a whole number from ${least} to ${most}, not "${value}".`);
    return fallback;
  }

  number(name: string, fallback: number, [least, most]: [number, number]): number {
    const value = this.text(name);
    if (value === null) return fallback;
    const number = Number(value);
    if (Number.isFinite(number) && number >= least && number <= most) return number;
    this.fault(`${name} must be a number from ${least} to ${most}, not "${value}".`);
    return fallback;
  }

  /** `former`: earlier names of a choice, which settings of deployments may still hold. */
  choice<const Choice extends string>(
    name: string,
    fallback: Choice,
    choices: readonly Choice[],
    former: Readonly<Record<string, Choice>> = {},
  ): Choice {
    const value = this.text(name);
    if (value === null) return fallback;
    const found = choices.find((choice) => choice === value) ?? former[value];
    if (found !== undefined) return found;
    this.fault(`${name} must be one of ${choices.join(', ')}, not "${value}".`);
    return fallback;
  }

  list(name: string): string[] | null {
    const value = this.text(name);
    return value === null
      ? null
      : value
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean);
  }

  url(name: string, protocols: readonly string[]): string | null {
    const value = this.text(name);
    if (value === null) return null;
    const url = URL.parse(value);
    if (url && protocols.includes(url.protocol)) return value.replace(/\/+$/, '');
    this.fault(
      `${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}, not "${value}".`,
    );
    return null;
  }
}
