// Inputs are parsed with the tools' schemas, and outputs are validated against theirs.
import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '../../context/context.ts'
import { database } from '../../db/core/prisma-client.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { prepareInput } from '../../json-schema/inputs/prepare-input.ts'
import { type Effects, mergeEffects } from '../../run-model/tool-result.ts'
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

test.each<[string, JsonObject, string[]]>([
  ['vault.ensureFolder', { path: 'Dry' }, ['Dry']],
  ['vault.createFile', { path: 'Dry/A.md', content: 'x' }, ['Dry', 'Dry/A.md']],
  ['vault.writeFile', { path: 'Dry/A.md', content: 'x' }, ['Dry', 'Dry/A.md']],
])(
  '%s changes nothing in a dry run, for any caller, and reports what would change',
  async (name, args, created) => {
    expect((await call(name, { ...args, dryRun: true })).effects).toEqual({ created })
    expect((await call(name, args, { dryRun: true })).effects).toEqual({ created })
    expect((await call('vault.listFiles', {})).output.items).toEqual([])
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
])('%s is denied for an ambiguous path', async (name, args) => {
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
