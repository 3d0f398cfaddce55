import type { WasmImports, WasmInstance } from './webassembly.ts';

/** What the program asks of its system, by the names and numbers of WASI preview 1. */
const done = 0;
const badDescriptor = 8;
const noSpace = 51;
const fileTypes = { device: 2, directory: 3, file: 4 };
const folder = 3;
const output = 4;
/** Four minutes of 16 kHz: more than any text that is rendered at once. */
const longestOutput = 8_000_000;

/** The program ends itself in this way. */
export class ProgramExit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`it exited with ${code}`);
    this.name = 'ProgramExit';
    this.code = code;
  }
}

/**
 * A system for one run of a program: its arguments, and one file that it may write, in memory. Node has such a system too,
 * but only with real files, and it prints a warning about itself.
 */
export class ProgramSystem {
  readonly #args: Buffer[];
  #memory: WasmInstance['exports']['memory'] | null = null;
  #file = Buffer.alloc(65_536);
  #length = 0;
  #at = 0;

  constructor(args: readonly string[]) {
    this.#args = args.map((arg) => Buffer.from(`${arg}\0`, 'latin1'));
  }

  get written(): Buffer {
    return this.#file.subarray(0, this.#length);
  }

  get imports(): WasmImports {
    return {
      wasi_snapshot_preview1: {
        args_sizes_get: (count: number, bytes: number) => {
          this.#view.setUint32(count, this.#args.length, true);
          this.#view.setUint32(bytes, Buffer.concat(this.#args).length, true);
          return done;
        },
        args_get: (pointers: number, bytes: number) => {
          let at = bytes;
          for (const [index, arg] of this.#args.entries()) {
            this.#view.setUint32(pointers + index * 4, at, true);
            this.#bytes.set(arg, at);
            at += arg.length;
          }
          return done;
        },
        clock_time_get: (_clock: number, _precision: bigint, time: number) => {
          this.#view.setBigUint64(time, BigInt(Date.now()) * 1_000_000n, true);
          return done;
        },
        fd_prestat_get: (descriptor: number, about: number) => {
          if (descriptor !== folder) return badDescriptor;
          this.#view.setUint32(about, 0, true);
          this.#view.setUint32(about + 4, 1, true);
          return done;
        },
        fd_prestat_dir_name: (_descriptor: number, name: number) => {
          this.#view.setUint8(name, '/'.charCodeAt(0));
          return done;
        },
        fd_fdstat_get: (descriptor: number, about: number) => {
          if (descriptor > output) return badDescriptor;
          const { device, directory, file } = fileTypes;
          this.#bytes.fill(0, about, about + 8);
          // All rights, for itself and for what is opened in it.
          this.#bytes.fill(0xff, about + 8, about + 24);
          this.#view.setUint8(about, descriptor < folder ? device : descriptor === folder ? directory : file);
          return done;
        },
        fd_fdstat_set_flags: () => done,
        path_open: (...args: (number | bigint)[]) => {
          this.#view.setUint32(Number(args[8]), output, true);
          return done;
        },
        fd_close: () => done,
        fd_read: (_descriptor: number, _parts: number, _count: number, read: number) => {
          this.#view.setUint32(read, 0, true);
          return done;
        },
        fd_seek: (descriptor: number, offset: bigint, whence: number, place: number) => {
          if (descriptor !== output) return badDescriptor;
          const from = [0, this.#at, this.#length][whence] ?? 0;
          this.#at = Math.max(0, Math.min(from + Number(offset), longestOutput));
          this.#view.setBigUint64(place, BigInt(this.#at), true);
          return done;
        },
        fd_write: (descriptor: number, parts: number, count: number, written: number) => {
          let sum = 0;
          for (let part = parts; part < parts + count * 8; part += 8) {
            const from = this.#view.getUint32(part, true);
            const length = this.#view.getUint32(part + 4, true);
            // What it prints is of no use.
            if (descriptor === output && !this.#write(this.#bytes.subarray(from, from + length)))
              return noSpace;
            sum += length;
          }
          this.#view.setUint32(written, sum, true);
          return done;
        },
        proc_exit: (code: number) => {
          throw new ProgramExit(code);
        },
      },
    };
  }

  /** Runs the program to its end. */
  run(instance: WasmInstance): void {
    this.#memory = instance.exports.memory;
    try {
      instance.exports._start();
    } catch (error) {
      if (!(error instanceof ProgramExit && error.code === 0)) throw error;
    }
  }

  // The memory of a program that grows has another buffer.
  get #view(): DataView {
    return new DataView(this.#memory?.buffer ?? new ArrayBuffer(0));
  }

  get #bytes(): Uint8Array {
    return new Uint8Array(this.#memory?.buffer ?? new ArrayBuffer(0));
  }

  #write(bytes: Uint8Array): boolean {
    const end = this.#at + bytes.length;
    if (end > longestOutput) return false;
    if (end > this.#file.length)
      this.#file = Buffer.concat([this.#file], Math.max(end, this.#file.length * 2));
    this.#file.set(bytes, this.#at);
    this.#at = end;
    this.#length = Math.max(this.#length, end);
    return true;
  }
}
