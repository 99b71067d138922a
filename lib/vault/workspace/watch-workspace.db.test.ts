import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { contextFor, freshName, makeOrganisation, makeUser, visitor } from '../../testing/factories.ts'
import { type WorkspaceSession, workspaceSetup } from '../../testing/workspace-setup.ts'
import { createFile } from '../files/create-file.ts'
import { renameFile } from '../files/rename-file.ts'
import { openVaultToWrite } from '../vault.ts'
import { openLeaf } from './arrange-tabs.ts'
import { getOpenText, getWorkspace } from './get-workspace.ts'
import { pushUpdates } from './push-updates.ts'
import { resolveConflict } from './sync-document.ts'
import { type PageEvent, watchWorkspace } from './watch-workspace.ts'
import {
  acknowledgeCommand,
  endPages,
  isVaultPageOpen,
  notifyWorkspaceChange,
  performOnPage,
  sendToPage,
} from './workspace-notifications.ts'
import { readWorkspace, requireWorkspaceOwner } from './workspace-view.ts'

const { db, sitDown } = workspaceSetup()
let ctx: WorkspaceSession['ctx']
let owner: WorkspaceSession['owner']
let path: WorkspaceSession['path']
beforeEach(async () => {
  ;({ ctx, owner, path } = await sitDown())
  // These tests open pages of their own.
  await db.openPage.deleteMany({ where: { userId: owner.userId } })
})

