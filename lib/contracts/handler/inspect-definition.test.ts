import { describe, expect, test } from 'vitest'
import { inspectDefinition, inspectMigration } from './inspect-definition.ts'

const HANDLER = 'async function handler(input) { return { message: "hi" } }'

describe('a definition is fine', () => {
  // biome-ignore format: table
  test.each<[sentence: string, source: string]>([
    ['as a declared async function',                HANDLER],
    ['as an exported one',                          `export ${HANDLER}`],
    ['as an async arrow',                           'const handler = async ({ parameters }) => ({ message: parameters.city })'],
    ['as an async function expression',             'const handler = async function (input) { return {} }'],
    ['as a default export of a function',           'export default async function (input) { return {} }'],
    ['as a default export of an arrow',             'export default async (input) => ({})'],
    ['as a default export by name',                 'async function run() {}\nexport default run'],
    ['in TypeScript',                               'type City = { name: string }\nasync function handler({ parameters }: { parameters: City }): Promise<{ message: string }> { return { message: parameters.name as string } }'],
    ['in TypeScript that imports only types',       `import type { A } from './a'\n${HANDLER}`],
    ['when a word only contains eval',              `${HANDLER}\nconst retrieval = (x) => x\nretrieval(1)`],
    ['when a comment says eval(x) and require(y)',  `// eval(x); require('fs')\n/* new Function() */\n${HANDLER}`],
    ['when a text says them',                       `${HANDLER}\nconst text = "eval(1) require('fs')" + \`import('x')\``],
    ['when a property is called so',                `${HANDLER}\nconst a = { eval: 1, require: true }\na.eval = a.require`],
    ['when a method is called so',                  `${HANDLER}\nclass A { require() {} Function() {} }\nnew A().require()`],
    ['when a parameter is called so',               `${HANDLER}\nconst load = (require) => require(1)`],
    ['when a variable is called so',                `${HANDLER}\nfunction f() { if (1) { var require = 1 } return require }`],
    ['when a field taken apart is called so',       `${HANDLER}\nfunction f({ require, a: [Function = 1] }) { return [require, Function] }`],
    ['with everything modern',                      `${HANDLER}\nclass A { static #x = 1n; static { label: for (const y of []) continue label } }\nconst z = a?.b ?? 1_000\nvar a`],
  ])('a definition is accepted: %s', (_, source) => {
    expect(inspectDefinition(source)).toEqual([])
  })
})

