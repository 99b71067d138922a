'use server'

import { z } from 'zod'
import { parseWith } from '#lib/contract/json/parse-with.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { chooseLeaf, closeLeaf, openLeaf, setMode } from '#lib/workspace/arrange.ts'
import { ownWorkspace } from '#lib/workspace/own-workspace.ts'
import { choice, readRival, settleRival } from '#lib/workspace/settle-rival.ts'
import { MODES } from '#lib/workspace/workspace-view.ts'

const operation = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('open'), path: z.string() }),
  z.strictObject({ do: z.literal('choose'), leafId: z.string() }),
  z.strictObject({ do: z.literal('close'), leafId: z.string() }),
  z.strictObject({ do: z.literal('show'), mode: z.enum(MODES) }),
  z.strictObject({ do: z.literal('settle'), documentId: z.uuid(), choice }),
])

export type WorkspaceOperation = z.infer<typeof operation>

/** Does something to the tabs of the page that shows `organisation`; what comes of it is heard like any change. */
export async function arrange(
  organisation: unknown,
  asked: unknown,
): Promise<ActionResult<{ copy?: string }>> {
  return actionResult(async () => {
    const { db, ...ctx } = await contextFromCookie()
    const owner = ownWorkspace({ db, ...ctx }, organisation)
    const wanted = parseWith(operation, asked)
    if (wanted.do === 'open') await openLeaf(db, owner, wanted)
    if (wanted.do === 'choose') await chooseLeaf(db, owner, wanted.leafId)
    if (wanted.do === 'close') await closeLeaf(db, owner, wanted.leafId)
    if (wanted.do === 'show') await setMode(db, owner, wanted.mode)
    return wanted.do === 'settle' ? settleRival(db, owner, wanted) : {}
  })
}

/** What the vault has in place of an open text. */
export async function showRival(organisation: unknown, path: unknown): Promise<ActionResult<string | null>> {
  return actionResult(async () => {
    const ctx = await contextFromCookie()
    return readRival(ctx.db, ownWorkspace(ctx, organisation), parseWith(z.string(), path))
  })
}
