// A page and tools that work on one text, with a real vault.
import { randomUUIDv7 } from 'node:crypto'
import { ChangeSet } from '@codemirror/state'
import { expect } from 'vitest'
import type { Context, Viewer } from '../context/context.ts'
import { validateValue } from '../json-schema/evaluate/compile.ts'
import { database } from '../kernel/db/prisma-client.ts'
import type { Json, JsonObject } from '../kernel/json/json.ts'
import type { Effects } from '../runs/model/tool-result.ts'
import { findBuiltInTool } from '../tools/built-in-tools.ts'
import { createFile } from '../vault/files/create-file.ts'
import { readFile } from '../vault/files/read-file.ts'
import { openVaultToWrite, type VaultWriter } from '../vault/vault.ts'
import { openLeaf } from '../vault/workspace/arrange-tabs.ts'
import { getOpenText, getWorkspace } from '../vault/workspace/get-workspace.ts'
import { pushUpdates, scheduledSaves } from '../vault/workspace/push-updates.ts'
import { requireWorkspaceOwner, type WorkspaceOwner } from '../vault/workspace/workspace-view.ts'
import { contextFor, makeUser } from './factories.ts'
import { openVaultPage } from './open-vault-page.ts'

export type WorkspaceSession = { ctx: Context; owner: WorkspaceOwner; vault: VaultWriter; path: string }

export function workspaceSetup() {
  const db = database()
  let ctx: Context
  let session: WorkspaceSession

  async function openSession(): Promise<WorkspaceSession> {
    ctx ??= await contextFor(await makeUser())
    const owner = requireWorkspaceOwner(ctx)
    await db.workspace.deleteMany({ where: { userId: owner.userId } })
    await openVaultPage(owner)
    session = { ctx, owner, vault: openVaultToWrite(ctx), path: `Notes/${randomUUIDv7()}.md` }
    return session
  }

  /** Opens a note with `content` in the active tab; returns its document id. */
  async function openNote(content: string, path = session.path): Promise<string> {
    await createFile(session.vault, { path, content })
    await openLeaf(db, session.owner, { path })
    return (await documentOf(path)).id
  }

  async function documentOf(path: string) {
    const { documents } = await getWorkspace(db, session.owner)
    return documents.find((each) => each.path === path)!
  }

  const textNow = async (id: string) => (await getOpenText(db, session.owner, id)).text
  const saved = async (path = session.path) => (await readFile(session.vault, { path })).content

  async function type(
    id: string,
    from: number,
    text: string,
    { removed = 0, cursor = from + text.length } = {},
  ) {
    const { version, text: before } = await getOpenText(db, session.owner, id)
    const change = ChangeSet.of({ from, to: from + removed, insert: text }, before.length)
    const selection = { anchor: cursor, head: cursor }
    return push(id, { version, changes: [change.toJSON()], selection })
  }

  async function select(id: string, anchor: number, head: number) {
    const { version } = await getOpenText(db, session.owner, id)
    return push(id, { version, changes: [], selection: { anchor, head } })
  }

  const push = async (documentId: string, wanted: object) => {
    const answer = await pushUpdates(db, session.owner, { documentId, clientId: 'page', ...wanted })
    stopClock()
    return answer
  }

  async function call(
    name: string,
    input: JsonObject = {},
    { dryRun = false, runId = randomUUIDv7() as string } = {},
  ) {
    const tool = findBuiltInTool(name)!
    const effects: Effects[] = []
    const output = await tool.run(input, {
      db,
      caller: session.ctx.viewer as Viewer,
      cause: { runId },
      dryRun: dryRun || input.dryRun === true,
      signal: new AbortController().signal,
      observe: (seen) => effects.push(seen),
      runSkill: () => expect.unreachable(),
    })
    expect(validateValue(tool.outputSchema, output as Json)).toEqual([])
    return { output, effects }
  }

  return { db, sitDown: openSession, openNote, documentOf, textNow, saved, type, select, call }
}

/** Tests request saves themselves, because on a busy machine the timer could fire during an edit. */
function stopClock(): void {
  for (const { timer } of scheduledSaves.values()) clearTimeout(timer)
}
