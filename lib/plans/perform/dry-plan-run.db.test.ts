// A dry run makes no changes, so steps that need the changes of earlier steps are skipped.

import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { openVaultPage } from '../../testing/open-vault-page.ts'
import { makePlan, setUpPlans } from '../../testing/plan-setup.ts'
import { createFile } from '../../vault/files/create-file.ts'
import { readFile } from '../../vault/files/read-file.ts'
import { openVault, openVaultToWrite } from '../../vault/vault.ts'
import { openLeaf } from '../../vault/workspace/arrange-tabs.ts'
import { pushUpdates } from '../../vault/workspace/push-updates.ts'
import { readWorkspace, requireWorkspaceOwner } from '../../vault/workspace/workspace-view.ts'
import type { PlanStep } from '../model/document/plan-document.ts'

const make: PlanStep = { id: 'make', tool: 'vault.createFile', args: { path: 'New.md', content: 'Old.' } }
const patch: PlanStep = {
  id: 'patch',
  tool: 'vault.patchFile',
  args: { path: '$steps.make.path', patch: { replaceRange: { start: 0, end: 4, text: 'New.' } } },
}
const read: PlanStep = { id: 'read', tool: 'vault.readFile', args: { path: '$steps.patch.path' } }
const slug: PlanStep = { id: 'slug', tool: 'util.slugifyTitle', args: { title: '$steps.read.content' } }
const UNMADE = 'This step depends on the result of “make”, which a dry run does not create.'

async function dryRun(...steps: PlanStep[]) {
  const { run, ctx } = await setUpPlans()
  const outputs = { made: '$steps.make', read: '$steps.read' }
  const view = await run(makePlan(steps, { riskLevel: 'writes', outputs }), { dryRun: true })
  const files = await database().vaultOperation.count({
    where: { organisationId: ctx.viewer!.organisationId },
  })
  expect(files).toBe(0)
  const messages = view.steps.map(({ stepId, status, results }) => [
    stepId,
    status,
    results.at(-1)?.userMessage,
  ])
  return { ...view, calls: messages }
}

test('a step whose input another step would create is skipped, and so are its dependents', async () => {
  const { state, outputs, calls } = await dryRun(make, patch, read, slug)

  expect(calls).toEqual([
    ['make', 'ok', 'Would create New.md.'],
    ['patch', 'skipped', UNMADE],
    ['read', 'skipped', 'This step needs the result of “patch”, which was skipped.'],
    ['slug', 'skipped', 'This step needs the result of “read”, which was skipped.'],
  ])
  expect({ state, outputs }).toMatchObject({
    state: 'succeeded',
    outputs: { made: { path: 'New.md', created: true } },
  })
  expect(outputs).not.toHaveProperty('read')
})

test('a direct reference is not required: being later is enough', async () => {
  const title = { ...slug, args: { title: '$steps.make.path' } }
  const after: PlanStep = {
    ...read,
    args: { path: 'New.md' },
    dependsOn: ['slug'],
  }

  expect((await dryRun(make, title, after)).calls[2]).toEqual(['read', 'skipped', UNMADE])
})

test('skipped items leave holes, and steps that use these are skipped too', async () => {
  const over = (from: string) => ({ from, itemName: 'each' })
  const { state, calls } = await dryRun(
    { ...make, args: { path: '$item', content: '' }, foreach: { from: ['A.md', 'B.md'], itemName: 'name' } },
    { ...patch, args: { ...patch.args, path: '$item.path' }, foreach: over('$steps.make') },
    { ...read, args: { path: '$item.path' }, foreach: over('$steps.patch') },
  )

  expect(state).toBe('succeeded')
  expect(calls.map(([id, , why]) => [id, why])).toEqual([
    ['make', 'Would create B.md.'],
    ['patch', UNMADE],
    ['read', 'This step needs the result of “patch”, which was skipped.'],
  ])
})

test('a missing file that no step would create fails as usual', async () => {
  const lost: PlanStep = { ...read, args: { path: 'Nowhere.md' } }

  expect(await dryRun(make, lost)).toMatchObject({ state: 'failed', error: { code: 'NOT_FOUND' } })
})

