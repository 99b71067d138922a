/**
 * The text in front of the person, as tools read it. Floor 3.
 *
 * In a dry run of a plan nothing is opened, so there it is the file that an earlier step would have opened: as it is in
 * an open tab, or else as the vault has it, with the cursor at its start.
 */
import type { Selection } from '../contract/editing/apply-changes.ts'
import { isObject } from '../contract/json/json.ts'
import type { Database } from '../db/client.ts'
import { findDocument, type StoredDocument } from '../db/open-documents.ts'
import { listPlanCalls } from '../db/run-history.ts'
import { AppError } from '../errors.ts'
import type { VaultCause } from '../vault/vault.ts'
import { followMissedMoves } from './follow-move.ts'
import { modeOf, showWorkspace } from './show-workspace.ts'
import { tendDocument } from './tend-document.ts'
import { readVaultText } from './vault-text.ts'
import type { Mode, OpenDocumentView, Owner, WorkspaceView } from './workspace-view.ts'

/** Why a tool is called, and whether it may change anything. */
export type ToolCall = { cause: VaultCause; dryRun: boolean }

export type ActiveText = Selection & { path: string; text: string; mode: Mode }

/** `stored` is null for a text that only would be open. */
export type FoundText = ActiveText & { stored: StoredDocument | null }

/** Throws PRECONDITION_FAILED when no file is open, or the one in front is no text. */
export async function readActive(db: Database, owner: Owner, call: ToolCall): Promise<FoundText> {
  const { workspace, path, document, isRehearsed } = await findFront(db, owner, call)
  if (path === undefined) throw noActiveEditor()
  const mode = modeOf(workspace.mode)
  if (document) {
    await tendDocument(db, owner, document.id)
    const stored = await findDocument(db, owner, document.id)
    if (!stored) throw noActiveEditor()
    const { text, anchor, head } = stored
    return { path: stored.path, text, anchor, head, mode, stored }
  }
  const found = isRehearsed ? await readVaultText(db, owner, path) : undefined
  if (found?.kind === 'text') return { path, text: found.text, anchor: 0, head: 0, mode, stored: null }
  throw new AppError('PRECONDITION_FAILED', {
    message: `${path} is in front, and cannot be edited as text.`,
    suggestedAction: 'Open a text file, for example with workspace.openFile.',
  })
}

export type Front = {
  workspace: WorkspaceView
  /** Absent when nothing is open. */
  path?: string
  /** The text of the file, when it is open. */
  document?: OpenDocumentView
  /** No tab is in front with it; only a dry run says so. */
  isRehearsed: boolean
}

export async function findFront(db: Database, owner: Owner, call: ToolCall): Promise<Front> {
  // Nobody may have had the page open when it was moved.
  await followMissedMoves(db, owner)
  const workspace = await showWorkspace(db, owner)
  const active = workspace.leaves.find(({ id }) => id === workspace.activeLeafId)?.path
  const rehearsed = await findRehearsed(db, call, active !== undefined)
  const path = rehearsed ?? active
  const document = workspace.documents.find((each) => each.path === path)
  return {
    workspace,
    ...(path !== undefined && { path }),
    ...(document && { document }),
    isRehearsed: rehearsed !== undefined,
  }
}

const OPENS = 'workspace.openFile'
/** No more tabs than this can be open. */
const MOST_OPEN = 30

/** What the plan's earlier steps would have brought to the front; one that stays behind is in front of nothing. */
async function findRehearsed(
  db: Database,
  { cause: { planRunId }, dryRun }: ToolCall,
  isAnyInFront: boolean,
): Promise<string | undefined> {
  if (!dryRun || planRunId === undefined) return undefined
  const calls = await listPlanCalls(db, { planRunId, name: OPENS, take: MOST_OPEN })
  const opened = calls.filter((call) => call.dryRun)
  const focused = opened.find(({ input }) => !isObject(input) || input.focus !== false)
  const output = (focused ?? (isAnyInFront ? undefined : opened.at(-1)))?.output
  return isObject(output) && typeof output.path === 'string' ? output.path : undefined
}

export function noActiveEditor(): AppError {
  return new AppError('PRECONDITION_FAILED', {
    message: 'No file is open in the editor.',
    suggestedAction: 'Open one on the Vault page, or with workspace.openFile.',
  })
}
