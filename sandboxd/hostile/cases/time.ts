import type { HostileCase, HostileClass } from '../hostile-case.ts'

const BY_PROCESSOR = { limits: { cpuMs: 60 }, ends: { limit: 'cpu' as const } }
const BY_CLOCK = { limits: { wallMs: 250 }, ends: { limit: 'wall' as const } }

const after: HostileCase[] = [
  {
    name: 'an interval that is left behind',
    body: `setInterval(() => { globalThis.x = 1 }, 1); return 1`,
    ends: { returns: 1 },
  },
  {
    name: 'a loop that begins later',
    body: `setTimeout(() => { for (;;); }, 5); return 1`,
    ends: { returns: 1 },
  },
  {
    name: 'a loop of microtasks that is not awaited',
    body: `(async () => { for (;;) await scheduler.wait(1) })(); return 1`,
    ends: { returns: 1 },
  },
  {
    name: 'a request that is sent afterwards',
    body: `setTimeout(() => fetch('http://api.example:' + parameters.port + '/late').catch(() => {}), 5); return 1`,
    network: ['api.example'],
    ends: { returns: 1 },
  },
  {
    name: 'a queue of microtasks',
    body: `const again = () => queueMicrotask(again); setTimeout(again, 1); return 1`,
    ends: { returns: 1 },
  },
  {
    name: 'a promise rejected afterwards',
    body: `Promise.reject(new Error('late')); setTimeout(() => { throw new Error('later') }, 1); return 1`,
    ends: { returns: 1 },
  },
  {
    name: 'a finalizer',
    body: `new FinalizationRegistry(() => { for (;;); }).register({}, 1); return 1`,
    ends: { returns: 1 },
  },
  {
    name: 'a stream that is never read',
    body: `new ReadableStream({ async pull(c) { await scheduler.wait(1); c.enqueue('x') } }); return 1`,
    ends: { returns: 1 },
  },
  {
    name: 'every timer there is, cleared',
    body: `for (let id = 0; id < 500; id++) { clearTimeout(id); clearInterval(id) } for (;;) await scheduler.wait(5)`,
    ...BY_CLOCK,
  },
  {
    name: 'waiting for shared memory',
    body: `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`,
    limits: { wallMs: 250 },
    ends: 'anyhow',
  },
  {
    name: 'a lock that is held',
    body: `return navigator.locks ? navigator.locks.request('a', () => new Promise(() => {})) : 'none'`,
    limits: { wallMs: 250 },
    ends: 'anyhow',
  },
]

const floods: HostileCase[] = [
  {
    name: 'a million promises',
    body: `await Promise.all(Array.from({ length: 1e6 }, async () => {})); return 1`,
    limits: { cpuMs: 800 },
    ends: 'anyhow',
  },
  {
    name: 'promises without end',
    body: `const all = []; for (;;) { all.push(Promise.resolve()); if (all.length % 1000 === 0) await null; if (all.length > 1e5) all.length = 0 }`,
    ...BY_PROCESSOR,
  },
  {
    name: 'a hundred thousand timers',
    body: `for (let n = 0; n < 1e5; n++) setTimeout(() => {}, 1e6); return 1`,
    limits: { cpuMs: 600 },
    ends: 'anyhow',
  },
  {
    name: 'ten thousand unhandled rejections',
    body: `for (let n = 0; n < 1e4; n++) Promise.reject(n); return 1`,
    ends: 'anyhow',
  },
  {
    name: 'ten thousand calls to Guildhall',
    body: `await Promise.allSettled(Array.from({ length: 1e4 }, () => context.callSkill?.('a.b.c', {}))); return 1`,
    limits: { wallMs: 1_500 },
    ends: 'anyhow',
  },
  {
    name: 'aborts that beget aborts',
    body: `const next = (n) => { const c = new AbortController(); c.signal.addEventListener('abort', () => next(n + 1)); c.abort() }; next(0)`,
    ends: 'anyhow',
  },
  {
    name: 'events that beget events',
    body: `const target = new EventTarget(); target.addEventListener('x', () => queueMicrotask(() => target.dispatchEvent(new Event('x')))); target.dispatchEvent(new Event('x')); await new Promise(() => {})`,
    limits: { cpuMs: 60, wallMs: 1_000 },
    ends: { limit: ['cpu', 'wall'] },
  },
]

const loops: HostileCase[] = [
  { name: 'for ever', body: `for (;;);`, ...BY_PROCESSOR },
  { name: 'at the top level', definition: `for (;;);\nexport default async () => 1`, ...BY_PROCESSOR },
  {
    name: 'in a class’s static block',
    definition: `class A { static { for (;;); } }\nexport default async () => 1`,
    ...BY_PROCESSOR,
  },
  { name: 'microtasks', body: `for (;;) await null`, ...BY_PROCESSOR },
  {
    name: 'thenables that resolve to thenables',
    body: `const t = { then: (resolve) => resolve(t) }; await t`,
    ...BY_PROCESSOR,
  },
  { name: 'timers of nothing', body: `for (;;) await new Promise((next) => setTimeout(next))`, ...BY_CLOCK },
  {
    name: 'a generator that yields for ever',
    body: `for (const _ of (function* () { for (;;) yield 1 })());`,
    ...BY_PROCESSOR,
  },
  {
    name: 'a regular expression that backtracks',
    body: `return /^(a+)+$/.test('a'.repeat(40) + '!')`,
    ...BY_PROCESSOR,
  },
  {
    name: 'a regular expression with back references',
    body: `return /^(.*?)*\\1{20}$/.test('ab'.repeat(60))`,
    limits: { cpuMs: 60 },
    ends: 'anyhow',
  },
  {
    name: 'replacing by a regular expression',
    body: `return 'x'.repeat(1e5).replace(/(x+x+)+y/g, '')`,
    ...BY_PROCESSOR,
  },
  {
    name: 'a sort that never agrees',
    body: `for (;;) Array.from({ length: 1e5 }, Math.random).sort(() => Math.random() - 0.5)`,
    ...BY_PROCESSOR,
  },
  { name: 'big numbers', body: `let n = 3n; for (;;) n = (n * n) % (2n ** 100000n)`, ...BY_PROCESSOR },
  {
    name: 'cryptography',
    body: `for (;;) await crypto.subtle.digest('SHA-512', new Uint8Array(1 << 20))`,
    limits: { cpuMs: 60, wallMs: 1_000 },
    ends: { limit: ['cpu', 'wall'] },
  },
  {
    name: 'a costly key',
    body: `const key = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']); return crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt: new Uint8Array(8), iterations: 2 ** 31 - 1 }, key, 512)`,
    limits: { cpuMs: 60, wallMs: 1_000 },
    ends: 'anyhow',
  },
  { name: 'a promise that never resolves', body: `await new Promise(() => {})`, ...BY_CLOCK },
]

export const TIME: HostileClass[] = [
  { name: 'timers and work after the return', language: 'javascript', cases: after },
  { name: 'floods of promises, timers and calls', language: 'javascript', cases: floods },
  { name: 'loops', language: 'javascript', cases: loops },
]