describe('a definition is refused', () => {
  // biome-ignore format: table
  test.each<[sentence: string, source: string, message: string, line: number, column: number]>([
    ['without a handler',                     'function processOrder() { return "result" }', 'handler function not found', 1, 1],
    ['when it is empty',                      '', 'handler function not found', 1, 1],
    ['when only an inner function is called handler', 'function outer() { async function handler() {} }', 'handler function not found', 1, 1],
    ['when a comment has the handler',        '// async function handler() {}', 'handler function not found', 1, 1],
    ['when the handler is not async',         '\nfunction handler(input) { }', 'handler must be an async function', 2, 1],
    ['when the arrow is not async',           'const handler = (input) => ({})', 'handler must be an async function', 1, 17],
    ['when the default export is not async',  'export default function () {}', 'handler must be an async function', 1, 16],
    ['when handler is not a function',        'const handler = 5', 'handler must be an async function', 1, 17],
    ['when the handler is a generator',       'async function* handler() {}', 'handler must not be a generator', 1, 1],
    ['for eval',                              `${HANDLER}\n  eval(userCode)`, 'eval not allowed in definition', 2, 3],
    ['for eval by another name',              `${HANDLER}\nconst run = eval`, 'eval not allowed in definition', 2, 13],
    ['for eval of the global object',         `${HANDLER}\nglobalThis.eval('1')`, 'eval not allowed in definition', 2, 1],
    ['for eval by its text',                  `${HANDLER}\nself['eval']('1')`, 'eval not allowed in definition', 2, 1],
    ['for eval taken out of the global object', `${HANDLER}\nconst { eval: run } = globalThis`, 'eval not allowed in definition', 2, 9],
    ['for new Function',                      `${HANDLER}\nnew Function('return 1')`, 'Function not allowed in definition', 2, 5],
    ['for Function by way of a constructor',  `${HANDLER}\n;(async () => {}).constructor('return 1')`, 'Function not allowed in definition', 2, 2],
    ['for Function two constructors away',    `${HANDLER}\n[].constructor.constructor('return 1')`, 'Function not allowed in definition', 2, 1],
    ['for require',                           `const fs = require('fs')\n${HANDLER}`, 'require not allowed in definition', 1, 12],
    ['for require, though another function has one of its own', `${HANDLER}\nfunction f(require) {}\nrequire('fs')`, 'require not allowed in definition', 3, 1],
    ['for import',                            `import fs from 'fs'\n${HANDLER}`, 'import not allowed in definition', 1, 1],
    ['for import()',                          `${HANDLER}\nawait import('fs')`, 'import not allowed in definition', 2, 7],
    ['for import.meta',                       `${HANDLER}\nimport.meta.url`, 'import not allowed in definition', 2, 1],
    ['for what is exported from elsewhere',   `${HANDLER}\nexport { a } from 'a'`, 'import not allowed in definition', 2, 1],
    ['for a TypeScript enum',                 `${HANDLER}\nenum A { B }`, 'Syntax error: TypeScript enum is not supported: types are stripped, and this would need a compiler', 2, 1],
    ['for a TypeScript namespace',            `${HANDLER}\nnamespace X { export const a = 1 }`, 'Syntax error: TypeScript namespace declaration is not supported: types are stripped, and this would need a compiler', 2, 1],
    ['for a decorator',                       `@a class B {}\n${HANDLER}`, 'Syntax error: decorators are not supported', 1, 1],
    ['for an unfinished line',                `${HANDLER}\nconst x = ;`, 'Syntax error: Expression expected', 2, 11],
    ['for what only acorn sees',              `${HANDLER}\nlet a\nlet a`, "Syntax error: Identifier 'a' has already been declared", 3, 5],
  ])('a definition is refused: %s', (_, source, message, line, column) => {
    expect(inspectDefinition(source)).toContainEqual(expect.objectContaining({ path: '', message, line, column }))
  })

  test('a definition is refused for all its errors together, in line order', () => {
    const source = `const fs = require('fs')\nfunction handler() { eval('1') }\nimport 'node:fs'`

    expect(inspectDefinition(source).map(({ message, line }) => [line, message])).toEqual([
      [1, 'require not allowed in definition'],
      [2, 'handler must be an async function'],
      [2, 'eval not allowed in definition'],
      [3, 'import not allowed in definition'],
    ])
  })

  test('a definition is refused when it is nested too deeply, without harm to the next one', () => {
    const deep = `${HANDLER}\nlet a: number = ${'('.repeat(20_000)}1${')'.repeat(20_000)}`

    expect(inspectDefinition(deep)).toMatchObject([{ message: 'The definition is nested too deeply.' }])
    expect(inspectDefinition(HANDLER)).toEqual([])
  })

  test('a definition with types is refused with the columns of its source', () => {
    expect(inspectDefinition(`${HANDLER}\nlet a: "é😀" = eval('1')`)).toMatchObject([{ line: 2, column: 16 }])
  })
})

describe('imports of a definition', () => {
  const importable = { packages: ['papaparse', '@scope/part'], modules: ['code/util.js'] }
  const messages = (statement: string) =>
    inspectDefinition(`${statement}\n${HANDLER}`, 'javascript', importable).map(({ message }) => message)

  test.each([
    "import Papa from 'papaparse'",
    "import { a } from '@scope/part/deep/file.js'",
    "import { trim } from './code/util.js'",
    "import { trim } from './util.js'",
  ])('the import %s is allowed, because the SkillSet declares the package', (statement) => {
    expect(messages(statement)).toEqual([])
  })

  // biome-ignore format: table
  test.each([
    ["import x from 'other'",             '“other” is not in the dependencies of this SkillSet'],
    ["import x from './code/other.js'",   '“./code/other.js” is not a JavaScript module in the Files of this skill'],
    ["import x from 'node:fs'",           'import not allowed in definition'],
    ["import x from 'cloudflare:workers'", 'import not allowed in definition'],
    ["import x from '../secret.js'",      'import not allowed in definition'],
    ["import x from 'https://a.b/c.js'",  'import not allowed in definition'],
    ["export * from 'papaparse'",         'import not allowed in definition'],
    ["await import('papaparse')",         'import not allowed in definition'],
  ])('the import %s is refused: %s', (statement, message) => {
    expect(messages(statement)).toContain(message)
  })
})

