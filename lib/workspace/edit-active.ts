/**
 * The active editor, as tools reach it: the text in front, with the person's own selection. Floor 3.
 *
 * An edit goes the way that edits of pages go, so both survive; and it is saved at once, so that the vault's journal
 * knows which run made it. What the person typed before is saved before, under their own name.
 */
import { ChangeSet } from '@codemirror/state'
import { applyChanges, type Selection } from '../contract/editing/apply-changes.ts'
import { textOf } from '../contract/editing/change-between.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import type { Effects } from '../contract/plan/tool-result.ts'
import type { Database } from '../db/client.ts'
import { findDocument, findOutput, type StoredDocument } from '../db/open-documents.ts'
import { AppError } from '../errors.ts'
import type { VaultCause } from '../vault/vault.ts'
import { holdDocument } from './hold-document.ts'
import { isChanged, saveDocument, toolClient } from './save-document.ts'
import { modeOf, showWorkspace } from './show-workspace.ts'
import { tendDocument } from './tend-document.ts'
import type { Mode, Owner } from './workspace-view.ts'

export type ActiveText = Selection & { path: string; text: string; mode: Mode }

/** Put `text` between two offsets. */
export type Replacement = { from: number; to: number; text: string }

/** What to write, and what to tell of it. */
export type Edit<Result> = (active: ActiveText) => {
  replacement: Replacement
  result: (after: string) => Result
}

/** The text in front, as it is now. Throws PRECONDITION_FAILED when no file is open, or the one in front is no text. */
export async function readActive(db: Database, owner: Owner): Promise<ActiveText & { documentId: string }> {
  const found = await activeDocument(db, owner)
  await tendDocument(db, owner, found.documentId)
  const document = await findDocument(db, owner, found.documentId)
  if (!document) throw noActiveEditor()
  return { ...activeText(document, found.mode), documentId: document.id }
}

export type Editing = { cause: VaultCause; dryRun: boolean; observe: (effects: Effects) => void }

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
  const { documentId, mode } = await activeDocument(db, owner)
  await tendDocument(db, owner, documentId)
  if (dryRun) {
    const document = requireSettled(await findDocument(db, owner, documentId))
    const { result, after } = edited(document, mode, edit)
    if (after.text !== document.text) observe({ modified: [document.path] })
    return result
  }
  // First what the person typed: a run that is undone must not take that along.
  await saveDocument(db, owner, { documentId })
  const result = await holdDocument(db, owner, documentId, (document) => {
    const { result, after, changes } = edited(requireSettled(document), mode, edit)
    const updates = { documentId, after: document.version, clientId, changes, output: result }
    return { patch: { ...after, selectedBy: null }, updates, result }
  })
  observe(await saveDocument(db, owner, { documentId, cause }))
  requireSettled(await findDocument(db, owner, documentId))
  return result
}

function edited<Result extends Json>(document: StoredDocument, mode: Mode, edit: Edit<Result>) {
  const { replacement, result } = edit(activeText(document, mode))
  const { from, to, text } = replacement
  const change = ChangeSet.of({ from, to, insert: textOf(text) }, document.text.length)
  const changes = [change.toJSON() as Json]
  const cursor = from + text.length
  const after = { ...applyChanges(document, changes), anchor: cursor, head: cursor }
  return { changes, after, result: result(after.text) }
}

async function activeDocument(db: Database, owner: Owner): Promise<{ documentId: string; mode: Mode }> {
  const { leaves, activeLeafId, documents, mode } = await showWorkspace(db, owner)
  const leaf = leaves.find(({ id }) => id === activeLeafId)
  if (!leaf) throw noActiveEditor()
  const document = documents.find(({ path }) => path === leaf.path)
  if (!document) {
    throw new AppError('PRECONDITION_FAILED', {
      message: `${leaf.path} is in front, and cannot be edited as text.`,
      suggestedAction: 'Open a text file, for example with workspace.openFile.',
    })
  }
  return { documentId: document.id, mode: modeOf(mode) }
}

function activeText({ path, text, anchor, head }: StoredDocument, mode: Mode): ActiveText {
  return { path, text, anchor, head, mode }
}

function requireSettled(document: StoredDocument | null): StoredDocument {
  if (!document) throw noActiveEditor()
  if (document.rivalEtag === null || (document.rivalEtag === '' && !isChanged(document))) return document
  throw new AppError('CONFLICT', {
    message: `${document.path} was changed in the vault while it was edited here; the person has to choose on the Vault page.`,
  })
}

function noActiveEditor(): AppError {
  return new AppError('PRECONDITION_FAILED', {
    message: 'No file is open in the editor.',
    suggestedAction: 'Open one on the Vault page, or with workspace.openFile.',
  })
}
