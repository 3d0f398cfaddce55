import { isReservedToolName } from '@parley/contract';

const longestName = 64;

/** A name for each operation that models and people can read, and that no other has. */
export class OperationNames {
  readonly #taken = new Set<string>();

  take(operationId: string, method: string, path: string): string {
    const said = words(operationId) || words(`${method} ${path.replace(/\{([^{}]*)\}/g, 'by $1')}`) || 'tool';
    const plain = /^[a-z]/.test(said) ? said : `tool_${said}`;
    for (let number = 1; ; number += 1) {
      const ending = number === 1 ? '' : `_${number}`;
      const name = `${plain.slice(0, longestName - ending.length).replace(/_+$/, '')}${ending}`;
      if (this.#taken.has(name) || isReservedToolName(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }
}

function words(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}
