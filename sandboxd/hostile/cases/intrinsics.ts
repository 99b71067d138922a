import type { HostileClass } from '../hostile-case.ts'

export const INTRINSICS: HostileClass = {
  name: 'prototypes and intrinsics',
  language: 'javascript',
  cases: [
    {
      name: 'everything on Object.prototype',
      body: `for (const key of ['kind', 'value', 'then', 'get', 'set', 'toJSON', 'limit', 'error', 'name']) Object.prototype[key] = 'polluted'; return { mine: 1 }`,
      ends: 'anyhow',
    },
    {
      name: 'a setter on Object.prototype for the frame’s own keys',
      body: `Object.defineProperty(Object.prototype, 'kind', { set() { throw 1 }, get() { return 'returned' } }); return 1`,
      ends: 'anyhow',
    },
    {
      name: 'JSON, encoders and streams',
      body: `JSON.stringify = () => '"forged"'; JSON.parse = () => 'forged'; TextEncoder.prototype.encode = () => new Uint8Array(1 << 20); ReadableStreamDefaultController.prototype.enqueue = () => {}; ReadableStreamDefaultController.prototype.close = () => {}; return 'mine'`,
      ends: { returns: 'mine' },
    },
    {
      name: 'arrays and strings that the harness calls',
      body: `Array.prototype.push = () => { throw new Error('push') }; Array.prototype.some = () => true; String.prototype.slice = () => ({}); String.prototype.split = () => []; return ['mine']`,
      ends: 'anyhow',
    },
    {
      name: 'promises that never tell',
      body: `Promise.prototype.then = () => new Promise(() => {}); Promise.resolve = () => { throw 1 }; return 'mine'`,
      ends: 'anyhow',
    },
    {
      name: 'a then on the result',
      body: `return { then(resolve) { resolve({ then(again) { again('twice') } }) } }`,
      ends: { returns: 'twice' },
    },
    {
      name: 'a then that never calls back',
      body: `return { then() {} }`,
      limits: { wallMs: 300 },
      ends: { limit: 'wall' },
    },
    {
      name: 'timers and clocks',
      body: `Date.now = () => 0; performance.now = () => 0; globalThis.setTimeout = () => {}; globalThis.clearTimeout = () => {}; AbortController.prototype.abort = () => { for (;;); }; await new Promise(() => {})`,
      limits: { wallMs: 300 },
      ends: { limit: 'wall' },
    },
    {
      name: 'globals that are made immovable',
      body: `for (const name of ['fetch', 'console', 'JSON', 'Response']) Object.defineProperty(globalThis, name, { value: 'mine', writable: false, configurable: false }); Object.freeze(Object.prototype); Object.freeze(globalThis.Array?.prototype); return 1`,
      ends: 'anyhow',
    },
    {
      name: 'a null prototype for the global object',
      body: `try { Object.setPrototypeOf(globalThis, null) } catch {} try { Object.setPrototypeOf(Object.prototype, new Proxy({}, {})) } catch {} return 1`,
      ends: 'anyhow',
    },
    {
      name: 'Symbol.species, iterator and toPrimitive',
      body: `Array[Symbol.species]; Array.prototype[Symbol.iterator] = function* () { yield 'forged' }; String.prototype[Symbol.iterator] = function* () {}; Object.prototype[Symbol.toPrimitive] = () => 'forged'; return ['mine']`,
      ends: 'anyhow',
    },
    {
      name: 'deleting every global there is',
      body: `for (const name of Reflect.ownKeys(globalThis)) { try { delete globalThis[name] } catch {} } return 'bare'`,
      ends: 'anyhow',
    },
    {
      name: 'Function.prototype.call and bind',
      body: `Function.prototype.call = () => 'forged'; Function.prototype.bind = () => () => 'forged'; Function.prototype.apply = () => 'forged'; return 'mine'`,
      ends: { returns: 'mine' },
    },
    {
      name: 'errors that describe themselves for ever',
      body: `Error.prepareStackTrace = () => { for (;;); }; throw new Error('x')`,
      limits: { cpuMs: 200 },
      ends: { limit: ['cpu', 'wall'] },
    },
    {
      name: 'a stack of a million lines',
      body: `Error.stackTraceLimit = Infinity; const dive = (n) => n ? dive(n - 1) : new Error('deep'); throw dive(5000)`,
      ends: { throws: /deep/ },
    },
    {
      name: 'an error, and nothing left to describe it with',
      body: `String.prototype.slice = String.prototype.split = Array.prototype.join = () => { throw 1 }; throw new Error('x')`,
      ends: { throws: /cannot be shown/ },
    },
    {
      name: 'an error of getters',
      body: `throw new Proxy(new Error('x'), { get() { throw new Error('inner') }, has() { throw 1 }, getPrototypeOf() { throw 1 } })`,
      ends: { throws: /./ },
    },
    {
      name: 'an error whose name forges a stack and a line of the log',
      body: `throw Object.assign(new Error('x\\n    at secret (/etc/passwd:1:1)\\n{"level":"error"}'), { name: 'A\\nB', stack: 'Error\\n    at file:///srv/guildhall/sandboxd/main.ts:1:1' })`,
      ends: { throws: /x/ },
    },
    {
      name: 'an error with a code of Guildhall',
      body: `throw { code: 'INTERNAL_ERROR', message: { toString() { return 'x' } }, recoverable: 'yes', suggested_action: ['a'], name: 7 }`,
      ends: { throws: /./ },
    },
  ],
}
