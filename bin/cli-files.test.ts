/** What the command line says about files, and about a failure, from the user's point of view. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeSkillSetDocument } from '#lib/testing/factories.ts'
import { runCli } from './guildhall.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-cli-files-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const file = path.join(folder, name)
  fs.writeFileSync(file, text)
  return file
}

async function run(...args: string[]) {
  const output = { log: '', error: '' }
  const code = await runCli(args, {
    log: (text) => (output.log += text),
    error: (text) => (output.error += text),
  })
  return { code, out: output.log, err: output.error }
}

const DOCUMENT = makeSkillSetDocument()
const JSON_TEXT = JSON.stringify(DOCUMENT, null, 2)
const NOTATIONS: [name: string, text: string][] = [
  ['a byte order mark', `\ufeff${JSON_TEXT}`],
  ['comments and trailing commas', `// Mine.\n${JSON_TEXT.replace(/\n\}$/, ',\n}')}`],
  ['the notation of JavaScript', JSON_TEXT.replace(/"(\w+)":/g, '$1:')],
  ['an exported object', `export default ${JSON_TEXT}`],
]

describe.each(NOTATIONS)('a file with %s', (_, text) => {
  test.each([
    ['validate', (file: string) => ['validate', file]],
    ['contract lint', (file: string) => ['contract', 'lint', file]],
    ['contract diff', (file: string) => ['contract', 'diff', file, write('json.json', JSON_TEXT)]],
  ])('is read by %s', async (_command, argsFor) => {
    const { code, err } = await run(...argsFor(write('notation.txt', text)))

    expect([code, err]).toEqual([0, ''])
  })
})

test('contract diff names the place of a fault in a file that is no SkillSet', async () => {
  const { code, err } = await run(
    'contract',
    'diff',
    write('a.json', '{\n  "colour": 1\n}'),
    write('b.json', '{}'),
  )

  expect(code).toBe(1)
  expect(err).toContain('a.json:2:3')
})

test('contract lint --fix does not rewrite a file whose comments it would lose', async () => {
  const text = `// Mine.\n${JSON_TEXT}`
  const file = write('commented.json', text)

  const { code, err } = await run('contract', 'lint', file, '--fix')

  expect([code, fs.readFileSync(file, 'utf8')]).toEqual([1, text])
  expect(err).toContain('--fix only rewrites JSON')
})

test('a missing visibility is asked for, at a place in the file', async () => {
  const { visibility: _, ...document } = DOCUMENT
  const file = write('no-visibility.json', JSON.stringify(document, null, 2))

  const { code, out } = await run('validate', file)

  expect(code).toBe(1)
  expect(out).toContain(
    'no-visibility.json:1:1  [visibility] visibility is missing: visibility must be PUBLIC or PRIVATE',
  )
})

test('a setting without a type, required and order is asked for each', async () => {
  const document = { ...DOCUMENT, configDefinitions: [{ key: 'a', label: 'A', defaultValue: 'x' }] }

  const { out } = await run('validate', write('config.json', JSON.stringify(document)), '--json')

  const paths = JSON.parse(out).issues.map(({ path: at }: { path: string }) => at)
  expect(paths).toEqual(
    expect.arrayContaining(['type', 'required', 'order'].map((field) => `/configDefinitions/0/${field}`)),
  )
})

test.each(['test', 'publish'])('%s lists every fault of a file at its place', async (command) => {
  const [skill] = DOCUMENT.skills
  const broken = {
    ...DOCUMENT,
    slug: 'No Slug',
    tagline: '',
    skills: [{ ...skill, definition: 'eval(1)', prompt: '', examples: [] }],
  }
  const file = write('broken.json', JSON.stringify(broken, null, 2))

  const { code, err } = await run(command, file)

  expect(code).toBe(1)
  for (const field of ['slug', 'tagline', 'definition', 'prompt'])
    expect(err).toMatch(new RegExp(String.raw`\[(?:skills -> 0 -> )?${field}\] .*broken\.json:\d+:\d+`))
})

describe('without a running server', () => {
  beforeEach(() => {
    vi.stubEnv('GUILDHALL_DATA_DIR', folder)
    vi.stubEnv('DATABASE_URL', '')
  })
  afterEach(() => vi.unstubAllEnvs())

  test.each([
    'key create',
    'run a.b.c --args {}',
    'vault ls',
    'make-admin --email a@b.c',
    'reset-link --email a@b.c',
    'plan status x',
    'automation ls',
    'export a.b.c --out x',
    `import ${folder}`,
  ])('“%s --json” gives the reason that it prints without --json', async (line) => {
    const plain = await run(...line.split(' '))
    const json = await run(...line.split(' '), '--json')

    const { error } = JSON.parse(json.out)
    expect([plain.code, json.code]).toEqual([1, 1])
    expect(error).toMatchObject({
      code: 'TOOL_NOT_AVAILABLE',
      message: `No Guildhall server is running from ${folder}.`,
      suggested_action: expect.stringContaining('npm start'),
    })
    expect(plain.err).toContain(error.message)
    expect(plain.err).toContain(error.suggested_action)
  })
})
