/**
 * A tool's edit merges with concurrent typing and is saved at once, so that the journal names the run; earlier typing
 * is saved first, under the person's name.
 */
import { ChangeSet } from '@codemirror/state'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import type { Effects } from '../../runs/model/tool-result.ts'
import { requireEtag } from '../change/resolve-paths.ts'
import { applyTextChanges, toText } from '../model/apply-changes.ts'
import {
  findDocument,
  findStoredEditOutput,
  type StoredDocument,
  toolClient,
} from '../rows/open-documents.ts'
import { type ActiveText, noActiveEditor, readActive, type ToolCall } from './read-active.ts'
import {
  type DocumentOutcome,
  isChanged,
  saveDocument,
  saveLocked,
  withDocumentLock,
} from './save-document.ts'
import { etagOfText } from './vault-text.ts'
import type { WorkspaceOwner } from './workspace-view.ts'

type Replacement = { from: number; to: number; text: string }

type Edit<Result> = (active: ActiveText) => {
  replacement: Replacement
  result: (after: string) => Result
}

type Editing = ToolCall & {
  observe: (effects: Effects) => void
  /** The etag that the file must have, including what the person has typed since. */
  expectedEtag?: string | undefined
}

/**
 * Returns the edit's result with the etag of the file. Throws PRECONDITION_FAILED as `readActive`, CONFLICT for another
 * etag and if the text conflicts with the vault's, INVALID_INPUT if it becomes too long.
 */
export async function editActive<Result extends JsonObject>(
  db: Database,
  owner: WorkspaceOwner,
  edit: Edit<Result>,
  { cause, dryRun, observe, expectedEtag }: Editing,
): Promise<Result & { etag?: string }> {
  const clientId = toolClient(cause.runId)
  const before = await findStoredEditOutput(db, owner, clientId)
  if (before) {
    // An earlier worker died after the edit and before it could save it.
    observe(await saveDocument(db, owner, { documentId: before.documentId, cause }))
    const etag = (await findDocument(db, owner, before.documentId))?.etag
    return { ...(before.output as Result), ...(etag !== undefined && { etag }) }
  }
  const active = await readActive(db, owner, { cause, dryRun })
  const { stored, mode } = active
  if (dryRun || !stored) {
    if (stored) requireSettled(stored)
    const isCrlf = stored?.isCrlf ?? active.isCrlf
    const etag = await etagOfText(db, owner, { text: active.text, isCrlf })
    requireEtag(active.path, { etag }, expectedEtag)
    const { result, after } = applyEdit({ ...active, version: 0 }, edit)
    if (after.text !== active.text) observe({ modified: [active.path] })
    return { ...result, etag: await etagOfText(db, owner, { text: after.text, isCrlf }) }
  }
  const documentId = stored.id
  const { result, version, text } = await withDocumentLock(db, owner, documentId, async (document) => {
    // Saved separately, so that undoing the run does not undo it.
    const { patch, failure } = await savePendingTyping(db, owner, requireSettled(document))
    const refused = failure ?? etagError(document.path, patch?.etag ?? document.etag, expectedEtag)
    if (refused) return { ...(patch && { patch }), result: NOTHING as Made<Result>, failure: refused }
    const { result, after, changes } = applyEdit({ ...document, ...patch, mode }, edit)
    const updates = { documentId, after: document.version, clientId, changes, output: result }
    return { patch: { ...patch, ...after, selectedBy: null }, updates, result: { result, ...after } }
  })
  // `upTo` leaves out what the person has typed since, which is saved under their name.
  observe(await saveDocument(db, owner, { documentId, cause, upTo: { version, text } }))
  const { etag } = requireSettled(await findDocument(db, owner, documentId))
  return { ...result, etag }
}

/** Returned rather than thrown, because what the person has typed has been saved. */
function etagError(path: string, etag: string, expectedEtag: string | undefined): AppError | undefined {
  try {
    requireEtag(path, { etag }, expectedEtag)
    return undefined
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown
    throw thrown
  }
}

type Made<Result> = { result: Result; version: number; text: string }
const NOTHING: unknown = null

async function savePendingTyping(
  db: Database,
  owner: WorkspaceOwner,
  document: StoredDocument,
): Promise<Pick<DocumentOutcome<unknown>, 'patch' | 'failure'>> {
  if (!isChanged(document)) return {}
  const { patch, failure } = await saveLocked(db, owner, document)
  const isConflicting = typeof patch?.conflictEtag === 'string'
  return {
    ...(patch && { patch }),
    ...((failure || isConflicting) && { failure: failure ?? unresolvedConflictError(document) }),
  }
}

function applyEdit<Result extends Json>(active: ActiveText & { version: number }, edit: Edit<Result>) {
  const { path, text: before, anchor, head, mode, version } = active
  const { replacement, result } = edit({ path, text: before, anchor, head, mode })
  const { from, to, text } = replacement
  const change = ChangeSet.of({ from, to, insert: toText(text) }, before.length)
  const changes = [change.toJSON() as Json]
  const cursor = from + text.length
  const after = {
    ...applyTextChanges({ text: before, version, anchor, head }, changes),
    anchor: cursor,
    head: cursor,
  }
  return { changes, after, result: result(after.text) }
}

function requireSettled(document: StoredDocument | null): StoredDocument {
  if (!document) throw noActiveEditor()
  if (document.conflictEtag === null || (document.conflictEtag === '' && !isChanged(document)))
    return document
  throw unresolvedConflictError(document)
}

function unresolvedConflictError({ path }: StoredDocument): AppError {
  return new AppError('CONFLICT', {
    message: `${path} was changed in the vault while it was being edited. The person has to choose a version on the Vault page.`,
  })
}