describe('workspace ownership', () => {
  test('another member of the organisation does not reach a person’s workspace', async () => {
    const [ada, bob] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner: ada, members: [bob] })
    const adas = await contextFor(ada, { organisation })
    await createFile(openVaultToWrite(adas), { path, content: 'a' })
    await openLeaf(db, requireWorkspaceOwner(adas), { path })
    const id = (await getWorkspace(db, requireWorkspaceOwner(adas))).documents[0]!.id
    const bobs = requireWorkspaceOwner(await contextFor(bob, { organisation }))

    const push = { documentId: id, version: 0, clientId: 'page', changes: [] }

    await expect(getOpenText(db, bobs, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(pushUpdates(db, bobs, push)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(resolveConflict(db, bobs, { documentId: id, choice: 'mine' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('visitors, API keys, and pages of another organisation cannot connect to a workspace', () => {
    expect(() => requireWorkspaceOwner(visitor())).toThrow(
      expect.objectContaining({ code: 'UNAUTHENTICATED' }),
    )
    expect(() => requireWorkspaceOwner({ ...ctx, keyId: 'key' })).toThrow(
      expect.objectContaining({ code: 'POLICY_DENIED' }),
    )
    expect(() => requireWorkspaceOwner(ctx, randomUUIDv7())).toThrow(
      expect.objectContaining({ code: 'PRECONDITION_FAILED' }),
    )
  })
})

/** Opens a page of this person and records its events until it is closed. */
async function openPage(of: Context, { showsVault = false } = {}) {
  const gone = new AbortController()
  const events: PageEvent[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const page = { pageId: randomUUIDv7(), showsVault }
  const over = watchWorkspace(of, page, { send: (event) => events.push(event), open: resolve }, gone.signal)
  await Promise.race([promise, over])
  const leave = () => {
    gone.abort()
    return over
  }
  return { events, leave, over }
}

test('the editor is available while a Vault page is connected, and not while another page of the site is', async () => {
  const editor = () => isVaultPageOpen(db, owner)
  const other = await openPage(ctx)
  const before = await editor()
  const page = await openPage(ctx, { showsVault: true })
  const during = await editor()
  await page.leave()
  const after = await editor()
  await other.leave()

  expect([before, during, after]).toEqual([false, true, false])
})

test('a workspace command reaches the connected page, and reports if there is none', async () => {
  const wanted = { command: 'theme', args: { theme: 'toggle' } }
  const before = await sendToPage(db, owner, wanted)

  const { events, leave } = await openPage(ctx)
  const during = await sendToPage(db, owner, wanted)
  await expect.poll(() => events).toMatchObject([{ kind: 'command', ...wanted }])
  await leave()

  expect([before, during, await sendToPage(db, owner, wanted)]).toEqual([false, true, false])
})

test('a workspace command is done once its page has acknowledged it; another person cannot acknowledge it', async () => {
  const wanted = { command: 'theme', args: { theme: 'dark' } }
  expect(await performOnPage(db, owner, wanted)).toBe('no page')
  const stranger = requireWorkspaceOwner(await contextFor(await makeUser()))
  const { events, leave } = await openPage(ctx)
  const idOf = (at: number) => (events[at]?.kind === 'command' ? events[at].id : undefined)

  const done = performOnPage(db, owner, wanted)
  await expect.poll(() => idOf(0)).toBeDefined()
  await acknowledgeCommand(db, owner, idOf(0)!)
  const unanswered = performOnPage(db, owner, wanted)
  await expect.poll(() => idOf(1)).toBeDefined()
  await acknowledgeCommand(db, stranger, idOf(1)!)

  expect(await done).toBe('done')
  expect(await unanswered).toBe('no answer')
  await leave()
})

test('a Vault page receives nothing about another person or organisation', async () => {
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
  await expect.poll(() => own.events.map(({ kind }) => kind)).toContain('vault')
  const colleague = await openPage(bobs, { showsVault: true })
  // Commands are sent at once, but the first state only after it was read.
  await expect.poll(() => [stranger.events.length, colleague.events.length]).toEqual([1, 1])
  await openLeaf(db, requireWorkspaceOwner(adas), { path })
  await expect.poll(() => own.events.at(-1)).toMatchObject({ workspace: { leaves: [{ path }] } })
  await own.leave()

  const command = { command: 'theme', args: {} }
  const reached = await sendToPage(db, requireWorkspaceOwner(adas), command)
  // Events arrive in order, so the command would be last.
  for (const [of, { events, leave }] of [[eves, stranger] as const, [bobs, colleague] as const]) {
    await sendToPage(db, requireWorkspaceOwner(of), command)
    await expect.poll(() => events.at(-1)?.kind).toBe('command')
    await leave()
    expect(events.map(({ kind }) => kind)).toEqual(['workspace', 'command'])
  }
  expect(reached).toBe(false)
})

describe('a page is disconnected', () => {
  const update = (of: Context, data: object) => db.user.update({ where: { id: of.viewer!.userId }, data })

  test.each<[why: string, end: (of: Context) => Promise<unknown>]>([
    ['a new password', (of) => update(of, { sessionVersion: { increment: 1 } })],
    ['being locked out', (of) => update(of, { lockedAt: new Date() })],
    [
      'leaving the organisation',
      (of) => {
        const { userId, organisationId } = of.viewer!
        return db.membership.delete({ where: { organisationId_userId: { organisationId, userId } } })
      },
    ],
  ])('a Vault page is disconnected after %s', async (_, end) => {
    const [ada, bob] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner: ada, members: [bob] })
    const bobs = { ...(await contextFor(bob, { organisation })), sessionVersion: 0 }
    const { events, over } = await openPage(bobs, { showsVault: true })
    await expect.poll(() => events.length).toBe(1)

    await end(bobs)
    await notifyWorkspaceChange(db, requireWorkspaceOwner(bobs))
    await over

    expect(events).toHaveLength(1)
  })

  test('a Vault page is disconnected after signing out, and another person’s page is not', async () => {
    const other = await contextFor(await makeUser())
    const [mine, theirs] = [await openPage(ctx), await openPage(other)]
    const command = { command: 'theme', args: {} }

    await endPages(db, owner)
    await mine.over

    const reached = [
      await sendToPage(db, owner, command),
      await sendToPage(db, requireWorkspaceOwner(other), command),
    ]
    expect(reached).toEqual([false, true])
    await theirs.leave()
  })
})

test('one person can connect a limited number of Vault pages', async () => {
  const person = await contextFor(await makeUser())
  const pages = await Promise.all(Array.from({ length: 40 }, () => openPage(person)))

  await expect(openPage(person)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  await Promise.all(pages.map(({ leave }) => leave()))
  await (await openPage(person)).leave()
})

test('a file that is moved repeatedly takes its tab to its final path', async () => {
  const [first, second, third] = ['A', 'B', 'C'].map((folder) => path.replace('Notes/', `${folder}/`))
  const vault = openVaultToWrite(ctx)
  await createFile(vault, { path, content: 'one' })
  await openLeaf(db, owner, { path })
  const { leave } = await openPage(ctx, { showsVault: true })

  let fromPath = path
  for (const toPath of [first, second, third] as string[]) {
    await renameFile(vault, { fromPath, toPath })
    fromPath = toPath
  }

  const leaves = async () => (await readWorkspace(db, owner)).leaves.map((leaf) => leaf.path)
  await expect.poll(leaves).toEqual([third])
  await leave()
})

test('a moved folder takes the tabs of its files along, however many', async () => {
  const vault = openVaultToWrite(ctx)
  const [from, to] = [freshName('folder'), freshName('folder')]
  for (let at = 0; at < 12; at += 1) await createFile(vault, { path: `${from}/${at}.md`, content: 'one' })
  await openLeaf(db, owner, { path: `${from}/3.md` })
  const { leave } = await openPage(ctx, { showsVault: true })

  await renameFile(vault, { fromPath: from, toPath: to })

  const leaves = async () => (await readWorkspace(db, owner)).leaves.map((leaf) => leaf.path)
  await expect.poll(leaves).toEqual([`${to}/3.md`])
  await leave()
})
