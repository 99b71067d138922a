// Inputs are parsed with the tools' schemas, and outputs are validated against theirs.
import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Viewer } from '../../context/context.ts'
import { prepareInput } from '../../json-schema/inputs/prepare-input.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { type Effects, mergeEffects } from '../../runs/model/tool-result.ts'
import { contextFor, makeUser } from '../../testing/factories.ts'
import { findBuiltInTool } from '../built-in-tools.ts'
import type { ToolEnvironment } from '../definition/built-in-tool.ts'

let caller: Viewer
beforeAll(async () => {
  caller = (await contextFor(await makeUser())).viewer as Viewer
})

async function call(name: string, args: JsonObject, overrides: Partial<ToolEnvironment> = {}) {
  const tool = findBuiltInTool(name)
  if (!tool) throw new Error(`There is no tool ${name}.`)
  const { value, issues } = prepareInput(tool.inputSchema, args)
  expect(issues).toEqual([])
  let effects: Effects = {}
  const environment: ToolEnvironment = {
    db: database(),
    caller,
    cause: { runId: `run_${randomUUIDv7()}` },
    dryRun: args.dryRun === true,
    signal: new AbortController().signal,
    observe: (more) => {
      effects = mergeEffects(effects, more) ?? {}
    },
    runSkill: () => Promise.reject(new Error('no tool of the vault runs a skill')),
    ...overrides,
  }
  const output = (await tool.run(value as JsonObject, environment)) as JsonObject
  expect(prepareInput(tool.outputSchema, output as Json).issues, name).toEqual([])
  return { output, effects }
}

