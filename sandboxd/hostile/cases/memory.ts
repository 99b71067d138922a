import type { HostileCase, HostileClass } from '../hostile-case.ts'

/** Enough time to fill the memory on a slow machine. */
const TOO_MUCH = { limits: { cpuMs: 30_000 }, ends: { limit: 'memory' as const } }
const SLOW = 'Filling the memory takes about two seconds, and a similar case is in the short suite.'

const bombs: HostileCase[] = [
  {
    name: 'objects',
    body: `const all = []; for (;;) all.push({ list: new Array(100).fill(1.5) })`,
    ...TOO_MUCH,
  },
  {
    name: 'one array',
    body: `const all = []; for (;;) all.push(Math.random(), all)`,
    ends: { limit: ['memory', 'cpu'] },
    longSuiteReason: SLOW,
  },
  {
    name: 'strings',
    body: `const all = []; for (let n = 0; ; n++) all.push([...'x'.repeat(1000)].join(n))`,
    ...TOO_MUCH,
    longSuiteReason: SLOW,
  },
  {
    name: 'a string that doubles',
    body: `let text = 'x'; for (;;) text += text`,
    ends: { throws: /RangeError/ },
  },
  {
    name: 'a map',
    body: `const all = new Map(); for (let n = 0; ; n++) all.set({ n }, 'x' + n)`,
    ...TOO_MUCH,
    longSuiteReason: SLOW,
  },
  {
    name: 'buffers',
    body: `const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1))`,
    ...TOO_MUCH,
  },
  { name: 'one buffer of 2 GB', body: `return new ArrayBuffer(2 ** 31).byteLength`, ...TOO_MUCH },
  {
    name: 'a buffer that grows',
    body: `const buffer = new ArrayBuffer(1, { maxByteLength: 2 ** 30 }); for (let size = 1; ; size *= 2) { buffer.resize(size); new Uint8Array(buffer).fill(1) }`,
    ends: 'or is lost',
  },
  {
    name: 'shared buffers',
    body: `const all = []; for (;;) all.push(new Uint8Array(new SharedArrayBuffer(1 << 20)).fill(1))`,
    ends: 'or is lost',
  },
  {
    name: 'WebAssembly’s memory',
    body: `const memory = new WebAssembly.Memory({ initial: 1 }); for (;;) memory.grow(100)`,
    ...TOO_MUCH,
  },
  {
    name: 'many small memories of WebAssembly',
    body: `const all = []; for (;;) all.push(new WebAssembly.Memory({ initial: 160 }))`,
    ends: 'or is lost',
  },
  {
    name: 'a table of WebAssembly',
    body: `const table = new WebAssembly.Table({ initial: 1, element: 'externref' }); for (;;) table.grow(1e6, {})`,
    ends: 'or is lost',
  },
  {
    name: 'blobs',
    body: `const all = []; for (;;) all.push(new Blob([new Uint8Array(1 << 20)]))`,
    ...TOO_MUCH,
    longSuiteReason: SLOW,
  },
  {
    name: 'responses',
    body: `const all = []; for (;;) all.push(new Response('x'.repeat(1 << 20)))`,
    ...TOO_MUCH,
    longSuiteReason: SLOW,
  },
  {
    name: 'clones',
    body: `let all = [1]; for (;;) all = structuredClone([all, all])`,
    ends: 'or is lost',
    longSuiteReason: SLOW,
  },
  {
    name: 'a regular expression of its own making',
    body: `return new RegExp('(?:a{1,1000}){1,1000}'.repeat(20)).test('b'.repeat(1000))`,
    limits: { cpuMs: 500 },
    ends: 'or is lost',
  },
  {
    name: 'a text that is padded',
    body: `return 'x'.padEnd(2 ** 29).length + [...Array(2 ** 25).keys()].length`,
    ends: 'or is lost',
  },
  {
    name: 'gzip that unfolds',
    body: `const zeros = new Blob([new Uint8Array(1 << 20)]).stream().pipeThrough(new CompressionStream('gzip')); const packed = await new Response(zeros).arrayBuffer(); const all = []; for (;;) all.push(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer())`,
    ends: 'or is lost',
    longSuiteReason: SLOW,
  },
]

const recursion: HostileCase[] = [
  {
    name: 'a function that calls itself',
    body: `const dive = () => dive() + 1; return dive()`,
    ends: { throws: /RangeError/ },
  },
  {
    name: 'a getter that reads itself',
    body: `const it = { get self() { return this.self } }; return it.self`,
    ends: { throws: /RangeError/ },
  },
  {
    name: 'toString of itself',
    body: `const it = { toString() { return '' + this } }; return '' + it`,
    ends: { throws: /RangeError/ },
  },
  {
    name: 'JSON that calls itself',
    body: `const it = { toJSON() { return JSON.stringify(it) } }; return JSON.stringify(it)`,
    ends: { throws: /RangeError/ },
  },
  {
    name: 'a list nested too deeply to be written',
    body: `let it = []; for (let n = 0; n < 1e5; n++) it = [it]; return it`,
    ends: { throws: /levels deep|RangeError/ },
  },
  {
    name: 'a proxy behind a proxy',
    body: `let it = {}; for (let n = 0; n < 1e5; n++) it = new Proxy(it, {}); return it.x ?? 1`,
    ends: { throws: /RangeError/ },
  },
  {
    name: 'a chain of prototypes',
    body: `let it = {}; for (let n = 0; n < 1e5; n++) it = Object.create(it); return 'x' in it`,
    ends: { returns: false },
  },
  {
    name: 'a regular expression nested too deeply',
    body: `return new RegExp('('.repeat(1e5) + ')'.repeat(1e5)).test('x')`,
    ends: 'or is lost',
  },
  {
    name: 'a source nested too deeply',
    definition: `export default async () => ${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    ends: { throws: /SyntaxError/ },
  },
  {
    name: 'a source whose types take hours',
    definition: `const x = ${'a ? (b) : c => d ? '.repeat(40)}1`,
    ends: { throws: /SyntaxError/ },
  },
  {
    name: 'a source of 20,000 declarations',
    definition: `${Array.from({ length: 20_000 }, (_, n) => `let a${n};`).join('')}\nexport default async () => 1`,
    limits: { cpuMs: 3_000 },
    ends: 'anyhow',
  },
]

export const MEMORY: HostileClass[] = [
  { name: 'bombs', language: 'javascript', cases: bombs },
  { name: 'recursion', language: 'javascript', cases: recursion },
]
