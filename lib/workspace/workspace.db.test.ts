// A person's page and their tools at one text, with a real vault beneath.
import { randomUUIDv7 } from 'node:crypto'
import { ChangeSet } from '@codemirror/state'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context, Viewer } from '../context.ts'
import { applyChanges } from '../contract/editing/apply-changes.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import type { Effects } from '../contract/plan/tool-result.ts'
import { validate } from '../contract/schema/validate.ts'
import { database } from '../db/client.ts'
import { contextFor, makeOrganisation, makeUser, visitor } from '../testing/factories.ts'
import { findTool } from '../tools/all-tools.ts'
import { createFile } from '../vault/create-file.ts'
import { deleteFile } from '../vault/delete.ts'
import { listFileHistory } from '../vault/history.ts'
import { readFile } from '../vault/read-file.ts'
import { rename } from '../vault/rename.ts'
import { undo } from '../vault/undo.ts'
import { openVaultToWrite, type VaultWriter } from '../vault/vault.ts'
import { writeFile } from '../vault/write-file.ts'
import { closeLeaf, openLeaf } from './arrange.ts'
import { followMove } from './follow-move.ts'
import { getOpenText, getWorkspace } from './get-workspace.ts'
import { holdDocument } from './hold-document.ts'
import { ownWorkspace } from './own-workspace.ts'
import { pushUpdates } from './push-updates.ts'
import { saveDocument, toolClient } from './save-document.ts'
import { sendToPage } from './send-to-page.ts'
import { settleRival } from './settle-rival.ts'
import { tendDocument } from './tend-document.ts'
import { type PageEvent, watchWorkspace } from './watch-workspace.ts'
import type { Owner } from './workspace-view.ts'

const db = database()
let ctx: Context
let owner: Owner
let vault: VaultWriter

beforeAll(async () => {
  ctx = await contextFor(await makeUser())
  vault = openVaultToWrite(ctx)
})

// A workspace of its own for each test, in one vault.
let path: string
beforeEach(async () => {
  owner = ownWorkspace(ctx)
  await db.workspace.deleteMany({ where: { userId: owner.userId } })
  path = `Notes/${randomUUIDv7()}.md`
})

async function openNote(content: string) {
  await createFile(vault, { path, content })
  await openLeaf(db, owner, { path })
  return (await documentOf(path)).id
}

async function documentOf(wanted: string) {
  const { documents } = await getWorkspace(db, owner)
  return documents.find((each) => each.path === wanted)!
}

const textNow = async (id: string) => (await getOpenText(db, owner, id)).text
const saved = async (wanted = path) => (await readFile(vault, { path: wanted })).content

/** What a person does on the page: `text` at `from`, over `removed` characters. */
async function type(
  id: string,
  from: number,
  text: string,
  { removed = 0, cursor = from + text.length } = {},
) {
  const { version, text: before } = await getOpenText(db, owner, id)
  const change = ChangeSet.of({ from, to: from + removed, insert: text }, before.length)
  return pushUpdates(db, owner, {
    documentId: id,
    version,
    clientId: 'page',
    changes: [change.toJSON()],
    selection: { anchor: cursor, head: cursor },
  })
}

async function select(id: string, anchor: number, head: number) {
  const { version } = await getOpenText(db, owner, id)
  await pushUpdates(db, owner, {
    documentId: id,
    version,
    clientId: 'page',
    changes: [],
    selection: { anchor, head },
  })
}

async function call(
  name: string,
  input: JsonObject = {},
  { dryRun = false, runId = randomUUIDv7() as string } = {},
) {
  const tool = findTool(name)!
  const effects: Effects[] = []
  const output = await tool.run(input, {
    db,
    caller: ctx.viewer as Viewer,
    cause: { runId },
    dryRun: dryRun || input.dryRun === true,
    signal: new AbortController().signal,
    observe: (seen) => effects.push(seen),
    runSkill: () => expect.unreachable(),
  })
  expect(validate(tool.outputSchema, output as Json)).toEqual([])
  return { output, effects }
}

