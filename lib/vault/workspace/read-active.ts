/**
 * The text in front on the caller's Vault page. Stored tabs do not suffice: an edit in an editor that nobody sees would
 * surprise its owner later. In a dry run, an earlier step may have opened another file.
 */

import type { Database } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject } from '../../kernel/json/json.ts'
import { listPlanCalls } from '../../runs/rows/run-history.ts'
import type { Selection } from '../model/apply-changes.ts'
import { findDocument, type StoredDocument } from '../rows/open-documents.ts'
import type { VaultCause } from '../vault.ts'
import { followMissedMoves } from './follow-file-move.ts'
import { syncOpenDocument } from './sync-document.ts'
import { readVaultText } from './vault-text.ts'
import { isVaultPageOpen } from './workspace-notifications.ts'
import {
  type EditorMode,
  modeOf,
  type OpenDocumentView,
  readWorkspace,
  type WorkspaceOwner,
  type WorkspaceView,
} from './workspace-view.ts'

export type ToolCall = { cause: VaultCause; dryRun: boolean }

export type ActiveText = Selection & { path: string; text: string; mode: EditorMode }

type FoundText = ActiveText & { isCrlf: boolean; stored: StoredDocument | null }

/** Throws PRECONDITION_FAILED if the Vault page is not open, has no file in front, or one that is not text. */
export async function readActive(db: Database, owner: WorkspaceOwner, call: ToolCall): Promise<FoundText> {
  const { workspace, path, document, isDryRunOnly, isPageOpen } = await findActiveFile(db, owner, call)
  if (!isPageOpen) throw noVaultPage()
  if (path === undefined) throw noActiveEditor()
  const mode = modeOf(workspace.mode)
  if (document) {
    await syncOpenDocument(db, owner, document.id)
    const stored = await findDocument(db, owner, document.id)
    if (!stored) throw noActiveEditor()
    const { text, isCrlf, anchor, head } = stored
    return { path: stored.path, text, isCrlf, anchor, head, mode, stored }
  }
  const found = isDryRunOnly ? await readVaultText(db, owner, path) : undefined
  if (found?.kind === 'text') {
    const { text, isCrlf } = found
    return { path, text, isCrlf, anchor: 0, head: 0, mode, stored: null }
  }
  throw new AppError('PRECONDITION_FAILED', {
    message: `The active file ${path} cannot be edited as text.`,
    suggestedAction: 'Open a text file, for example with workspace.openFile.',
  })
}

type ActiveFile = {
  workspace: WorkspaceView
  path?: string
  document?: OpenDocumentView
  isDryRunOnly: boolean
  /** Whether the person sees the workspace now. Otherwise nothing is active. */
  isPageOpen: boolean
}

export async function findActiveFile(
  db: Database,
  owner: WorkspaceOwner,
  call: ToolCall,
): Promise<ActiveFile> {
  // The file may have moved while no page was open.
  await followMissedMoves(db, owner)
  const workspace = await readWorkspace(db, owner)
  if (!(await isVaultPageOpen(db, owner))) return { workspace, isDryRunOnly: false, isPageOpen: false }
  const active = workspace.leaves.find(({ id }) => id === workspace.activeLeafId)?.path
  const dryRunPath = await findPathOpenedInDryRun(db, call, active !== undefined)
  const path = dryRunPath ?? active
  const document = workspace.documents.find((each) => each.path === path)
  return {
    workspace,
    ...(path !== undefined && { path }),
    ...(document && { document }),
    isDryRunOnly: dryRunPath !== undefined,
    isPageOpen: true,
  }
}

const OPENS = 'workspace.openFile'
const MAX_OPEN_CALLS = 30

async function findPathOpenedInDryRun(
  db: Database,
  { cause: { planRunId }, dryRun }: ToolCall,
  isAnyInFront: boolean,
): Promise<string | undefined> {
  if (!dryRun || planRunId === undefined) return undefined
  const calls = await listPlanCalls(db, { planRunId, name: OPENS, take: MAX_OPEN_CALLS })
  const opened = calls.filter((call) => call.dryRun)
  const focused = opened.find(({ input }) => !isObject(input) || input.focus !== false)
  const output = (focused ?? (isAnyInFront ? undefined : opened.at(-1)))?.output
  return isObject(output) && typeof output.path === 'string' ? output.path : undefined
}

export function noVaultPage(): AppError {
  return new AppError('PRECONDITION_FAILED', {
    message: 'The Vault page is not open, so there is no editor.',
    suggestedAction:
      'Open the Vault page in a browser, or change the file with vault.patchFile or vault.writeFile.',
  })
}

export function noActiveEditor(): AppError {
  return new AppError('PRECONDITION_FAILED', {
    message: 'No file is open in the editor.',
    suggestedAction: 'Open one on the Vault page, or with workspace.openFile.',
  })
}
