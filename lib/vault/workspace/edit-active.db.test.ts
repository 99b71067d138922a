// When a person and a tool edit one text, both edits are preserved, and the journal knows the author of each.

import { randomUUIDv7 } from 'node:crypto'
import { ChangeSet } from '@codemirror/state'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { type WorkspaceSession, workspaceSetup } from '../../testing/workspace-setup.ts'
import { createFile } from '../files/create-file.ts'
import { readFile } from '../files/read-file.ts'
import { listFileHistory, readVersion } from '../history/history.ts'
import { undo } from '../history/undo.ts'
import { applyTextChanges } from '../model/apply-changes.ts'
import { toolClient } from '../rows/open-documents.ts'
import { saveDocument, saveTyped, withDocumentLock } from './save-document.ts'
import { syncOpenDocument } from './sync-document.ts'

const { db, openNote, documentOf, textNow, saved, type, select, call, sitDown } = workspaceSetup()
let owner: WorkspaceSession['owner']
let vault: WorkspaceSession['vault']
let path: WorkspaceSession['path']
beforeEach(async () => {
  ;({ owner, vault, path } = await sitDown())
})

describe('an editor tool with an expected etag', () => {
  const EDITS: [tool: string, input: JsonObject][] = [
    ['editor.insertAtCursor', { text: 'X' }],
    ['editor.replaceSelection', { text: 'X' }],
    ['editor.replaceRange', { from: { line: 0, ch: 0 }, to: { line: 0, ch: 1 }, text: 'X' }],
  ]

  test.each(EDITS)(
    '%s edits the file that has the expected etag, and returns the new one',
    async (tool, input) => {
      const id = await openNote('abc')
      await select(id, 0, 1)
      const { etag } = await readFile(vault, { path })

      const dry = await call(tool, { ...input, expectedEtag: etag! }, { dryRun: true })
      const { output } = await call(tool, { ...input, expectedEtag: etag! })

      const after = await readFile(vault, { path })
      expect(after.content).toContain('X')
      expect(output).toMatchObject({ etag: after.etag })
      expect(dry.output).toMatchObject({ etag: after.etag })
    },
  )

  test.each(EDITS)(
    '%s changes nothing in a file that has another etag than expected',
    async (tool, input) => {
      const id = await openNote('abc')
      await select(id, 0, 1)

      for (const dryRun of [true, false])
        await expect(call(tool, { ...input, expectedEtag: 'another' }, { dryRun })).rejects.toMatchObject({
          code: 'CONFLICT',
          options: { issues: [{ path: '/expectedEtag', params: { path } }] },
        })
      expect(await textNow(id)).toBe('abc')
      expect(await saved()).toBe('abc')
    },
  )

  test('an editor tool with an expected etag is refused when the person has typed since, and what was typed is saved', async () => {
    const id = await openNote('abc')
    const { etag } = await readFile(vault, { path })
    await type(id, 3, '!')

    for (const dryRun of [true, false])
      await expect(
        call('editor.insertAtCursor', { text: 'X', expectedEtag: etag! }, { dryRun }),
      ).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await saved()).toBe('abc!')
  })
})

describe('without an open Vault page', () => {
  test.each<[tool: string, input: JsonObject]>([
    ['editor.getSelection', {}],
    ['editor.getActiveFilePath', {}],
    ['editor.insertAtCursor', { text: 'X' }],
    ['editor.replaceSelection', { text: 'X' }],
    ['editor.replaceRange', { from: { line: 0, ch: 0 }, to: { line: 0, ch: 1 }, text: 'X' }],
  ])('%s is refused without an open Vault page, though tabs are stored', async (tool, input) => {
    const id = await openNote('abc')
    await select(id, 0, 1)
    const page = { userId: owner.userId, organisationId: owner.organisationId }
    const refusal = {
      code: 'PRECONDITION_FAILED',
      message: expect.stringContaining('Vault page is not open'),
    }

    await db.openPage.updateMany({ where: page, data: { seenAt: new Date(Date.now() - 60_000) } })
    await expect(call(tool, input)).rejects.toMatchObject(refusal)
    await expect(call(tool, input, { dryRun: true })).rejects.toMatchObject(refusal)
    // Another page of the site has no editor.
    await db.openPage.updateMany({ where: page, data: { seenAt: new Date('2100-01-01'), showsVault: false } })
    await expect(call(tool, input)).rejects.toMatchObject(refusal)

    expect(await saved()).toBe('abc')
  })

  test('without an open Vault page, nothing is described as open', async () => {
    await openNote('abc')
    await db.openPage.deleteMany({ where: { userId: owner.userId } })

    const { output } = await call('workspace.getContext', { includeOpenLeaves: true })

    expect(output).toEqual({ openLeaves: [] })
  })
})

