'use server'

import { z } from 'zod'
import type { Context } from '#lib/context.ts'
import { parseWith } from '#lib/contract/json/parse-with.ts'
import { parseOperationsOf } from '#lib/contract/vault/operations-of.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { createFile } from '#lib/vault/create-file.ts'
import { deleteFile } from '#lib/vault/delete.ts'
import { ensureFolder } from '#lib/vault/ensure-folder.ts'
import {
  type FileLine,
  type JournalLine,
  listFileHistory,
  listJournal,
  readVersion,
} from '#lib/vault/history.ts'
import { rename } from '#lib/vault/rename.ts'
import { type SearchResult, searchText } from '#lib/vault/search.ts'
import * as trash from '#lib/vault/trash.ts'
import { undo as undoChanges } from '#lib/vault/undo.ts'
import { type VaultUsage, vaultUsage } from '#lib/vault/usage.ts'
import { openVault, openVaultToWrite } from '#lib/vault/vault.ts'
import { chooseLeaf, closeLeaf, openLeaf, setMode } from '#lib/workspace/arrange.ts'
import { saveOpenTexts } from '#lib/workspace/get-workspace.ts'
import { ownWorkspace } from '#lib/workspace/own-workspace.ts'
import { choice, readRival, settleRival } from '#lib/workspace/settle-rival.ts'
import { MODES } from '#lib/workspace/workspace-view.ts'

const operation = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('open'), path: z.string() }),
  z.strictObject({ do: z.literal('choose'), leafId: z.string() }),
  z.strictObject({ do: z.literal('close'), leafId: z.string(), discard: z.boolean().optional() }),
  z.strictObject({ do: z.literal('show'), mode: z.enum(MODES) }),
  z.strictObject({ do: z.literal('settle'), documentId: z.uuid(), choice }),
])

/** Does something to the tabs of the page that shows `organisation`; what comes of it is heard like any change. */
export async function arrange(
  organisation: unknown,
  asked: unknown,
): Promise<ActionResult<{ copy?: string }>> {
  return forOrganisation(organisation, async (ctx) => {
    const { db } = ctx
    const owner = ownWorkspace(ctx)
    const wanted = parseWith(operation, asked)
    if (wanted.do === 'open') await openLeaf(db, owner, wanted)
    if (wanted.do === 'choose') await chooseLeaf(db, owner, wanted.leafId)
    if (wanted.do === 'close') await closeLeaf(db, owner, wanted)
    if (wanted.do === 'show') await setMode(db, owner, wanted.mode)
    return wanted.do === 'settle' ? settleRival(db, owner, wanted) : {}
  })
}

/** What the vault has in place of an open text. */
export async function showRival(organisation: unknown, path: unknown): Promise<ActionResult<string | null>> {
  return forOrganisation(organisation, (ctx) =>
    readRival(ctx.db, ownWorkspace(ctx), parseWith(z.string(), path)),
  )
}

const fileOperation = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('create'), path: z.string(), content: z.string().max(100_000) }),
  z.strictObject({ do: z.literal('folder'), path: z.string() }),
  z.strictObject({ do: z.literal('move'), fromPath: z.string(), toPath: z.string() }),
  z.strictObject({ do: z.literal('delete'), path: z.string() }),
])

/** Makes, moves or deletes something; gives back where it is, or was. A file that was made is opened. */
export async function changeFiles(
  organisation: unknown,
  asked: unknown,
): Promise<ActionResult<{ path: string }>> {
  return forOrganisation(organisation, async (ctx) => {
    const vault = openVaultToWrite(ctx)
    const wanted = parseWith(fileOperation, asked)
    switch (wanted.do) {
      case 'create': {
        const { path } = await createFile(vault, wanted)
        await openLeaf(ctx.db, ownWorkspace(ctx), { path })
        return { path }
      }
      case 'folder':
        return pathOf(await ensureFolder(vault, wanted))
      case 'move':
        return { path: (await rename(vault, wanted)).toPath }
      case 'delete':
        return pathOf(await deleteFile(vault, wanted))
    }
  })
}

function pathOf({ path }: { path: string }) {
  return { path }
}

const searchWanted = z.strictObject({
  query: z.string().max(1_000),
  mode: z.enum(['plain', 'regex']),
  caseSensitive: z.boolean(),
})

export async function search(organisation: unknown, asked: unknown): Promise<ActionResult<SearchResult>> {
  return forOrganisation(organisation, (ctx) =>
    searchText(openVault(ctx), { ...parseWith(searchWanted, asked), limit: 200 }),
  )
}

const lines = z.int().min(1).max(2_000)

/** What was done to a file at last, newest first. */
export async function fileHistory(
  organisation: unknown,
  path: unknown,
  limit: unknown,
): Promise<ActionResult<FileLine[]>> {
  return forOrganisation(organisation, (ctx) =>
    listFileHistory(openVault(ctx), parseWith(z.string(), path), { limit: parseWith(lines, limit) }),
  )
}

/** What was done in the vault at last, newest first. */
export async function journal(organisation: unknown, limit: unknown): Promise<ActionResult<JournalLine[]>> {
  return forOrganisation(organisation, (ctx) =>
    listJournal(openVault(ctx), { limit: parseWith(lines, limit) }),
  )
}

/** A text as it was at an etag of the history. */
export async function version(organisation: unknown, etag: unknown): Promise<ActionResult<string | null>> {
  return forOrganisation(organisation, (ctx) => readVersion(openVault(ctx), parseWith(z.string(), etag)))
}

/** Takes back what was done; gives back what to undo to have it again. */
export async function undo(
  organisation: unknown,
  asked: unknown,
): Promise<ActionResult<{ operationId: string }>> {
  return forOrganisation(organisation, async (ctx) => {
    await saveOpenTexts(ctx.db, ownWorkspace(ctx))
    const { operationId } = await undoChanges(openVaultToWrite(ctx), parseOperationsOf(asked))
    return { operationId }
  })
}

export async function listTrash(organisation: unknown): Promise<ActionResult<trash.TrashedEntry[]>> {
  return forOrganisation(organisation, (ctx) => trash.listTrash(openVault(ctx)))
}

/** Brings back what one deletion took; `path` is where it is now. */
export async function restore(
  organisation: unknown,
  operationId: unknown,
): Promise<ActionResult<{ path: string }>> {
  return forOrganisation(organisation, async (ctx) => {
    const wanted = { operationId: parseWith(z.uuid(), operationId) }
    const { path } = await trash.restoreFromTrash(openVaultToWrite(ctx), wanted)
    return { path }
  })
}

export async function emptyTrash(organisation: unknown): Promise<ActionResult<number>> {
  return forOrganisation(organisation, (ctx) => trash.emptyTrash(openVaultToWrite(ctx)))
}

/** How full the vault is now. */
export async function usage(organisation: unknown): Promise<ActionResult<VaultUsage>> {
  return forOrganisation(organisation, (ctx) => vaultUsage(openVault(ctx)))
}

/** The viewer's Context, once it is sure that the page shows the organisation they act for. */
function forOrganisation<T>(
  organisation: unknown,
  work: (ctx: Context) => Promise<T>,
): Promise<ActionResult<T>> {
  return actionResult(async () => {
    const ctx = await contextFromCookie()
    ownWorkspace(ctx, organisation ?? null)
    return work(ctx)
  })
}
