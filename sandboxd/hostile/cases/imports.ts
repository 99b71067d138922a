import type { HostileCase, HostileClass } from '../hostile-case.ts'

const REFUSED = { throws: /^SyntaxError: import is not allowed in a definition\.$/ }
const handler = '\nexport default async () => 1'

// biome-ignore format: table
const IMPORTS: [name: string, definition: string][] = [
  ['a module of Node',               `import fs from 'node:fs'${handler}`],
  ['for its effects',                `import 'cloudflare:workers'${handler}`],
  ['the loader’s module',            `import { env, waitUntil } from 'cloudflare:workers'${handler}`],
  ['sockets, when they are needed',  `export default async () => (await import('cloudflare:sockets')).connect('127.0.0.1:1')`],
  ['the harness',                    `export default async () => import('./harness.js')`],
  ['itself',                         `export default async () => import('./definition.js')`],
  ['by a name that is computed',     `export default async ({ parameters }) => import('cloudflare:' + parameters.port)`],
  ['with attributes',                `import text from './frames.js' with { type: 'text' }${handler}`],
  ['by exporting',                   `export * from 'cloudflare:workers'${handler}`],
  ['by exporting one name',          `export { connect as default } from 'cloudflare:sockets'`],
  ['import.meta',                    `export default async () => import.meta.url`],
  ['in a default of a parameter',    `export default async ({ a = import('cloudflare:sockets') }) => a`],
  ['in a class’s static block',      `class A { static { import('cloudflare:sockets') } }${handler}`],
  ['in a template’s hole',           `export default async () => \`\${await import('cloudflare:sockets')}\``],
  ['in a computed key',              `const a = { [import('cloudflare:sockets')]: 1 }${handler}`],
  ['after a line that only some see', `// \u2028import('cloudflare:sockets')${handler}`],
  ['with a comment inside',          `export default async () => import/**/('cloudflare:sockets')`],
  ['inside types that go away',      `type A = typeof import('node:fs')\nconst a = <T,>(x: T) => import('node:fs')${handler}`],
]

const OTHERS: HostileCase[] = [
  {
    name: 'with its name escaped',
    definition: `export default async () => im\\u0070ort('cloudflare:sockets')`,
    ends: { throws: /SyntaxError/ },
  },
  {
    name: 'as a phase of the future',
    definition: `import defer * as a from 'cloudflare:sockets'${handler}`,
    ends: { throws: /SyntaxError/ },
  },
  {
    name: 'as source',
    definition: `export default async () => import.source('./frames.js')`,
    ends: { throws: /SyntaxError/ },
  },
  {
    name: 'in a text that only looks like it',
    body: `return "import('cloudflare:sockets')".length`,
    ends: { returns: 28 },
  },
  { name: 'with require', body: `return require('fs')`, ends: { throws: /ReferenceError/ } },
]

/** Modules of the engine and the harness; `cloudflare:workers` would let code outlive its run. */
export const IMPORTS_CLASS: HostileClass = {
  name: 'imports',
  language: 'javascript',
  cases: [
    ...IMPORTS.map(([name, definition]): HostileCase => ({ name, definition, ends: REFUSED })),
    ...OTHERS,
  ],
}
