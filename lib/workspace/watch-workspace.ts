/**
 * What a page hears while it is open: its person's workspace after each change, changes of the vault, and commands.
 * Floor 3.
 */
import type { Context } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import type { Database } from '../db/client.ts'
import { isLiveAccess } from '../db/live-access.ts'
import { leavePage, seePage } from '../db/open-pages.ts'
import { AppError } from '../errors.ts'
import { hearVault, type VaultAnnouncement } from '../vault/announce.ts'
import { hearWorkspace } from './announce.ts'
import { followMissedMoves, followMove } from './follow-move.ts'
import { ownWorkspace } from './own-workspace.ts'
import { GONE_AFTER_MS, SEEN_EVERY_MS } from './send-to-page.ts'
import { showWorkspace } from './show-workspace.ts'
import { tendDocument } from './tend-document.ts'
import type { Owner, WorkspaceView } from './workspace-view.ts'

export type PageEvent =
  | { what: 'workspace'; workspace: WorkspaceView }
  /** Something in the vault is not as it was. */
  | { what: 'vault' }
  | { what: 'command'; id: string; command: string; args: JsonObject }

type Watched = {
  /** Chosen by the page, new each time it is loaded. */
  pageId: string
  /** Whether it shows the vault; every page hears commands. */
  showsVault: boolean
}

/** Then the page comes again, and is asked again who it is. */
const LONGEST_MS = 5 * 60_000
const MAX_PAGES = 40

/**
 * Tells the page until `signal` is aborted, its session has ended or five minutes are over. Throws UNAUTHENTICATED, and RATE_LIMIT_EXCEEDED
 * for too many pages at once, before the first event.
 */
export async function watchWorkspace(
  ctx: Context,
  { pageId, showsVault }: Watched,
  { send, open }: { send: (event: PageEvent) => unknown; open: () => void },
  signal: AbortSignal,
): Promise<void> {
  const owner = ownWorkspace(ctx)
  const { userId, organisationId } = owner
  const { db } = ctx
  const leave = countPage(userId)
  const ended = new AbortController()
  const over = AbortSignal.any([signal, ended.signal, AbortSignal.timeout(LONGEST_MS)])
  // The door asked once; a password may have been changed since.
  const isLive = async () => {
    if (!over.aborted && !(await isLiveAccess(db, ctx))) ended.abort()
    return !over.aborted
  }
  const show = oneAtATime(async () => {
    if (showsVault && (await isLive()))
      await send({ what: 'workspace', workspace: await showWorkspace(db, owner) })
  })
  const tellVault = oneAtATime(async () => send({ what: 'vault' }))
  const changes: (VaultAnnouncement | null)[] = []
  const keepUp = oneAtATime(() => tend(db, owner, changes.splice(0)))
  const stops: (() => void)[] = []
  try {
    await seePage(db, pageId, owner)
    stops.push(
      await hearWorkspace(owner, (heard) => {
        if (heard?.what === 'ended') ended.abort()
        else if (heard?.what !== 'command') show()
        else if (heard.pageId === pageId)
          void send({ what: 'command', id: heard.id, command: heard.command, args: heard.args })
      }),
    )
    if (showsVault) {
      stops.push(
        await hearVault(organisationId, (heard) => {
          tellVault()
          changes.push(heard)
          keepUp()
        }),
      )
    }
    const see = async () => {
      if (await isLive()) await seePage(db, pageId, owner)
    }
    const heartbeat = setInterval(() => void see().catch(() => {}), SEEN_EVERY_MS)
    stops.push(() => clearInterval(heartbeat))
    // The answer begins, whether or not there is something to tell.
    open()
    show()
    // A line that breaks is opened again: what was told meanwhile was heard by nobody.
    if (showsVault) {
      changes.push(null)
      keepUp()
    }
    await aborted(over)
  } finally {
    leave()
    for (const stop of stops) stop()
    await leavePage(db, pageId, new Date(Date.now() - GONE_AFTER_MS)).catch(() => {})
  }
}

/**
 * Brings the open texts in step that the changes may have been about. Moves are followed in the order in which they were
 * made: a file that went from A to B and on to C would else be looked for at B when it is still known as A.
 */
async function tend(
  db: Database,
  owner: Owner,
  changes: readonly (VaultAnnouncement | null)[],
): Promise<void> {
  for (const { fromPath: from, path: to } of changes.filter((each) => each !== null))
    if (from !== undefined && to !== undefined) await followMove(db, owner, { from, to })
  if (changes.includes(null)) await followMissedMoves(db, owner)
  const { documents } = await showWorkspace(db, owner)
  for (const { id, path } of documents)
    if (changes.some((heard) => concerns(heard, path))) await tendDocument(db, owner, id)
}

/** Without a path anything may have changed. */
function concerns(heard: VaultAnnouncement | null, open: string): boolean {
  return !heard?.path || heard.path === open || heard.fromPath === open
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Rings that come while it works are one more round after it, so what is sent is never older than what was sent. */
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
        await work().catch(() => {})
      }
      running = false
    })()
  }
}

// Next evaluates modules once per bundle; all pages must count together.
const kept = globalThis as unknown as { guildhallOpenPages?: Map<string, number> }

function countPage(userId: string): () => void {
  kept.guildhallOpenPages ??= new Map()
  const pages = kept.guildhallOpenPages
  const open = pages.get(userId) ?? 0
  if (open >= MAX_PAGES) {
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: `${MAX_PAGES} pages of yours are listening at once.`,
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
