/**
 * Edits of the active editor, as tools make them: in the text in front, at the person's own selection. Floor 3.
 *
 * An edit goes the way that edits of pages go, so both survive; and it is saved at once, so that the vault's journal
 * knows which run made it. What the person typed before is saved before, under their own name.
 */
import { ChangeSet } from '@codemirror/state'
import { applyChanges } from '../contract/editing/apply-changes.ts'
import { textOf } from '../contract/editing/change-between.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import type { Effects } from '../contract/plan/tool-result.ts'
import type { Database } from '../db/client.ts'
import { findDocument, findOutput, type StoredDocument, toolClient } from '../db/open-documents.ts'
import { AppError } from '../errors.ts'
import { type Done, holdDocument } from './hold-document.ts'
import { type ActiveText, noActiveEditor, readActive, type ToolCall } from './read-active.ts'
import { isChanged, saveDocument, saveHeld } from './save-document.ts'
import type { Owner } from './workspace-view.ts'

/** Put `text` between two offsets. */
export type Replacement = { from: number; to: number; text: string }

/** What to write, and what to tell of it. */
export type Edit<Result> = (active: ActiveText) => {
  replacement: Replacement
  result: (after: string) => Result
}

export type Editing = ToolCall & { observe: (effects: Effects) => void }

/**
 * Edits the text in front and puts the cursor after what was written. Throws PRECONDITION_FAILED as `readActive` does,
 * CONFLICT when the text and the vault's stand against each other, INVALID_INPUT when it gets too long.
 */
export async function editActive<Result extends JsonObject>(
  db: Database,
  owner: Owner,
  edit: Edit<Result>,
  { cause, dryRun, observe }: Editing,
): Promise<Result> {
  const clientId = toolClient(cause.runId)
  const before = await findOutput(db, owner, clientId)
  if (before) {
    // The same call once more, because nobody heard how it ended.
    observe(await saveDocument(db, owner, { documentId: before.documentId, cause }))
    return before.output as Result
  }
  const active = await readActive(db, owner, { cause, dryRun })
  const { stored, mode } = active
  if (dryRun || !stored) {
    if (stored) requireSettled(stored)
    const { result, after } = edited({ ...active, version: 0 }, edit)
    if (after.text !== active.text) observe({ modified: [active.path] })
    return result
  }
  const documentId = stored.id
  const { result, version, text } = await holdDocument(db, owner, documentId, async (document) => {
    // First what the person typed: a run that is undone must not take that along.
    const { patch, failure } = await savedFirst(db, owner, requireSettled(document))
    if (failure) return { ...(patch && { patch }), result: NOTHING as Made<Result>, failure }
    const { result, after, changes } = edited({ ...document, ...patch, mode }, edit)
    const updates = { documentId, after: document.version, clientId, changes, output: result }
    return { patch: { ...patch, ...after, selectedBy: null }, updates, result: { result, ...after } }
  })
  // And nothing that they have typed since.
  observe(await saveDocument(db, owner, { documentId, cause, upTo: { version, text } }))
  requireSettled(await findDocument(db, owner, documentId))
  return result
}

type Made<Result> = { result: Result; version: number; text: string }
const NOTHING: unknown = null

async function savedFirst(
  db: Database,
  owner: Owner,
  document: StoredDocument,
): Promise<Pick<Done<unknown>, 'patch' | 'failure'>> {
  if (!isChanged(document)) return {}
  const { patch, failure } = await saveHeld(db, owner, document)
  const isRival = typeof patch?.rivalEtag === 'string'
  return { ...(patch && { patch }), ...((failure || isRival) && { failure: failure ?? unsettled(document) }) }
}

function edited<Result extends Json>(active: ActiveText & { version: number }, edit: Edit<Result>) {
  const { path, text: before, anchor, head, mode, version } = active
  const { replacement, result } = edit({ path, text: before, anchor, head, mode })
  const { from, to, text } = replacement
  const change = ChangeSet.of({ from, to, insert: textOf(text) }, before.length)
  const changes = [change.toJSON() as Json]
  const cursor = from + text.length
  const after = {
    ...applyChanges({ text: before, version, anchor, head }, changes),
    anchor: cursor,
    head: cursor,
  }
  return { changes, after, result: result(after.text) }
}

function requireSettled(document: StoredDocument | null): StoredDocument {
  if (!document) throw noActiveEditor()
  if (document.rivalEtag === null || (document.rivalEtag === '' && !isChanged(document))) return document
  throw unsettled(document)
}

function unsettled({ path }: StoredDocument): AppError {
  return new AppError('CONFLICT', {
    message: `${path} was changed in the vault while it was edited here; the person has to choose on the Vault page.`,
  })
}
