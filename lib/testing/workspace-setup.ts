// A person's page and their tools at one text, with a real vault beneath.
import { randomUUIDv7 } from 'node:crypto'
import { ChangeSet } from '@codemirror/state'
import { expect } from 'vitest'
import type { Context, Viewer } from '../context.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import type { Effects } from '../contract/plan/tool-result.ts'
import { validate } from '../contract/schema/validate.ts'
import { database } from '../db/client.ts'
import { findTool } from '../tools/all-tools.ts'
import { createFile } from '../vault/create-file.ts'
import { readFile } from '../vault/read-file.ts'
import { openVaultToWrite, type VaultWriter } from '../vault/vault.ts'
import { openLeaf } from '../workspace/arrange.ts'
import { getOpenText, getWorkspace } from '../workspace/get-workspace.ts'
import { ownWorkspace } from '../workspace/own-workspace.ts'
import { pushUpdates } from '../workspace/push-updates.ts'
import type { Owner } from '../workspace/workspace-view.ts'
import { contextFor, makeUser } from './factories.ts'

/** Whose workspace it is, and the path of a note that is nobody else's. */
export type Desk = { ctx: Context; owner: Owner; vault: VaultWriter; path: string }

/** What is done at the desk that `sitDown` gave last. */
export function workspaceSetup() {
  const db = database()
  let ctx: Context
  let desk: Desk

  /** An empty workspace of its own for each test, in one vault. */
  async function sitDown(): Promise<Desk> {
    ctx ??= await contextFor(await makeUser())
    const owner = ownWorkspace(ctx)
    await db.workspace.deleteMany({ where: { userId: owner.userId } })
    desk = { ctx, owner, vault: openVaultToWrite(ctx), path: `Notes/${randomUUIDv7()}.md` }
    return desk
  }

  /** The note with `content`, in front; the id of its text. */
  async function openNote(content: string, path = desk.path): Promise<string> {
    await createFile(desk.vault, { path, content })
    await openLeaf(db, desk.owner, { path })
    return (await documentOf(path)).id
  }

  async function documentOf(path: string) {
    const { documents } = await getWorkspace(db, desk.owner)
    return documents.find((each) => each.path === path)!
  }

  const textNow = async (id: string) => (await getOpenText(db, desk.owner, id)).text
  const saved = async (path = desk.path) => (await readFile(desk.vault, { path })).content

  /** What a person does on the page: `text` at `from`, over `removed` characters. */
  async function type(
    id: string,
    from: number,
    text: string,
    { removed = 0, cursor = from + text.length } = {},
  ) {
    const { version, text: before } = await getOpenText(db, desk.owner, id)
    const change = ChangeSet.of({ from, to: from + removed, insert: text }, before.length)
    const selection = { anchor: cursor, head: cursor }
    return push(id, { version, changes: [change.toJSON()], selection })
  }

  async function select(id: string, anchor: number, head: number) {
    const { version } = await getOpenText(db, desk.owner, id)
    return push(id, { version, changes: [], selection: { anchor, head } })
  }

  const push = async (documentId: string, wanted: object) => {
    const answer = await pushUpdates(db, desk.owner, { documentId, clientId: 'page', ...wanted })
    stopClock()
    return answer
  }

  /** A built-in tool, called by the person. */
  async function call(
    name: string,
    input: JsonObject = {},
    { dryRun = false, runId = randomUUIDv7() as string } = {},
  ) {
    const tool = findTool(name)!
    const effects: Effects[] = []
    const output = await tool.run(input, {
      db,
      caller: desk.ctx.viewer as Viewer,
      cause: { runId },
      dryRun: dryRun || input.dryRun === true,
      signal: new AbortController().signal,
      observe: (seen) => effects.push(seen),
      runSkill: () => expect.unreachable(),
    })
    expect(validate(tool.outputSchema, output as Json)).toEqual([])
    return { output, effects }
  }

  return { db, sitDown, openNote, documentOf, textNow, saved, type, select, call }
}

/** What was typed is saved when a test says so: on a busy machine the clock would save it in the midst of one. */
function stopClock(): void {
  const { guildhallSaving } = globalThis as { guildhallSaving?: Map<string, { timer: NodeJS.Timeout }> }
  for (const { timer } of guildhallSaving?.values() ?? []) clearTimeout(timer)
}