describe('a person and a tool at one text', () => {
  test('both are right, and the journal knows what was the tool’s', async () => {
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
    })
    expect(effects).toEqual([{ modified: [path] }])
    expect(await saved()).toBe('Dear Ada,\nsee you soon!')
    const lines = await listFileHistory(vault, path)
    expect(lines.map((line) => line.runId)).toEqual([null, runId, null, null])
  })

  test('undoing the run takes back nothing that the person typed', async () => {
    const id = await openNote('one TODO')
    await type(id, 8, ' and mine')
    await select(id, 4, 8)
    const runId = randomUUIDv7()
    await call('editor.replaceSelection', { text: 'two' }, { runId })

    await undo(vault, { runId })
    await tendDocument(db, owner, id)

    expect(await textNow(id)).toBe('one TODO and mine')
  })

  test('a call that is made again because nobody heard of it edits once', async () => {
    const id = await openNote('')
    const runId = randomUUIDv7()

    const first = await call('editor.insertAtCursor', { text: 'once' }, { runId })
    const again = await call('editor.insertAtCursor', { text: 'once' }, { runId })

    expect(await textNow(id)).toBe('once')
    expect(again.output).toEqual(first.output)
    expect(first.output).toMatchObject({ cursorAfter: { line: 0, ch: 4 }, insertedChars: 4 })
  })

  test('a call moves the cursor of the page, and what was typed is in the next selection', async () => {
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

  test('lines keep the indentation of the first when asked to', async () => {
    const id = await openNote('- a\n    - b')
    await select(id, 8, 11)
    await call('editor.replaceSelection', { text: '- c\n- d', preserveIndent: true })
    expect(await textNow(id)).toBe('- a\n    - c\n    - d')
  })

  test('a dry run tells the same and changes nothing', async () => {
    const id = await openNote('abc')
    const { output, effects } = await call('editor.insertAtCursor', { text: 'x', dryRun: true })
    expect(output).toMatchObject({ cursorAfter: { line: 0, ch: 1 } })
    expect(await textNow(id)).toBe('abc')
    expect(effects).toEqual([{ modified: [(await call('editor.getActiveFilePath')).output.path] }])
  })

  test.each([
    ['a line that is not there', { from: { line: 3, ch: 0 }, to: { line: 3, ch: 0 }, text: '' }],
    ['a range that ends before it begins', { from: { line: 0, ch: 2 }, to: { line: 0, ch: 1 }, text: '' }],
  ])('%s is refused', async (_what, input) => {
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
  ])('%s says what has to be opened first', async (name, input) => {
    await expect(call(name, input as JsonObject)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  })

  test('a file that is no text is open, and no editor', async () => {
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

describe('opening', () => {
  test('a file is opened once, unless a tab of its own is asked for, and can stay behind', async () => {
    await openNote('a')
    const other = path.replace('.md', '-2.md')
    await createFile(vault, { path: other, content: 'b' })

    await call('workspace.openFile', { path })
    await call('workspace.openFile', { path: other, focus: false })
    await call('workspace.openFile', { path, newLeaf: true, focus: false })

    const { leaves, activeLeafId, documents } = await getWorkspace(db, owner)
    expect(leaves.map((leaf) => leaf.path)).toEqual([path, other, path])
    expect(activeLeafId).toBe(leaves[0]?.id)
    expect(documents).toHaveLength(2)
  })

  test('what is not there is not opened', async () => {
    await expect(call('workspace.openFile', { path })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(call('workspace.openFile', { path: '../x' })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  })

  test('a dry run opens nothing', async () => {
    await createFile(vault, { path, content: '' })
    expect((await call('workspace.openFile', { path }, { dryRun: true })).output).toEqual({
      path,
      opened: false,
    })
    expect((await getWorkspace(db, owner)).leaves).toEqual([])
  })

  test('CRLF comes back as CRLF, and mixed line ends as they were', async () => {
    const id = await openNote('a\r\nb\r\n')
    await type(id, 4, 'c')
    await saveDocument(db, owner, { documentId: id })
    expect(await saved()).toBe('a\r\nb\r\nc')

    path = path.replace('.md', '-mixed.md')
    const mixed = await openNote('a\r\nb\nc')
    await type(mixed, 6, '!')
    await saveDocument(db, owner, { documentId: mixed })
    expect(await saved()).toBe('a\r\nb\nc!')
  })

  test('closing saves first', async () => {
    const id = await openNote('a')
    await type(id, 1, 'b')
    const [leaf] = (await getWorkspace(db, owner)).leaves
    await closeLeaf(db, owner, { leafId: leaf!.id })
    expect(await saved()).toBe('ab')
    expect(await getWorkspace(db, owner)).toMatchObject({ leaves: [], documents: [] })
  })
})

describe('pushing', () => {
  test('an edit of an old version is answered with what came in between, and taken then', async () => {
    const id = await openNote('abc')
    const { version } = await getOpenText(db, owner, id)
    await type(id, 0, 'x')
    const late = ChangeSet.of({ from: 3, insert: 'y' }, 3).toJSON()
    const push = { documentId: id, version, clientId: 'other', changes: [late] }

    const answer = await pushUpdates(db, owner, push)

    expect(answer).toMatchObject({ outcome: 'behind', updates: [{ clientId: 'page' }] })
    expect(await textNow(id)).toBe('xabc')
  })

  test.each([
    ['changes of another length', [[5, [0, 'x']]]],
    ['no changes at all', ['nonsense']],
    ['negative lengths', [[-2, 5]]],
    ['NUL', [[3, [0, 'a\0b']]]],
  ])('%s are refused', async (_what, changes) => {
    const id = await openNote('abc')
    await expect(
      pushUpdates(db, owner, { documentId: id, version: 0, clientId: 'page', changes }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await textNow(id)).toBe('abc')
  })

  test('a version of the future begins again', async () => {
    const id = await openNote('abc')
    const push = { documentId: id, version: 9, clientId: 'page', changes: [] }
    expect(await pushUpdates(db, owner, push)).toEqual({ outcome: 'start-over' })
  })
})

test('what a tool has just written is saved by the tool, not by the clock of who typed before', async () => {
  const id = await openNote('abc')
  const runId = randomUUIDv7()
  await holdDocument(db, owner, id, (document) => {
    const changes = [ChangeSet.of({ from: 3, insert: 'd' }, 3).toJSON() as Json]
    const updates = { documentId: id, after: document.version, clientId: toolClient(runId), changes }
    return { patch: applyChanges(document, changes), updates, result: undefined }
  })

  expect(await saveDocument(db, owner, { documentId: id, unlessTools: true })).toEqual({})
  expect(await saved()).toBe('abc')
  expect(await saveDocument(db, owner, { documentId: id, cause: { runId } })).toEqual({ modified: [path] })
  expect(await saved()).toBe('abcd')
})

describe('when somebody else writes the file', () => {
  test('a text that nobody touched follows, and its cursor stays where it was', async () => {
    const id = await openNote('one\ntwo')
    await select(id, 7, 7)
    await writeFile(vault, { path, content: 'zero\none\ntwo' })

    const { selection } = await documentOf(path)

    expect(await textNow(id)).toBe('zero\none\ntwo')
    expect(selection.head).toBe(12)
  })

  test('a text that was touched keeps what it has, and tools and closing wait for the person', async () => {
    const id = await openNote('one')
    await type(id, 3, ' mine')
    await writeFile(vault, { path, content: 'theirs' })

    expect(await documentOf(path)).toMatchObject({ rival: 'changed' })
    const [leaf] = (await getWorkspace(db, owner)).leaves

    expect([await textNow(id), await saved()]).toEqual(['one mine', 'theirs'])
    await expect(call('editor.insertAtCursor', { text: 'x' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(closeLeaf(db, owner, { leafId: leaf!.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test.each([
    ['mine', 'one mine', {}],
    ['theirs', 'theirs', {}],
    ['both', 'theirs', { copy: expect.stringContaining(' (mine).md') }],
  ] as const)('the person chooses “%s”', async (choice, text, told) => {
    const id = await openNote('one')
    await type(id, 3, ' mine')
    await writeFile(vault, { path, content: 'theirs' })
    await tendDocument(db, owner, id)

    const answer = await settleRival(db, owner, { documentId: id, choice })

    expect(answer).toEqual(told)
    expect([await textNow(id), await saved()]).toEqual([text, text])
    expect(await documentOf(path)).not.toHaveProperty('rival')
    if (answer.copy) expect(await saved(answer.copy)).toBe('one mine')
  })

  test('a file that is gone can be put back', async () => {
    const id = await openNote('one')
    await deleteFile(vault, { path })
    await tendDocument(db, owner, id)
    expect(await documentOf(path)).toMatchObject({ rival: 'gone' })

    await settleRival(db, owner, { documentId: id, choice: 'mine' })

    expect(await saved()).toBe('one')
  })

  test('a file that is given another name takes its tab along', async () => {
    await openNote('one')
    const toPath = path.replace('Notes/', 'Kept/')
    await rename(vault, { fromPath: path, toPath })
    await followMove(db, owner, { from: path, to: toPath })
    expect(await documentOf(toPath)).not.toHaveProperty('rival')
    expect((await getWorkspace(db, owner)).leaves.map((leaf) => leaf.path)).toEqual([toPath])
  })
})

describe('whose workspace', () => {
  test('another member of the organisation does not reach it', async () => {
    const [ada, bob] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner: ada, members: [bob] })
    const adas = await contextFor(ada, { organisation })
    await createFile(openVaultToWrite(adas), { path, content: 'a' })
    await openLeaf(db, ownWorkspace(adas), { path })
    const id = (await getWorkspace(db, ownWorkspace(adas))).documents[0]!.id
    const bobs = ownWorkspace(await contextFor(bob, { organisation }))

    const push = { documentId: id, version: 0, clientId: 'page', changes: [] }

    await expect(getOpenText(db, bobs, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(pushUpdates(db, bobs, push)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(settleRival(db, bobs, { documentId: id, choice: 'mine' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('visitors, keys, and pages of another organisation are refused', () => {
    expect(() => ownWorkspace(visitor())).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }))
    expect(() => ownWorkspace({ ...ctx, keyId: 'key' })).toThrow(
      expect.objectContaining({ code: 'POLICY_DENIED' }),
    )
    expect(() => ownWorkspace(ctx, randomUUIDv7())).toThrow(
      expect.objectContaining({ code: 'PRECONDITION_FAILED' }),
    )
  })
})

/** A page of this person's, and what it hears until it is left. */
async function openPage(of: Context, { showsVault = false } = {}) {
  const gone = new AbortController()
  const heard: PageEvent[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const page = { pageId: randomUUIDv7(), showsVault }
  const over = watchWorkspace(of, page, { send: (event) => heard.push(event), open: resolve }, gone.signal)
  await Promise.race([promise, over])
  const leave = () => {
    gone.abort()
    return over
  }
  return { heard, leave }
}

test('a command reaches the page that listens, and nobody when there is none', async () => {
  const wanted = { command: 'theme', args: { theme: 'toggle' } }
  const before = await sendToPage(db, owner, wanted)

  const { heard, leave } = await openPage(ctx)
  const during = await sendToPage(db, owner, wanted)
  await expect.poll(() => heard).toMatchObject([{ what: 'command', ...wanted }])
  await leave()

  expect([before, during, await sendToPage(db, owner, wanted)]).toEqual([false, true, false])
})

test('no page hears what is another person’s, or another organisation’s', async () => {
  const [ada, bob, eve] = [await makeUser(), await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner: ada, members: [bob] })
  const [adas, bobs, eves] = await Promise.all([
    contextFor(ada, { organisation }),
    contextFor(bob, { organisation }),
    contextFor(eve),
  ])
  const stranger = await openPage(eves, { showsVault: true })
  const own = await openPage(adas, { showsVault: true })
  await createFile(openVaultToWrite(adas), { path, content: 'a' })
  await expect.poll(() => own.heard.map(({ what }) => what)).toContain('vault')
  const colleague = await openPage(bobs, { showsVault: true })
  await openLeaf(db, ownWorkspace(adas), { path })
  await expect.poll(() => own.heard.at(-1)).toMatchObject({ workspace: { leaves: [{ path }] } })
  await own.leave()

  const command = { command: 'theme', args: {} }
  const reached = await sendToPage(db, ownWorkspace(adas), command)
  // What is told last is heard last.
  for (const [of, { heard, leave }] of [[eves, stranger] as const, [bobs, colleague] as const]) {
    await sendToPage(db, ownWorkspace(of), command)
    await expect.poll(() => heard.at(-1)?.what).toBe('command')
    await leave()
    expect(heard.map(({ what }) => what)).toEqual(['workspace', 'command'])
  }
  expect(reached).toBe(false)
})

test('one person has so many pages listening and no more', async () => {
  const person = await contextFor(await makeUser())
  const pages = await Promise.all(Array.from({ length: 40 }, () => openPage(person)))

  await expect(openPage(person)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  await Promise.all(pages.map(({ leave }) => leave()))
  await (await openPage(person)).leave()
})
