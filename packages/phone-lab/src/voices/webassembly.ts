/** What is used of WebAssembly here. Its types belong to those of browsers, which no part of the lab may use. */
export interface WasmInstance {
  readonly exports: { readonly memory: { readonly buffer: ArrayBuffer }; _start(): void };
}

/** Functions that a program may call, by module and name. */
export type WasmImports = Record<string, Record<string, (...args: never[]) => number>>;

interface WasmApi {
  compile(bytes: Uint8Array): Promise<object>;
  Instance: new (program: object, imports: WasmImports) => WasmInstance;
}

export const wasm: WasmApi = (globalThis as unknown as { WebAssembly: WasmApi }).WebAssembly;
