import type { HostileCase, HostileClass } from '../hostile-case.ts'

const NO_CODE = { throws: /EvalError|CompileError|Code generation|code generation/ }

// biome-ignore format: table
const MAKERS: [name: string, expression: string][] = [
  ['eval',                                    'eval("1")'],
  ['indirect eval',                           '(0, eval)("1")'],
  ['Function',                                'new Function("return 1")()'],
  ['the constructor of an arrow',             '(() => {}).constructor("return 1")()'],
  ['the constructor of an async function',    'Object.getPrototypeOf(async () => {}).constructor("return 1")()'],
  ['the constructor of a generator',          'Object.getPrototypeOf(function* () {}).constructor("yield 1")().next()'],
  ['the constructor of an async generator',   'Object.getPrototypeOf(async function* () {}).constructor("yield 1")().next()'],
  ['a built-in’s constructor',                '[].map.constructor("return process")()'],
  ['the console’s constructor',               'console.log.constructor("return process")()'],
  ['fetch’s constructor',                     'fetch.constructor("return process")()'],
  ['the constructor of an error’s class',     'new Error().constructor.constructor("return process")()'],
  ['Reflect.construct',                       'Reflect.construct(Function, ["return 1"])()'],
  ['a class that extends Function',           'new (class extends Function {})("return 1")()'],
  ['bound and applied',                       'Function.prototype.constructor.apply(null, ["return 1"])()'],
  ['the constructor of a getter from outside', 'Object.getOwnPropertyDescriptor(Map.prototype, "size").get.constructor("return 1")()'],
  ['WebAssembly from bytes',                  'new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))'],
  ['WebAssembly, instantiated',               'await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))'],
  ['WebAssembly, compiled',                   'await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))'],
]

const OTHERS: HostileCase[] = [
  {
    name: 'a string for a timer',
    body: `try { setTimeout('globalThis.ran = 1', 0) } catch {} try { setInterval('globalThis.ran = 1', 1) } catch {} await scheduler.wait(20); return globalThis.ran ?? null`,
    ends: { returns: null },
  },
  {
    name: 'Function while modules are evaluated',
    definition: 'const run = new Function("return 1")\nasync function handler() { return run() }',
    ends: NO_CODE,
  },
  {
    name: 'a ShadowRealm',
    body: `return new ShadowRealm().evaluate('1')`,
    ends: { throws: /ReferenceError|EvalError/ },
  },
  {
    name: 'a blob’s URL as a module',
    body: `return typeof URL.createObjectURL === 'function' ? typeof URL.createObjectURL(new Blob(['1'])) : 'none'`,
    ends: 'anyhow',
  },
]

/** Code generation from strings: the visible source must be all the code. */
export const CODEGEN: HostileClass = {
  name: 'code from strings',
  language: 'javascript',
  cases: [
    ...MAKERS.map(([name, expression]) => ({ name, body: `return ${expression}`, ends: NO_CODE })),
    ...OTHERS,
  ],
}
