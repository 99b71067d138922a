import { once } from 'node:events'
import { isLiveAccess } from '../../auth/rows/live-access.ts'
import type { Context } from '../../context/context.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { oncePerProcess } from '../../kernel/process/once-per-process.ts'
import { subscribeToVault, type VaultNotification } from '../change/vault-notifications.ts'
import { deleteOpenPage, touchOpenPage } from '../rows/workspaces.ts'
import { followMissedMoves, followMove } from './follow-file-move.ts'
import { readElsewhere } from './read-elsewhere.ts'
import { syncOpenDocument } from './sync-document.ts'
import { HEARTBEAT_MS, PAGE_GONE_AFTER_MS, subscribeToWorkspace } from './workspace-notifications.ts'
import {
  readWorkspace,
  requireWorkspaceOwner,
  type WorkspaceOwner,
  type WorkspaceView,
} from './workspace-view.ts'

export type PageEvent =
  | { kind: 'workspace'; workspace: WorkspaceView }
  | { kind: 'vault' }
  | { kind: 'command'; id: string; command: string; args: JsonObject }

type Watched = {
  /** The id of the page, a new one for each time it is loaded. */
  pageId: string
  showsVault: boolean
}

/** How long a connection lasts. The page then reconnects, which authenticates it again. */
const LONGEST_MS = 5 * 60_000
const MAX_PAGES = 40

/**
 * Sends events until `signal` is aborted, the session ends or five minutes have passed. Throws UNAUTHENTICATED, and
 * RATE_LIMIT_EXCEEDED for too many pages.
 */
export async function watchWorkspace(
  ctx: Context,
  { pageId, showsVault }: Watched,
  { send, open }: { send: (event: PageEvent) => unknown; open: () => void },
  signal: AbortSignal,
): Promise<void> {
  const owner = requireWorkspaceOwner(ctx)
  const { userId, organisationId } = owner
  const { db } = ctx
  const leave = countPage(userId)
  const ended = new AbortController()
  const over = AbortSignal.any([signal, ended.signal, AbortSignal.timeout(LONGEST_MS)])
  // Access may have ended since.
  const isLive = async () => {
    if (!over.aborted && !(await isLiveAccess(db, ctx))) ended.abort()
    return !over.aborted
  }
  // What was sent last about others, who come and go without a change of this person's workspace.
  let shownElsewhere: string | undefined
  const readShown = async (): Promise<WorkspaceView> => {
    const workspace = await readWorkspace(db, owner)
    const elsewhere = await readElsewhere(db, owner, { pageId, workspace })
    return { ...workspace, ...(elsewhere && { elsewhere }) }
  }
  const show = oneAtATime(async () => {
    if (!showsVault || !(await isLive())) return
    const workspace = await readShown()
    shownElsewhere = JSON.stringify(workspace.elsewhere)
    await send({ kind: 'workspace', workspace })
  })
  const showIfOthersChanged = async () => {
    if (showsVault && JSON.stringify((await readShown()).elsewhere) !== shownElsewhere) show()
  }
  const sendVaultChange = oneAtATime(async () => send({ kind: 'vault' }))
  const changes: (VaultNotification | null)[] = []
  const syncTexts = oneAtATime(() => syncOpenTexts(db, owner, changes.splice(0)))
  const stops: (() => void)[] = []
  try {
    await touchOpenPage(db, pageId, { ...owner, showsVault })
    stops.push(
      await subscribeToWorkspace(owner, (notification) => {
        if (notification?.kind === 'ended') ended.abort()
        else if (notification?.kind === 'done') return
        else if (notification?.kind !== 'command') show()
        else if (notification.pageId === pageId) void send(toCommandEvent(notification))
      }),
    )
    const onVaultChange = (notification: VaultNotification | null) => {
      sendVaultChange()
      changes.push(notification)
      syncTexts()
    }
    if (showsVault) stops.push(await subscribeToVault(organisationId, onVaultChange))
    const see = async () => {
      if (!(await isLive())) return
      await touchOpenPage(db, pageId, { ...owner, showsVault })
      await showIfOthersChanged()
    }
    const heartbeat = setInterval(() => void see().catch(() => {}), HEARTBEAT_MS)
    stops.push(() => clearInterval(heartbeat))
    // Starts the response.
    open()
    show()
    // Notifications may have been missed.
    if (showsVault) {
      changes.push(null)
      syncTexts()
    }
    if (!over.aborted) await once(over, 'abort')
  } finally {
    leave()
    for (const stop of stops) stop()
    // A page whose stream has lasted long enough reconnects at once, and is open meanwhile.
    if (signal.aborted || ended.signal.aborted)
      await deleteOpenPage(db, pageId, new Date(Date.now() - PAGE_GONE_AFTER_MS)).catch(() => {})
  }
}

function toCommandEvent({ kind, id, command, args }: Extract<PageEvent, { kind: 'command' }>): PageEvent {
  return { kind, id, command, args }
}

/** In order, because a file that went from A to B to C would be looked up at B while known as A. */
async function syncOpenTexts(
  db: Database,
  owner: WorkspaceOwner,
  changes: readonly (VaultNotification | null)[],
): Promise<void> {
  for (const { fromPath: from, path: to } of changes.filter((each) => each !== null))
    if (from !== undefined && to !== undefined) await followMove(db, owner, { from, to })
  if (changes.includes(null)) await followMissedMoves(db, owner)
  const { documents } = await readWorkspace(db, owner)
  for (const { id, path } of documents)
    if (changes.some((change) => affectsOpenText(change, path))) await syncOpenDocument(db, owner, id)
}

/** A change without a path may concern any text. */
function affectsOpenText(change: VaultNotification | null, open: string): boolean {
  return !change?.path || change.path === open || change.fromPath === open
}

/** Calls during `work` cause one more run, so that the last state is current. */
function oneAtATime(work: () => Promise<unknown>): () => void {
  let running = false
  let again = false
  return () => {
    again = true
    if (running) return
    running = true
    void (async () => {
      while (again) {
        again = false
        await work().catch(logUnlessExpected)
      }
      running = false
    })()
  }
}

/** The number of connected pages by user. */
const pages = oncePerProcess('workspace pages', () => new Map<string, number>())

function countPage(userId: string): () => void {
  const open = pages.get(userId) ?? 0
  if (open >= MAX_PAGES) {
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: `You have ${MAX_PAGES} pages connected to the vault, which is the limit.`,
      suggestedAction: 'Close some of them.',
      retryAfter: 30,
    })
  }
  pages.set(userId, open + 1)
  return () => {
    const left = (pages.get(userId) ?? 1) - 1
    if (left > 0) pages.set(userId, left)
    else pages.delete(userId)
  }
}
