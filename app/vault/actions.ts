'use server'

import { z } from 'zod'
import type { Context } from '#lib/context/context.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { type ActionResult, actionResult } from '#lib/protocols/http/responses/action-result.ts'
import { createFile, ensureFolder } from '#lib/vault/files/create-file.ts'
import { deleteFile, renameFile } from '#lib/vault/files/rename-file.ts'
import * as history from '#lib/vault/history/history.ts'
import * as trash from '#lib/vault/history/trash.ts'
import { undo as undoChanges } from '#lib/vault/history/undo.ts'
import { parseOperationSelector } from '#lib/vault/model/operations-of.ts'
import { type SearchResult, searchText } from '#lib/vault/search/search-text.ts'
import { openVault, openVaultToWrite } from '#lib/vault/vault.ts'
import { type VaultUsage, vaultUsage } from '#lib/vault/vault-usage.ts'
import { chooseLeaf, closeLeaf, openLeaf, setMode } from '#lib/vault/workspace/arrange-tabs.ts'
import { saveOpenTexts } from '#lib/vault/workspace/get-workspace.ts'
import { conflictChoice, readVaultVersion, resolveConflict } from '#lib/vault/workspace/sync-document.ts'
import { MODES, requireWorkspaceOwner } from '#lib/vault/workspace/workspace-view.ts'

const WorkspaceOperationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open'), path: z.string() }),
  z.strictObject({ kind: z.literal('choose'), leafId: z.string() }),
  z.strictObject({ kind: z.literal('close'), leafId: z.string(), discard: z.boolean().optional() }),
  z.strictObject({ kind: z.literal('show'), mode: z.enum(MODES) }),
  z.strictObject({ kind: z.literal('settle'), documentId: z.uuid(), choice: conflictChoice }),
])

/** Changes the workspace. The page receives the result as an event. */
export async function changeWorkspace(
  organisation: unknown,
  request: unknown,
): Promise<ActionResult<{ copy?: string }>> {
  return forOrganisation(organisation, async (ctx) => {
    const { db } = ctx
    const owner = requireWorkspaceOwner(ctx)
    const operation = parseFields(WorkspaceOperationSchema, request)
    if (operation.kind === 'open') await openLeaf(db, owner, operation)
    if (operation.kind === 'choose') await chooseLeaf(db, owner, operation.leafId)
    if (operation.kind === 'close') await closeLeaf(db, owner, operation)
    if (operation.kind === 'show') await setMode(db, owner, operation.mode)
    return operation.kind === 'settle' ? resolveConflict(db, owner, operation) : {}
  })
}

export async function readConflictingText(
  organisation: unknown,
  path: unknown,
): Promise<ActionResult<string | null>> {
  return forOrganisation(organisation, (ctx) =>
    readVaultVersion(ctx.db, requireWorkspaceOwner(ctx), parseFields(z.string(), path)),
  )
}

const FileOperationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('create'), path: z.string(), content: z.string().max(100_000) }),
  z.strictObject({ kind: z.literal('folder'), path: z.string() }),
  z.strictObject({ kind: z.literal('move'), fromPath: z.string(), toPath: z.string() }),
  z.strictObject({ kind: z.literal('delete'), path: z.string() }),
])

/** Changes a file and returns its path. A file that was created is opened. */
export async function changeFiles(
  organisation: unknown,
  request: unknown,
): Promise<ActionResult<{ path: string }>> {
  return forOrganisation(organisation, async (ctx) => {
    const vault = openVaultToWrite(ctx)
    const operation = parseFields(FileOperationSchema, request)
    switch (operation.kind) {
      case 'create': {
        const { path } = await createFile(vault, operation)
        await openLeaf(ctx.db, requireWorkspaceOwner(ctx), { path })
        return { path }
      }
      case 'folder':
        return pickPath(await ensureFolder(vault, operation))
      case 'move':
        return { path: (await renameFile(vault, operation)).toPath }
      case 'delete':
        return pickPath(await deleteFile(vault, operation))
    }
  })
}

function pickPath({ path }: { path: string }) {
  return { path }
}

const SearchRequestSchema = z.strictObject({
  query: z.string().max(1_000),
  mode: z.enum(['plain', 'regex']),
  caseSensitive: z.boolean(),
})

export async function searchVault(
  organisation: unknown,
  request: unknown,
): Promise<ActionResult<SearchResult>> {
  return forOrganisation(organisation, (ctx) =>
    searchText(openVault(ctx), { ...parseFields(SearchRequestSchema, request), limit: 200 }),
  )
}

const LineLimit = z.int().min(1).max(2_000)

export async function listFileHistory(
  organisation: unknown,
  path: unknown,
  limit: unknown,
): Promise<ActionResult<history.FileLine[]>> {
  return forOrganisation(organisation, (ctx) =>
    history.listFileHistory(openVault(ctx), parseFields(z.string(), path), {
      limit: parseFields(LineLimit, limit),
    }),
  )
}

export async function listJournal(
  organisation: unknown,
  limit: unknown,
): Promise<ActionResult<history.JournalLine[]>> {
  return forOrganisation(organisation, (ctx) =>
    history.listJournal(openVault(ctx), { limit: parseFields(LineLimit, limit) }),
  )
}

export async function listChangedFiles(
  organisation: unknown,
  request: unknown,
): Promise<ActionResult<history.ChangedFile[]>> {
  return forOrganisation(organisation, (ctx) =>
    history.listChangedFiles(openVault(ctx), parseOperationSelector(request)),
  )
}

export async function readVersion(
  organisation: unknown,
  etag: unknown,
): Promise<ActionResult<string | null>> {
  return forOrganisation(organisation, (ctx) =>
    history.readVersion(openVault(ctx), parseFields(z.string(), etag)),
  )
}

export async function undoOperations(
  organisation: unknown,
  request: unknown,
): Promise<ActionResult<{ operationId: string }>> {
  return forOrganisation(organisation, async (ctx) => {
    await saveOpenTexts(ctx.db, requireWorkspaceOwner(ctx))
    const { operationId } = await undoChanges(openVaultToWrite(ctx), parseOperationSelector(request))
    return { operationId }
  })
}

export async function listTrash(organisation: unknown): Promise<ActionResult<trash.TrashedEntry[]>> {
  return forOrganisation(organisation, (ctx) => trash.listTrash(openVault(ctx)))
}

export async function restoreFromTrash(
  organisation: unknown,
  operationId: unknown,
): Promise<ActionResult<{ path: string }>> {
  return forOrganisation(organisation, async (ctx) => {
    const operation = { operationId: parseFields(z.uuid(), operationId) }
    const { path } = await trash.restoreFromTrash(openVaultToWrite(ctx), operation)
    return { path }
  })
}

export async function emptyTrash(organisation: unknown): Promise<ActionResult<number>> {
  return forOrganisation(organisation, (ctx) => trash.emptyTrash(openVaultToWrite(ctx)))
}

export async function readUsage(organisation: unknown): Promise<ActionResult<VaultUsage>> {
  return forOrganisation(organisation, (ctx) => vaultUsage(openVault(ctx)))
}

/** Refuses the action unless the page shows the organisation in which the viewer works now. */
function forOrganisation<T>(
  organisation: unknown,
  work: (ctx: Context) => Promise<T>,
): Promise<ActionResult<T>> {
  return actionResult(async (ctx) => {
    requireWorkspaceOwner(ctx, organisation ?? null)
    return work(ctx)
  })
}