describe('a person and a tool at one text', () => {
  test('edits of a person and a tool in one text are both preserved, and the journal knows which part the tool wrote', async () => {
    const id = await openNote('Dear TODO,\n')
    await type(id, 11, 'see you soon')
    await select(id, 5, 9)
    const runId = randomUUIDv7()

    const { output, effects } = await call('editor.replaceSelection', { text: 'Ada' }, { runId })
    await type(id, 22, '!')
    await saveDocument(db, owner, { documentId: id })

    expect(output).toEqual({
      filePath: path,
      range: { from: { line: 0, ch: 5 }, to: { line: 0, ch: 9 } },
      insertedChars: 3,
      etag: expect.any(String),
    })
    expect(effects).toEqual([{ modified: [path] }])
    expect(await saved()).toBe('Dear Ada,\nsee you soon!')
    const lines = await listFileHistory(vault, path)
    expect(lines.map((line) => line.runId)).toEqual([null, runId, null, null])
  })

  test('undoing a run that edited an open text preserves the person’s own typing', async () => {
    const id = await openNote('one TODO')
    await type(id, 8, ' and mine')
    await select(id, 4, 8)
    const runId = randomUUIDv7()
    await call('editor.replaceSelection', { text: 'two' }, { runId })

    await undo(vault, { runId })
    await syncOpenDocument(db, owner, id)

    expect(await textNow(id)).toBe('one TODO and mine')
  })

  test('text typed during a call of an editor tool is never attributed to the call', async () => {
    const id = await openNote('')
    let typed = 0
    const typing = async () => {
      for (let key = 0; key < 12; key += 1) {
        const { outcome } = await type(id, (await textNow(id)).length, 'p').catch(() => ({ outcome: 'no' }))
        if (outcome === 'accepted') typed += 1
      }
    }
    for (let round = 0; round < 4; round += 1) {
      const runId = randomUUIDv7()
      const begin = { line: 0, ch: 0 }
      await Promise.all([
        typing(),
        call('editor.replaceRange', { from: begin, to: begin, text: 'T' }, { runId }),
      ])

      const line = (await listFileHistory(vault, path)).find((each) => each.runId === runId)
      const [before, after] = [line?.etagBefore, line?.etagAfter].map((etag) =>
        readVersion(vault, etag ?? ''),
      )
      expect(await after).toBe(`T${await before}`)
    }

    await saveDocument(db, owner, { documentId: id })
    expect(await saved()).toBe('T'.repeat(4) + 'p'.repeat(typed))
  })

  test('a retried call of an editor tool, whose response was lost, edits once', async () => {
    const id = await openNote('')
    const runId = randomUUIDv7()

    const first = await call('editor.insertAtCursor', { text: 'once' }, { runId })
    const again = await call('editor.insertAtCursor', { text: 'once' }, { runId })

    expect(await textNow(id)).toBe('once')
    expect(again.output).toEqual(first.output)
    expect(first.output).toMatchObject({ cursorAfter: { line: 0, ch: 4 }, insertedChars: 4 })
  })

  test('a call of an editor tool moves the cursor of the page, and typed text is in the next selection', async () => {
    const id = await openNote('first\nsecond\n')
    await call('editor.replaceRange', { from: { line: 1, ch: 0 }, to: { line: 1, ch: 99 }, text: '2nd' })
    const moved = (await documentOf(path)).selection
    await type(id, 9, ' line')
    await select(id, 6, 14)

    expect(moved).toEqual({ anchor: 9, head: 9 })
    expect((await call('editor.getSelection')).output).toEqual({
      text: '2nd line',
      isEmpty: false,
      range: { from: { line: 1, ch: 0 }, to: { line: 1, ch: 8 } },
      filePath: path,
      mode: 'source',
    })
  })

  test('inserted lines get the indentation of the first if asked to', async () => {
    const id = await openNote('- a\n    - b')
    await select(id, 8, 11)
    await call('editor.replaceSelection', { text: '- c\n- d', preserveIndent: true })
    expect(await textNow(id)).toBe('- a\n    - c\n    - d')
  })

  test('replacing a selection is refused if nothing is selected', async () => {
    const id = await openNote('abc')
    await expect(call('editor.replaceSelection', { text: 'x' })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
    expect(await textNow(id)).toBe('abc')
  })

  test('a dry run of an editor tool returns the same and changes nothing', async () => {
    const id = await openNote('abc')
    const { output, effects } = await call('editor.insertAtCursor', { text: 'x', dryRun: true })
    expect(output).toMatchObject({ cursorAfter: { line: 0, ch: 1 } })
    expect(await textNow(id)).toBe('abc')
    expect(effects).toEqual([{ modified: [(await call('editor.getActiveFilePath')).output.path] }])
  })

  test.each([
    ['a line that does not exist', { from: { line: 3, ch: 0 }, to: { line: 3, ch: 0 }, text: '' }],
    ['a range that ends before it begins', { from: { line: 0, ch: 2 }, to: { line: 0, ch: 1 }, text: '' }],
  ])('an editor tool is refused: %s', async (_what, input) => {
    await openNote('abc')
    await expect(call('editor.replaceRange', input)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

describe('without an active editor', () => {
  test.each([
    ['editor.getSelection', {}],
    ['editor.getActiveFilePath', {}],
    ['editor.replaceSelection', { text: 'x' }],
    ['editor.insertAtCursor', { text: 'x' }],
    ['editor.replaceRange', { from: { line: 0, ch: 0 }, to: { line: 0, ch: 0 }, text: 'x' }],
  ])('without an active editor, %s states what to open first', async (name, input) => {
    await expect(call(name, input as JsonObject)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  })

  test('a binary file is open without an editor', async () => {
    const picture = path.replace('.md', '.png')
    await createFile(vault, { path: picture, content: Buffer.from([0x89, 0x50, 0, 1]) })

    const { output } = await call('workspace.openFile', { path: picture })

    expect(output).toMatchObject({ path: picture, opened: true })
    expect((await call('workspace.getContext', { includeOpenLeaves: true })).output).toMatchObject({
      activeFilePath: picture,
      activeViewType: 'file',
      isMarkdown: false,
      openLeaves: [{ viewType: 'file' }],
    })
    expect((await call('editor.getActiveFilePath')).output).toEqual({ path: picture })
    await expect(call('editor.getSelection')).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  })

  test('the context of an empty workspace is empty', async () => {
    expect((await call('workspace.getContext')).output).toEqual({})
  })
})

test('a tool’s edit is saved by the tool, not by the autosave of the previous author', async () => {
  const id = await openNote('abc')
  const runId = randomUUIDv7()
  await withDocumentLock(db, owner, id, (document) => {
    const changes = [ChangeSet.of({ from: 3, insert: 'd' }, 3).toJSON() as Json]
    const updates = { documentId: id, after: document.version, clientId: toolClient(runId), changes }
    return { patch: applyTextChanges(document, changes), updates, result: undefined }
  })

  await type(id, 0, 'x')

  expect(await saveTyped(db, owner, id)).toBe(false)
  expect(await saved()).toBe('abc')
  expect(await saveDocument(db, owner, { documentId: id, cause: { runId } })).toEqual({ modified: [path] })
  expect(await saved()).toBe('xabcd')
})
