// Runs each tool once on a real vault and editor, since the pipeline withholds output that violates its schema.

import { expect, test } from 'vitest'
import type { Context, Viewer } from '../../context/context.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { contextFor, makeUser } from '../../testing/factories.ts'
import { openVaultPage } from '../../testing/open-vault-page.ts'
import { BUILT_IN_TOOLS } from '../../tools/built-in-tools.ts'
import { listJournal } from '../../vault/history/history.ts'
import { getOpenText, getWorkspace } from '../../vault/workspace/get-workspace.ts'
import { pushUpdates } from '../../vault/workspace/push-updates.ts'
import { requireWorkspaceOwner } from '../../vault/workspace/workspace-view.ts'
import { runToEnd } from '../start/start-run.ts'

const NOTE = 'Notes/A.md'

// biome-ignore format: table
const CALLS: [tool: string, args: JsonObject, gives: JsonObject, effects?: JsonObject][] = [
  ['vault.ensureFolder',        { path: 'Notes' },                                              { path: 'Notes', created: true }],
  ['vault.createFile',          { path: NOTE, content: '# A\n- one\n' },                        { path: NOTE, created: true, etag: expect.any(String), mtimeMs: expect.any(Number) }, { created: [NOTE] }],
  ['vault.readFile',            { path: NOTE },                                                 { path: NOTE, content: '# A\n- one\n', etag: expect.any(String), mtimeMs: expect.any(Number) }],
  ['vault.writeFile',           { path: NOTE, content: '- two\n', mode: 'append' },             { path: NOTE, etag: expect.any(String), mtimeMs: expect.any(Number), bytesWritten: expect.any(Number) }, { modified: [NOTE] }],
  ['vault.patchFile',           { path: NOTE, patch: { replaceRange: { start: 2, end: 3, text: 'B' } } }, { path: NOTE, applied: true, etag: expect.any(String) }, { modified: [NOTE] }],
  ['vault.listFiles',           { prefix: 'Notes' },                                            { items: [{ path: NOTE, kind: 'file' }], truncated: false }],
  ['vault.searchText',          { query: 'two' },                                               { matches: [{ path: NOTE, line: 2 }], truncated: false }],
  ['workspace.openFile',        { path: NOTE },                                                 { path: NOTE, opened: true }],
  ['workspace.getContext',      { includeOpenLeaves: true, includeActiveViewState: true },      { activeFilePath: NOTE, isMarkdown: true }],
  ['editor.getActiveFilePath',  {},                                                             { path: NOTE }],
  ['editor.insertAtCursor',     { text: 'Top. ' },                                              { filePath: NOTE, insertedChars: 5 }],
  ['editor.replaceRange',       { from: { line: 0, ch: 0 }, to: { line: 0, ch: 4 }, text: 'Up' }, { filePath: NOTE, insertedChars: 2 }],
  ['editor.getSelection',       {},                                                             { isEmpty: expect.any(Boolean), filePath: NOTE }],
  ['editor.replaceSelection',   { text: '!' },                                                  { filePath: NOTE, insertedChars: 1 }],
  ['commands.list',             { limit: 3 },                                                   { truncated: true }],
  ['commands.run',              { id: 'guildhall:toggle-theme' },                               { executed: false, errorMessage: expect.any(String) }],
  ['util.parseMarkdownBullets', { text: '- a\n  - b' },                                         { count: 2 }],
  ['util.slugifyTitle',         { title: 'A B' },                                               { slug: 'a-b' }],
  ['vault.rename',              { fromPath: NOTE, toPath: 'Notes/B.md' },                       { fromPath: NOTE, toPath: 'Notes/B.md' }, { renamed: [{ from: NOTE, to: 'Notes/B.md' }] }],
  ['vault.delete',              { path: 'Notes/B.md' },                                         { path: 'Notes/B.md', deleted: true, trashed: true }, { deleted: ['Notes/B.md'] }],
]

test('every tool returns output that matches its schema, and reports its changes', async () => {
  const ctx = await contextFor(await makeUser())
  await openVaultPage(requireWorkspaceOwner(ctx))
  for (const [name, args, gives, effects] of CALLS) {
    if (name === 'editor.replaceSelection') await selectFirstCharacter(ctx)
    const run = await runToEnd(ctx, { skill: { name }, args })
    expect(run, name).toMatchObject({ state: 'succeeded', output: gives })
    expect(run.toolResult, name).toMatchObject({ ok: true, data: gives, ...(effects && { effects }) })
    const { startedAt, endedAt, durationMs } = run.toolResult!
    expect(durationMs, name).toBe(endedAt - startedAt)
    expect(durationMs, name).toBeGreaterThanOrEqual(0)
  }
  expect(CALLS.map(([name]) => name).toSorted()).toEqual(BUILT_IN_TOOLS.map(({ name }) => name).toSorted())
})

async function selectFirstCharacter(ctx: Context): Promise<void> {
  const { db } = ctx
  const owner = requireWorkspaceOwner(ctx)
  const { documents } = await getWorkspace(db, owner)
  const { id: documentId, path } = documents[0]!
  expect(path).toBe(NOTE)
  const { version } = await getOpenText(db, owner, documentId)
  const selection = { anchor: 0, head: 1 }
  await pushUpdates(db, owner, { documentId, version, clientId: 'page', changes: [], selection })
}

test('a dry run of a writing tool changes nothing, reports what would change and is recorded as a dry run', async () => {
  const ctx = await contextFor(await makeUser())
  const call = (name: string, args: JsonObject, dryRun?: boolean) =>
    runToEnd(ctx, { skill: { name }, args, dryRun })

  const byInput = await call('vault.createFile', { path: 'A.md', content: '', dryRun: true })
  const byCaller = await call('vault.createFile', { path: 'A.md', content: '' }, true)

  for (const run of [byInput, byCaller]) {
    expect(run).toMatchObject({
      state: 'succeeded',
      dryRun: true,
      terms: 'dry_run',
      output: { path: 'A.md' },
    })
    expect(run.toolResult).toMatchObject({
      dryRun: true,
      effects: { created: ['A.md'] },
      userMessage: 'Would create A.md.',
    })
  }
  const { viewer } = ctx as { viewer: Viewer }
  expect(await listJournal({ db: ctx.db, organisationId: viewer.organisationId })).toEqual([])
  expect(await call('vault.listFiles', {})).toMatchObject({ output: { items: [] } })
})

test('a call that would return too much is refused as the caller’s input', async () => {
  const ctx = await contextFor(await makeUser())
  const text = '- a\n'.repeat(120_000)

  expect(await runToEnd(ctx, { skill: { name: 'util.parseMarkdownBullets' }, args: { text } })).toMatchObject(
    {
      state: 'failed',
      error: { code: 'INVALID_INPUT', message: 'The output would be larger than 4 MiB.' },
    },
  )
})