describe('Python', () => {
  test.each([
    'def main(args):\n  return {}',
    '"""doc"""\nasync def main (args):\n  pass',
    'import json\n@trace\ndef main(args: dict, *, x=1) -> dict:\n  match args:\n    case {"a": 1}: return {}',
    'def main(*args): pass',
    'x = f"{a!r} {"nested"}"\ndef main[T](args: T): pass',
    'def main(): pass\ndef main(args): pass',
  ])('a Python definition has a main: %j', (source) => {
    expect(inspectDefinition(source, 'python')).toEqual([])
  })

  test('a Python definition has a main that can be called with the arguments', () => {
    expect(inspectDefinition('import json\n\ndef main():\n  pass', 'python')).toMatchObject([
      { message: 'main must take one argument: main(args)', line: 3, column: 1 },
    ])
  })

  test('a Python definition is read quickly, however deep or long it is', () => {
    const end = '\ndef main(args): pass'

    const deep = (depth: number) => `x = ${'['.repeat(depth)}${']'.repeat(depth)}${end}`

    expect(inspectDefinition(deep(900), 'python')).toEqual([])
    expect(inspectDefinition(deep(50_000), 'python')).toMatchObject([
      { message: 'The definition is nested too deeply.' },
    ])
    expect(inspectDefinition(`x = ${'('.repeat(100_000)}`, 'python')).toHaveLength(1)
    expect(inspectDefinition('a = 1\n'.repeat(30_000) + end, 'python')).toEqual([])
  })

  test.each([
    '',
    'def other(): pass',
    '# def main(args):',
    '"""\ndef main(args):\n"""',
    'class A:\n  def main(self): pass',
    "x = '''a\\'''\ndef main(args): pass\n'''",
    'async def mains(args): pass',
    'if True:\n  def main(args): pass',
    'def main(args): pass'.slice(1),
  ])('a Python definition has no main: %j', (source) => {
    expect(inspectDefinition(source, 'python')).toMatchObject([{ message: 'main(args) function not found' }])
  })
})

test.each([
  'function migrate(input) { return { ...input, name: input.who } }',
  'async function migrate(input) { return input }',
  'const migrate = (input) => ({ name: input.who })',
  'const migrate = async function (input) { return input }',
  'export function migrate(input: { who: string }, about: { skill: string }) { return { name: input.who } }',
  '// eval is only a word\nfunction migrate(input) { return { retrieval: input.require } }',
  'function helper(x) { return x }\nfunction migrate(input) { return helper(input) }\n// the end',
])('the Python definition %j can be published', (source) => {
  expect(inspectMigration(source)).toEqual([])
})

// biome-ignore format: table
test.each([
  ['',                                                    'migrate function not found: write function migrate(input) { … }', 1],
  ['async function handler() {}',                         'migrate function not found: write function migrate(input) { … }', 1],
  ['const migrate = 7',                                   'migrate must be a function', 1],
  ['class migrate {}',                                    'migrate function not found: write function migrate(input) { … }', 1],
  ['\nfunction* migrate(input) {}',                       'migrate must not be a generator', 2],
  ['function migrate(input) {',                           expect.stringMatching(/^Syntax error: /), 1],
  ['function migrate(input) {\n  return eval(input.code) }', 'eval not allowed in a migration', 2],
  ['function migrate(input) { return require("x") }',     'require not allowed in a migration', 1],
  ['async function migrate(input) { await import("x") }', 'import not allowed in a migration', 1],
  ['import x from "y"\nfunction migrate() {}',            'import not allowed in a migration', 1],
  ['function migrate() { return new Function("x")() }',   'Function not allowed in a migration', 1],
  ['function migrate() {}\nexport default migrate',       'a migration must not have a default export: name the function migrate', 2],
])('the Python definition %j is refused: %s', (source, message, line) => {
  expect(inspectMigration(source)).toMatchObject([{ message, line }])
})

test('a definition nested thousands of levels deep is refused, and does not end the process', () => {
  expect(inspectMigration(`function migrate() { return ${'['.repeat(50_000)}`)).toHaveLength(1)
})
