// The package as its consumers get it: packed, unpacked, imported, compiled and run where eval is forbidden.
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import vm from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '#lib/kernel/json/json.ts'
import { SDK_ARCHIVE } from '#lib/kernel/site/package-archives.ts'
import { coerce } from '#lib/protocols/sdk/check-value.ts'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-sdk-'))
const unpacked = path.join(folder, 'node_modules/guildhall')

beforeAll(() => {
  // This is the script of `prepack`; `prepare` would rewrite files that other tests are reading.
  execFileSync(process.execPath, ['bin/build-sdk.ts'], { cwd: PROJECT_ROOT, stdio: 'pipe' })
  fs.mkdirSync(unpacked, { recursive: true })
  const archive = path.join(PROJECT_ROOT, SDK_ARCHIVE)
  execFileSync('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1'])
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
})

afterAll(() => fs.rmSync(folder, { recursive: true }))

const CONSUMER = `
import { defineSkillSet, ValidationError } from 'guildhall/sdk'

const set = defineSkillSet({
  capabilities: {
    add: {
      input_schema: { a: { type: 'integer', required: true }, b: { type: 'integer', default: 1 } },
      output_schema: { sum: { type: 'integer', required: true } },
    },
  },
  handlers: { add: ({ a, b }) => ({ sum: a + b }) },
})
const { sum } = await set.call('add', { a: 41 })
const refused = await set.call('add', { a: 0.5 }).catch((thrown) => thrown instanceof ValidationError && thrown.code)
console.log(JSON.stringify([sum, refused]))
`

describe('the packed package', () => {
  test('the packed SDK contains the entry, its types and little else', () => {
    const files = fs.readdirSync(unpacked, { recursive: true }).map(String)

    expect(files).toEqual(
      expect.arrayContaining(['package.json', 'LICENSE', 'sdk.js', 'types/lib/protocols/sdk/sdk.d.ts']),
    )
    expect(files.filter((file) => !/^(package\.json|LICENSE|sdk\.js|types\b)/.test(file))).toEqual([])
  })

  test('the packed SDK brings nothing else along when it is installed', () => {
    const { name, exports, ...manifest } = JSON.parse(
      fs.readFileSync(path.join(unpacked, 'package.json'), 'utf8'),
    )

    expect([name, Object.keys(exports)]).toEqual(['guildhall', ['./sdk']])
    for (const key of ['dependencies', 'bin', 'scripts', 'private']) expect(manifest).not.toHaveProperty(key)
  })

  test('the packed SDK has a version that names its content', () => {
    const { version } = JSON.parse(fs.readFileSync(path.join(unpacked, 'package.json'), 'utf8'))

    expect(version).toMatch(/^\d+\.\d+\.\d+-b[0-9a-f]{10}$/)
  })

  test('the packed SDK needs no other package', () => {
    expect(entry()).not.toMatch(/^import |^export .* from |\brequire\(/m)
  })

  test('the packed SDK is imported by a program', () => {
    fs.writeFileSync(path.join(folder, 'consumer.js'), CONSUMER)
    const { stdout, stderr } = spawnSync(process.execPath, ['consumer.js'], { cwd: folder, encoding: 'utf8' })

    expect([stdout.trim(), stderr]).toEqual(['[42,"INVALID_INPUT"]', ''])
  })

  test('the packed SDK gives a consumer’s compiler its types', () => {
    const wrong =
      "\n// @ts-expect-error: a text is not an integer\nawait set.call('add', { a: 'x' })\nconst n: number = sum\nvoid n\n"
    fs.writeFileSync(path.join(folder, 'consumer.ts'), CONSUMER + wrong)
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2023',
      types: [],
      lib: ['es2023', 'dom'],
    }
    fs.writeFileSync(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
    )
    const tsc = path.join(PROJECT_ROOT, 'node_modules/typescript/bin/tsc')
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })

    expect([stdout, status]).toEqual(['', 0])
  })
})

const SCHEMA = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 3, pattern: '^[a-z ]+$' },
    limit: { type: 'integer', minimum: 1, maximum: 20, default: 5 },
    since: { type: 'string', format: 'date-time' },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true, maxItems: 3 },
    target: {
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'user' }, id: { type: 'integer' } },
          required: ['kind', 'id'],
        },
        {
          type: 'object',
          properties: { kind: { const: 'team' }, name: { type: 'string' } },
          required: ['kind', 'name'],
        },
      ],
    },
    parent: { $ref: '#' },
  },
  required: ['query'],
  dependentRequired: { since: ['limit'] },
  additionalProperties: false,
}

const VALUES: Json[] = [
  { query: 'tides' },
  {},
  { query: 'ab', limit: '21' },
  { query: 'tides', limit: '5.0', tags: 'one' },
  { query: 'tides', limit: 5.5, tags: ['a', 'a'] },
  { query: 'Tides!', since: 'yesterday' },
  { query: 'tides', target: { kind: 'user', id: '7' } },
  { query: 'tides', target: { kind: 'team' } },
  { query: 'tides', target: 3 },
  { query: 'tides', parent: { query: 7, parent: {} } },
  { query: 'tides', __proto: 1, constructor: 2 },
  { query: 9007199254740993n.toString(), limit: '9007199254740993' },
  [],
  null,
  '{"query":"tides"}',
]

describe('where eval is forbidden', () => {
  const realm = () => {
    const shared = { TextEncoder, URL, structuredClone, console }
    const context = vm.createContext(shared, { codeGeneration: { strings: false, wasm: false } })
    // The exports, the only module syntax in the entry, become the value of a script.
    const text = entry().replace(/export \{([^}]*)\};?\s*$/, (_, names: string) => `;({${names}})`)
    return vm.runInContext(text, context) as typeof import('#lib/protocols/sdk/sdk.ts')
  }

  test('the process of the SDK test forbids eval', () => {
    const context = vm.createContext({}, { codeGeneration: { strings: false, wasm: false } })
    expect(() => vm.runInContext("new Function('return 1')", context)).toThrow('disallowed')
  })

  test('every verdict, coercion and sentence of the SDK matches the server’s, where eval is forbidden', () => {
    const there = realm()
    const results = (check: typeof coerce) => VALUES.map((value) => JSON.stringify(check(SCHEMA, value)))

    expect(results((schema, value) => there.coerce(schema, value))).toEqual(results(coerce))
  })
})

function entry(): string {
  return fs.readFileSync(path.join(unpacked, 'sdk.js'), 'utf8')
}
