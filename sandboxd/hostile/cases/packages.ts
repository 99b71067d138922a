/**
 * Hostile code inside packages. It runs with Node's modules, which the isolates of other skills do not have, and before the
 * definition that imports it.
 */
import type { End, HostileCase, HostileClass } from '../hostile-case.ts'

const definition = `import { attack } from 'package'\nexport default async (input) => attack(input)`

/** The package as the bundler makes it: one export under a name of ours. */
const bundled = (code: string) => `${code}\nexport { attack as _0 };`

const attack = (name: string, body: string, ends: End, more: Partial<HostileCase> = {}): HostileCase => ({
  name,
  definition,
  packages: bundled(`async function attack({ parameters, config, context }) { ${body} }`),
  ends,
  ...more,
})

/** Runs `code` while the package is loaded, before the handler. */
const onLoad = (name: string, code: string, body: string, ends: End): HostileCase => ({
  name,
  definition,
  packages: bundled(`${code}\nasync function attack({ parameters }) { ${body} }`),
  ends,
})

const builtin = (name: string) => `process.getBuiltinModule('node:${name}')`

/** Returns what a call gave, or that it was refused: a success fails the case. */
const tried = (call: string) =>
  `try { const value = await ${call}; return { got: String(value).slice(0, 200) } } catch (error) { return { refused: true } }`

const REFUSED: End = { returns: { refused: true } }
const BRIEF = { limits: { wallMs: 2_000 } }

// biome-ignore format: table
const HARNESS: HostileCase[] = [
  onLoad('pollutes the prototypes of the harness',   `Object.prototype.kind = 'limit'; Object.prototype.toJSON = () => 'x'; Array.prototype.map = () => []`, `return { a: 1 }`, 'anyhow'),
  onLoad('replaces JSON',                            `JSON.stringify = () => '{"kind":"returned","value":"forged"}'; JSON.parse = () => ({})`, `return { a: 1 }`, { returns: { a: 1 } }),
  onLoad('replaces promises',                        `Promise.prototype.then = function () { throw new Error('mine') }`, `return { a: 1 }`, 'anyhow'),
  onLoad('replaces fetch, and reaches no more',      `const real = globalThis.fetch; globalThis.fetch = async (url) => real(url)`, tried("fetch('http://127.0.0.1:' + parameters.port)"), REFUSED),
  onLoad('floods the console',                       `for (let i = 0; i < 10_000; i += 1) console.log('x'.repeat(1_000))`, `return 1`, { returns: 1 }),
  onLoad('starts a hidden timer',                    `setInterval(() => { while (Date.now() % 2) {} }, 0)`, `return 1`, { throws: /Disallowed operation/ }),
  onLoad('starts hidden work without an end',        `const spin = () => Promise.resolve().then(() => setTimeout(spin)); spin()`, `return 1`, { returns: 1 }),
  onLoad('leaves a rejection that nobody handles',   `Promise.reject(new Error('mine')); setTimeout(() => { throw new Error('later') })`, `return 1`, 'anyhow'),
  onLoad('throws when it is loaded',                 `throw new RangeError('on load')`, `return 1`, { throws: /^RangeError: on load$/ }),
]

// biome-ignore format: table
const CODE: HostileCase[] = [
  attack('creates a function from text',             `return new Function('return 1')()`, { throws: /^EvalError/ }),
  attack('evaluates text',                           `return (0, eval)('1')`, { throws: /^EvalError/ }),
  attack('creates code with node:vm',                tried(`(async () => ${builtin('vm')}.runInThisContext('1'))()`), REFUSED),
  attack('compiles WebAssembly from bytes',          `return WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => 'compiled')`, { throws: /CompileError|Wasm code generation disallowed/ }),
  attack('gets a module of the engine by its name',  tried(`(async () => process.getBuiltinModule('cloudflare:workers').waitUntil.name)()`), REFUSED),
  attack('requires a module of the engine',          tried(`(async () => ${builtin('module')}.createRequire('file:///a.js')('cloudflare:workers').waitUntil.name)()`), REFUSED),
  attack('gets the list of modules past its limit',  tried(`(async () => process.getBuiltinModule('node:process').getBuiltinModule('node:module').createRequire.name)()`), REFUSED),
  attack('imports code from a data URL',             `return import('data:text/javascript,export default 1').then((m) => m.default)`, { throws: /No such module|not.*found/i }),
]

// biome-ignore format: table
const NODE: HostileCase[] = [
  attack('reads a file of the host',                 tried(`(async () => ${builtin('fs')}.readFileSync(parameters.file, 'utf8'))()`), REFUSED),
  attack('reads the password file',                  tried(`(async () => ${builtin('fs')}.readFileSync('/etc/passwd', 'utf8'))()`), REFUSED),
  attack('reads the environment',                    `return Object.keys(process.env).length`, { returns: 0 }),
  attack('starts a program',                         tried(`(async () => ${builtin('child_process')}.execSync('id'))()`), REFUSED),
  attack('connects with node:net',                   tried(`new Promise((resolve, reject) => ${builtin('net')}.connect(parameters.port, '127.0.0.1', () => resolve('connected')).on('error', reject))`), 'anyhow', BRIEF),
  attack('connects to a Unix socket',                tried(`new Promise((resolve, reject) => ${builtin('net')}.connect(parameters.socket, () => resolve('connected')).on('error', reject))`), 'anyhow', BRIEF),
  attack('requests with node:http',                  tried(`new Promise((resolve, reject) => ${builtin('http')}.get('http://127.0.0.1:' + parameters.port, resolve).on('error', reject))`), 'anyhow', BRIEF),
  attack('looks a name up with node:dns',            tried(`${builtin('dns')}.promises.resolve4('api.example')`), 'anyhow', BRIEF),
  attack('starts a timer and returns',               `setInterval(() => { for (const end = Date.now() + 5; Date.now() < end;); }, 0); return 1`, { returns: 1 }),
  attack('ends the process',                         `process.exit(1)`, { throws: /^Error: A skill cannot end its process\.$/ }),
  attack('aborts the process',                       tried(`(async () => process.abort())()`), REFUSED),
  attack('kills the process',                        tried(`(async () => process.kill(process.pid, 'SIGKILL'))()`), REFUSED),
  attack('allocates with Buffer',                    `const kept = []; for (;;) kept.push(Buffer.alloc(16 * 1024 * 1024, 1))`, { limit: 'memory' }),
  attack('loops with setImmediate',                  `const spin = () => setImmediate(spin); spin(); await new Promise(() => {})`, { limit: ['wall', 'cpu'] }, { limits: { wallMs: 1_000 } }),
]

export const PACKAGES: HostileClass = {
  name: 'packages',
  language: 'javascript',
  cases: [...HARNESS, ...CODE, ...NODE],
}