test.each([
  ['new', 'text', 17_000],
  ['already there', `---\na: ${'x'.repeat(17_000)}\n---\ntext`, 1],
])('a front matter that is too long is refused: %s', async (where, content, length) => {
  const args = { path: `Tools/${where}.md`, content, frontmatter: { title: 'x'.repeat(length) } }

  await expect(call('vault.createFile', args)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a file is created, read, written, patched, found, renamed and deleted, and each call reports its changes', async () => {
  const folder = await call('vault.ensureFolder', { path: 'Tools' })
  expect(folder).toMatchObject({
    output: { path: 'Tools', created: true },
    effects: { created: ['Tools'] },
  })
  expect((await call('vault.ensureFolder', { path: 'Tools' })).output).toEqual({
    path: 'Tools',
    created: false,
  })

  const made = await call('vault.createFile', {
    path: 'Tools/A.md',
    content: 'Hello World\n',
    frontmatter: { title: 'A: first', tags: ['x'] },
  })
  expect(made.output).toMatchObject({ path: 'Tools/A.md', created: true, etag: expect.any(String) })
  const { output: read } = await call('vault.readFile', { path: 'Tools/A.md' })
  expect(read.content).toBe('---\ntitle: "A: first"\ntags:\n  - x\n---\nHello World\n')

  const text = String(read.content)
  const start = text.indexOf('World')
  const patch = { replaceRange: { start, end: start + 5, text: '世界' } }
  const patched = await call('vault.patchFile', {
    path: 'Tools/A.md',
    patch,
    expectedEtag: read.etag as string,
  })
  expect(patched).toMatchObject({ output: { applied: true }, effects: { modified: ['Tools/A.md'] } })
  const appended = await call('vault.writeFile', { path: 'Tools/A.md', content: 'more', mode: 'append' })
  expect(appended.output.bytesWritten).toBe(4)

  const { output: searched } = await call('vault.searchText', { query: '世界', paths: ['Tools'] })
  expect(searched).toEqual({
    matches: [{ path: 'Tools/A.md', line: 5, start, end: start + 2, snippet: 'Hello 世界' }],
    truncated: false,
  })

  const renamed = await call('vault.rename', { fromPath: 'Tools/A.md', toPath: 'Tools/Sub/B.md' })
  expect(renamed).toMatchObject({
    output: { fromPath: 'Tools/A.md', toPath: 'Tools/Sub/B.md' },
    effects: { created: ['Tools/Sub'], renamed: [{ from: 'Tools/A.md', to: 'Tools/Sub/B.md' }] },
  })
  const { output: listed } = await call('vault.listFiles', { prefix: 'Tools', recursive: true })
  expect((listed.items as JsonObject[]).map(({ path }) => path)).toEqual(['Tools/Sub', 'Tools/Sub/B.md'])

  const deleted = await call('vault.delete', { path: 'Tools' })
  expect(deleted).toMatchObject({
    output: { path: 'Tools', deleted: true, trashed: true },
    effects: { deleted: ['Tools'] },
  })
  expect((await call('vault.delete', { path: 'Tools', requireExists: false })).output).toEqual({
    path: 'Tools',
    deleted: false,
  })
})

describe('an expected etag', () => {
  type Writer = [tool: string, argsFor: (path: string) => JsonObject]
  const WRITERS: Writer[] = [
    ['vault.createFile', (path) => ({ path, content: 'new', collisionStrategy: 'overwrite' })],
    ['vault.writeFile', (path) => ({ path, content: 'new' })],
    ['vault.writeFile', (path) => ({ path, content: 'new', mode: 'append' })],
    ['vault.patchFile', (path) => ({ path, patch: { find: 'old', replace: 'new' } })],
    ['vault.rename', (path) => ({ fromPath: path, toPath: `${path}.moved` })],
    ['vault.delete', (path) => ({ path })],
  ]
  const contentOf = async (path: string) => (await call('vault.readFile', { path })).output.content
  const makeFile = async () => {
    const path = `Etags/${randomUUIDv7()}.md`
    const { output } = await call('vault.createFile', { path, content: 'old' })
    return { path, etag: String(output.etag) }
  }

  test.each(WRITERS)(
    'an expected etag lets %s write the file that has it, and returns an etag',
    async (tool, argsFor) => {
      const { path, etag } = await makeFile()

      const { output, effects } = await call(tool, { ...argsFor(path), expectedEtag: etag })

      expect(output.etag).toEqual(expect.any(String))
      expect(effects).not.toEqual({})
    },
  )

  test.each(WRITERS)(
    'an expected etag keeps %s from writing a file that has another',
    async (tool, argsFor) => {
      const { path, etag } = await makeFile()

      for (const dryRun of [true, false])
        await expect(call(tool, { ...argsFor(path), expectedEtag: 'another', dryRun })).rejects.toMatchObject(
          {
            code: 'CONFLICT',
            options: { issues: [{ path: '/expectedEtag', params: { path, etag } }] },
          },
        )
      expect(await contentOf(path)).toBe('old')
    },
  )

  test.each(WRITERS)('an expected etag keeps %s from writing where no file is', async (tool, argsFor) => {
    const path = `Etags/${randomUUIDv7()}.md`

    await expect(call(tool, { ...argsFor(path), expectedEtag: 'any' })).rejects.toMatchObject({
      code: expect.stringMatching(/^(CONFLICT|NOT_FOUND)$/),
    })
    await expect(contentOf(path)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('an expected etag never fits a folder', async () => {
    await call('vault.ensureFolder', { path: 'Etags/Folder' })
    const refusal = { code: 'CONFLICT', message: expect.stringContaining('folders have no etag') }
    const expectedEtag = 'any'

    await expect(call('vault.ensureFolder', { path: 'Etags/Folder', expectedEtag })).rejects.toMatchObject(
      refusal,
    )
    await expect(call('vault.delete', { path: 'Etags/Folder', expectedEtag })).rejects.toMatchObject(refusal)
    await expect(
      call('vault.rename', { fromPath: 'Etags/Folder', toPath: 'Etags/Other', expectedEtag }),
    ).rejects.toMatchObject(refusal)
    await expect(call('vault.ensureFolder', { path: 'Etags/New', expectedEtag })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    const { output } = await call('vault.listFiles', { prefix: 'Etags' })
    expect((output.items as JsonObject[]).map(({ path }) => path)).not.toContain('Etags/New')
  })
})

describe('a patch that finds and replaces', () => {
  async function patchedTo(content: string, patch: JsonObject, more: JsonObject = {}) {
    const path = `Find/${randomUUIDv7()}.md`
    await call('vault.createFile', { path, content })
    const { output } = await call('vault.patchFile', { path, patch, ...more })
    expect(output).toMatchObject({ path, applied: true, etag: expect.any(String) })
    return (await call('vault.readFile', { path })).output.content
  }

  // biome-ignore format: table
  test.each<[string, JsonObject, string]>([
    ['one two', { find: 'two', replace: '2' }, 'one 2'],
    ['a\nb\nc', { find: 'a\nb', replace: '' }, '\nc'],
    ['x.x', { find: '.', replace: '$&$1' }, 'x$&$1x'],
    ['a a a', { find: 'a', replace: 'aa', all: true }, 'aa aa aa'],
    ['a', { find: 'a', replace: 'b', all: true }, 'b'],
    ['aaa', { find: 'aa', replace: 'b', all: true }, 'ba'],
    ['👍 ok', { find: '👍', replace: '👎', all: false }, '👎 ok'],
  ])('a patch that finds and replaces changes %j by %j', async (content, patch, expected) => {
    expect(await patchedTo(content, patch)).toBe(expected)
  })

  // biome-ignore format: table
  test.each<[string, JsonObject, number]>([
    ['one two', { find: 'three', replace: '3' }, 0],
    ['one two', { find: 'three', replace: '3', all: true }, 0],
    ['one One', { find: 'ONE', replace: '1' }, 0],
    ['a b a b a', { find: 'a', replace: 'c' }, 3],
    ['aaa', { find: 'aa', replace: 'b' }, 2],
  ])('a patch of %j by %j is refused with the number of matches', async (content, patch, matches) => {
    await expect(patchedTo(content, patch)).rejects.toMatchObject({
      code: 'CONFLICT',
      options: { issues: [{ path: '/patch/find', params: { matches } }] },
    })
  })

  test('a patch that finds and replaces reports what it would change in a dry run', async () => {
    expect(await patchedTo('one', { find: 'one', replace: 'two' }, { dryRun: true })).toBe('one')
  })

  test('a patch that finds and replaces cannot make a file of gigabytes', async () => {
    const patch = { find: 'a', replace: 'b'.repeat(100_000), all: true }

    await expect(patchedTo('a'.repeat(10_000), patch)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test.each([
    {},
    { find: 'a' },
    { find: '', replace: 'b' },
    { find: 'a', replace: 'b', replaceRange: { start: 0, end: 0, text: '' } },
  ])('the incomplete patch %j is refused', (patch) => {
    const { inputSchema } = findBuiltInTool('vault.patchFile')!

    expect(prepareInput(inputSchema, { path: 'A.md', patch }).issues).not.toEqual([])
  })
})

test.each<[string, JsonObject, string[]]>([
  ['vault.ensureFolder', { path: 'Dry' }, ['Dry']],
  ['vault.createFile', { path: 'Dry/A.md', content: 'x' }, ['Dry', 'Dry/A.md']],
  ['vault.writeFile', { path: 'Dry/A.md', content: 'x' }, ['Dry', 'Dry/A.md']],
])(
  '%s changes nothing in a dry run, for any caller, and reports what would change',
  async (name, args, created) => {
    expect((await call(name, { ...args, dryRun: true })).effects).toEqual({ created })
    expect((await call(name, args, { dryRun: true })).effects).toEqual({ created })
    const { items } = (await call('vault.listFiles', {})).output
    expect((items as JsonObject[]).map(({ path }) => path)).not.toContain('Dry')
  },
)

test.each<[string, JsonObject]>([
  ['vault.ensureFolder', { path: '../a' }],
  ['vault.listFiles', { prefix: '/etc' }],
  ['vault.readFile', { path: 'C:/a' }],
  ['vault.createFile', { path: 'a\\b', content: '' }],
  ['vault.writeFile', { path: 'file://a', content: '' }],
  ['vault.patchFile', { path: 'a/../b', patch: { replaceRange: { start: 0, end: 0, text: '' } } }],
  ['vault.rename', { fromPath: 'a', toPath: '/b' }],
  ['vault.delete', { path: '..' }],
  ['vault.searchText', { query: 'x', paths: ['a//b'] }],
])('%s refuses an ambiguous path', async (name, args) => {
  await expect(call(name, args)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('a rename onto another file names the field of the new path', async () => {
  for (const path of ['Onto/A.md', 'Onto/B.md']) await call('vault.createFile', { path, content: path })

  for (const toPath of ['Onto/B.md', 'Onto/b.MD', 'Onto/B.md/C.md'])
    await expect(call('vault.rename', { fromPath: 'Onto/A.md', toPath })).rejects.toMatchObject({
      code: 'CONFLICT',
      options: { issues: [{ path: '/toPath' }] },
    })
})

test.each<[string, JsonObject]>([
  ['vault.listFiles', { prefix: 'nowhere' }],
  ['vault.readFile', { path: 'nowhere.md' }],
  ['vault.patchFile', { path: 'nowhere.md', patch: { replaceRange: { start: 0, end: 0, text: '' } } }],
  ['vault.rename', { fromPath: 'nowhere', toPath: 'b' }],
  ['vault.delete', { path: 'nowhere' }],
  ['vault.searchText', { query: 'x', paths: ['nowhere'] }],
])('%s of a missing path is NOT_FOUND', async (name, args) => {
  await expect(call(name, args)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
