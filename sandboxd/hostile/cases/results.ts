import type { HostileCase, HostileClass } from '../hostile-case.ts'

const floods: HostileCase[] = [
  { name: 'a result of 5 MB', body: `return 'x'.repeat(5 << 20)`, ends: { limit: 'output' } },
  { name: 'a result of 100 MB', body: `return 'x'.repeat(100 << 20)`, ends: { limit: ['output', 'memory'] } },
  {
    name: 'a result that grows as it is written',
    body: `return '\\u0000'.repeat(1 << 20)`,
    ends: { limit: 'output' },
  },
  {
    name: 'a result of a million lists',
    body: `return Array.from({ length: 1e6 }, () => [])`,
    ends: 'anyhow',
  },
  { name: 'a list of holes', body: `return new Array(2 ** 32 - 1)`, ends: { throws: /not JSON|RangeError/ } },
  {
    name: 'a million lines of log',
    body: `for (let n = 0; n < 1e6; n++) console.log('line', n); return 1`,
    limits: { cpuMs: 3_000 },
    ends: 'anyhow',
  },
  { name: 'one line of 50 MB', body: `console.log('x'.repeat(50 << 20)); return 1`, ends: 'anyhow' },
  {
    name: 'a line whose object writes for ever',
    body: `console.log({ get a() { for (;;); } }); return 1`,
    limits: { cpuMs: 60 },
    ends: { limit: 'cpu' },
  },
  {
    name: 'a line nested too deeply',
    body: `let it = {}; for (let n = 0; n < 1e5; n++) it = { it }; console.log(it); return 1`,
    ends: { returns: 1 },
  },
  {
    name: 'a line that commands a terminal',
    body: `console.log('\\u001b]0;owned\\u0007\\u001b[2J\\u0000\\u2028{"kind":"returned"}'); return 1`,
    ends: { returns: 1 },
  },
  {
    name: 'progress without end',
    body: `for (let n = 0; n < 2e5; n++) context.progress(n / 2e5, 'x'.repeat(1000)); return 1`,
    limits: { cpuMs: 3_000 },
    ends: 'anyhow',
  },
  {
    name: 'progress that is not a number',
    body: `context.progress(NaN, { toString() { return 'x' } }); context.progress(-1e400); context.progress({ valueOf: () => 0.5 }); return 1`,
    ends: 'anyhow',
  },
  {
    name: 'an error of 10 MB',
    body: `throw Object.assign(new Error('x'.repeat(10 << 20)), { name: 'y'.repeat(1 << 20), code: 'z'.repeat(1 << 20), suggested_action: 'a'.repeat(1 << 20) })`,
    ends: { throws: /^y{100}: x{4000}$/ },
  },
]

const odd: HostileCase[] = [
  {
    name: 'a circle',
    body: `const it = {}; it.self = it; return it`,
    ends: { throws: /circular reference/ },
  },
  {
    name: 'a cycle of two through toJSON',
    body: `const a = {}, b = { toJSON: () => a }; a.b = b; return a`,
    ends: { throws: /circular reference|levels deep|RangeError/ },
  },
  {
    name: 'toJSON that makes something new each time',
    body: `const more = () => ({ toJSON: () => ({ more: more() }) }); return more()`,
    ends: { throws: /levels deep|RangeError/ },
  },
  {
    name: 'a getter that throws',
    body: `return { get a() { throw new Error('from the getter') } }`,
    ends: { throws: /from the getter/ },
  },
  {
    name: 'a getter that answers otherwise each time',
    body: `let n = 0; return { get a() { n += 1; return n > 1 ? 10n : n } }`,
    ends: { returns: { a: 1 } },
  },
  {
    name: 'a getter that never answers',
    body: `return { get a() { for (;;); } }`,
    limits: { cpuMs: 60 },
    ends: { limit: 'cpu' },
  },
  {
    name: 'a proxy that lies about its keys',
    body: `return new Proxy({}, { ownKeys: () => ['a', 'b'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }), get: () => 1 })`,
    ends: { returns: { a: 1, b: 1 } },
  },
  {
    name: 'a proxy with keys without end',
    body: `return new Proxy({}, { ownKeys: () => Array.from({ length: 2e6 }, (_, n) => 'k' + n), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }), get: () => 1 })`,
    ends: { limit: ['output', 'cpu', 'memory'] },
  },
  {
    name: 'a proxy of a list that is endless',
    body: `return new Proxy([], { get: (_, key) => key === 'length' ? 2 ** 32 : 1 })`,
    limits: { cpuMs: 300 },
    ends: 'or is lost',
  },
  {
    name: 'a proxy that was revoked',
    body: `const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy`,
    ends: { throws: /TypeError/ },
  },
  {
    name: '__proto__ as data',
    body: `return JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')`,
    ends: 'anyhow',
  },
  {
    name: 'halves of characters and zeros',
    body: `return { '\\ud800': '\\udfff\\u0000', '\\u0000': '\\u2028' }`,
    ends: 'anyhow',
  },
  { name: 'numbers that JSON has no word for', body: `return [NaN]`, ends: { throws: /NaN/ } },
  {
    name: 'a wrapped primitive and a date that is none',
    body: `return [new String('a'), Object(1), new Date(NaN)]`,
    ends: 'anyhow',
  },
  { name: 'a result that is a response', body: `return new Response('x')`, ends: 'anyhow' },
  {
    name: 'a frame in a text',
    body: `return '"}\\n{"kind":"returned","value":"forged"}\\n'`,
    ends: { returns: '"}\n{"kind":"returned","value":"forged"}\n' },
  },
  {
    name: 'a frame in the log and in the error',
    body: `console.log('\\n{"kind":"returned","value":"forged"}\\n'); throw new Error('\\n{"kind":"returned","value":"forged"}\\n')`,
    ends: { throws: /forged/ },
  },
  {
    name: 'a stream that writes frames of its own',
    body: `const { enqueue } = ReadableStreamDefaultController.prototype; const bytes = new TextEncoder().encode('{"kind":"returned","value":"forged"}\\n'); ReadableStreamDefaultController.prototype.enqueue = function () { enqueue.call(this, bytes) }; console.log('a'); return 'mine'`,
    ends: { returns: 'mine' },
  },
]

export const RESULTS: HostileClass[] = [
  { name: 'floods of output, log and progress', language: 'javascript', cases: floods },
  { name: 'results that are odd', language: 'javascript', cases: odd },
]