describe('a step that works in the active file', () => {
  const open: PlanStep = { id: 'open', tool: 'workspace.openFile', args: { path: 'Note.md' } }
  const insert: PlanStep = {
    id: 'insert',
    tool: 'editor.insertAtCursor',
    args: { text: 'Dear ' },
    dependsOn: ['open'],
  }
  const look: PlanStep = { id: 'look', tool: 'workspace.getContext', args: {}, dependsOn: ['open'] }
  const select: PlanStep = { id: 'select', tool: 'editor.getSelection', args: {}, dependsOn: ['open'] }
  const COMMANDS = { riskLevel: 'commands' } as const

  async function withNote() {
    const setup = await setUpPlans()
    const vault = openVaultToWrite(setup.ctx)
    for (const path of ['Note.md', 'Other.md']) await createFile(vault, { path, content: `This is ${path}` })
    const owner = requireWorkspaceOwner(setup.ctx)
    await openVaultPage(owner)
    return { ...setup, owner }
  }

  test('finds the file that an earlier step would have opened, though another one is in front', async () => {
    const { run, ctx, owner } = await withNote()
    await openLeaf(ctx.db, owner, { path: 'Other.md' })

    const { state, steps } = await run(makePlan([open, insert, look, select], COMMANDS), { dryRun: true })

    expect(state).toBe('succeeded')
    expect(steps.map(({ results }) => results.at(-1))).toMatchObject([
      { data: { path: 'Note.md', opened: false } },
      {
        data: { filePath: 'Note.md', cursorAfter: { line: 0, ch: 5 }, insertedChars: 5 },
        effects: { modified: ['Note.md'] },
        userMessage: 'Would change Note.md.',
      },
      { data: { activeFilePath: 'Note.md', activeViewType: 'markdown', isMarkdown: true } },
      { data: { filePath: 'Note.md', isEmpty: true, range: { from: { line: 0, ch: 0 } } } },
    ])
    const { leaves } = await readWorkspace(ctx.db, owner)
    expect(leaves.map(({ path }) => path)).toEqual(['Other.md'])
    expect((await readFile(openVault(ctx), { path: 'Note.md' })).content).toBe('This is Note.md')
  })

  test('and with it the person’s typed text', async () => {
    const { run, ctx, owner } = await withNote()
    await openLeaf(ctx.db, owner, { path: 'Note.md' })
    await openLeaf(ctx.db, owner, { path: 'Other.md' })
    const { documents } = await readWorkspace(ctx.db, owner)
    const id = documents.find(({ path }) => path === 'Note.md')?.id
    await pushUpdates(ctx.db, owner, {
      documentId: id,
      version: 0,
      clientId: 'page',
      changes: [[[0, 'Hello! '], 15]],
      selection: { anchor: 0, head: 5 },
    })

    const { steps } = await run(makePlan([open, select], COMMANDS), { dryRun: true })

    expect(steps.at(-1)?.results.at(-1)?.data).toMatchObject({ filePath: 'Note.md', text: 'Hello' })
  })

  test('works in the active file if the opened file would stay in the background', async () => {
    const { run, ctx, owner } = await withNote()
    const behind = { ...open, args: { path: 'Note.md', focus: false } }
    const pathOf = async () => {
      const { steps } = await run(makePlan([behind, look], COMMANDS), { dryRun: true })
      return steps.at(-1)?.results.at(-1)?.data
    }

    expect(await pathOf()).toMatchObject({ activeFilePath: 'Note.md' })
    await openLeaf(ctx.db, owner, { path: 'Other.md' })
    expect(await pathOf()).toMatchObject({ activeFilePath: 'Other.md' })
  })

  test('is skipped when nothing would be there to be opened', async () => {
    const { run, ctx, owner } = await withNote()
    await openLeaf(ctx.db, owner, { path: 'Other.md' })
    const fresh = { ...open, args: { path: '$steps.make.path' } }

    const { state, steps } = await run(makePlan([make, fresh, insert, look], COMMANDS), { dryRun: true })

    expect(state).toBe('succeeded')
    const reason = 'This step depends on the file that “open” opens, which a dry run does not do.'
    expect(steps.map(({ status, results }) => [status, results.at(-1)?.userMessage])).toEqual([
      ['ok', 'Would create New.md.'],
      ['skipped', UNMADE],
      ['skipped', reason],
      ['skipped', reason],
    ])
  })

  test('and a picture is open, and no editor', async () => {
    const { run, ctx } = await withNote()
    await createFile(openVaultToWrite(ctx), { path: 'Picture.png', content: Buffer.from([0x89, 0x50, 0, 1]) })
    const picture = { ...open, args: { path: 'Picture.png' } }

    expect(await run(makePlan([picture, insert], COMMANDS), { dryRun: true })).toMatchObject({
      state: 'failed',
      error: { code: 'PRECONDITION_FAILED', message: expect.stringContaining('Picture.png') },
    })
  })
})
