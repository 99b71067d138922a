/**
 * One open text of this page and the server's, kept the same.
 *
 * Edits are sent in the order they were made, one request at a time; the server accepts what was made on its newest
 * version, and else sends what came in between, which is laid under the edits that wait (`@codemirror/collab`).
 * Nothing typed is lost on the way: an edit stays until the server has said that it has it.
 */
import { collab, getClientID, getSyncedVersion, receiveUpdates, sendableUpdates } from '@codemirror/collab'
import {
  ChangeSet,
  type EditorState,
  type Text,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state'
import type { Selection } from '#lib/contract/editing/apply-changes.ts'
import { changeBetween, textOf } from '#lib/contract/editing/change-between.ts'
import type { Json } from '#lib/contract/json/json.ts'
import type { PushAnswer, PushRequest } from '#lib/workspace/push-updates.ts'
import { Refused } from './push-text.ts'

/** What of an editor this needs; a test has no screen. */
export type SyncedView = {
  readonly state: EditorState
  dispatch: (...specs: (Transaction | TransactionSpec)[]) => void
}

type Wanted = {
  view: SyncedView
  documentId: string
  /** Rejects with `Refused` when the server will not have it, with anything else when it cannot be reached. */
  push: (request: PushRequest) => Promise<PushAnswer>
  /**
   * The text has to be begun again, from what the server has now. `lay` puts over that what only this page has; absent
   * when there is nothing.
   */
  startOver: (lay?: (now: string) => string) => void
  onChange: () => void
  /** Waits a little, so that what is typed quickly goes together. */
  gather: () => Promise<void>
  /** Waits before it tries again. */
  pause: (failures: number) => Promise<void>
}

export type DocumentSync = {
  /** Something was typed, or the cursor was moved by hand. */
  touched: (selection?: Selection) => void
  /** The server is at `version`. */
  heard: (version: number) => void
  /** Resolves when the server has everything, or cannot be reached now. */
  settle: () => Promise<void>
  waiting: () => boolean
  /** What page and server have in common. */
  version: () => number
  isOffline: () => boolean
  /** Why the server does not take what was typed, in words. */
  refusal: () => string | undefined
  /** Tries once more what was refused. */
  again: () => void
  stop: () => void
}

/** What an editor must be made with to be kept in step. */
export function synced(version: number, clientID: string) {
  return collab({ startVersion: version, clientID })
}

export function syncDocument({
  view,
  documentId,
  push,
  startOver,
  onChange,
  gather,
  pause,
}: Wanted): DocumentSync {
  // What server and page have in common: the page's text without what waits.
  let common: Text = view.state.doc
  let selection: Selection | undefined
  let newest = 0
  let failures = 0
  let isStopped = false
  let refused: Refused | undefined
  let running: Promise<void> | undefined

  const hasMore = () =>
    sendableUpdates(view.state).length > 0 || selection !== undefined || newest > getSyncedVersion(view.state)

  async function run() {
    while (!isStopped && !refused && hasMore()) {
      await gather()
      const sent = sendableUpdates(view.state)
      const asked = selection
      const version = getSyncedVersion(view.state)
      selection = undefined
      const answer = await push({
        documentId,
        version,
        clientId: getClientID(view.state),
        changes: sent.map(({ changes }) => changes.toJSON() as Json),
        ...(asked && { selection: asked }),
      }).catch((thrown: unknown) => (thrown instanceof Refused ? thrown : undefined))
      if (isStopped) return
      if (answer instanceof Refused) {
        refused = answer
        // It was closed somewhere: what is only here must not go with it.
        if (answer.error.code === 'NOT_FOUND') beginAgain()
        return
      }
      if (!answer) {
        selection ??= asked
        failures += 1
        onChange()
        await pause(failures)
        continue
      }
      failures = 0
      if (answer.outcome === 'start-over') return beginAgain()
      if (answer.outcome === 'behind') selection ??= asked
      const updates = answer.outcome === 'accepted' ? sent : answer.updates.map(readUpdate)
      newest = Math.max(newest, version + updates.length)
      for (const { changes } of updates) common = changes.apply(common)
      if (updates.length > 0) view.dispatch(receiveUpdates(view.state, updates))
      onChange()
    }
  }

  function beginAgain() {
    isStopped = true
    const unsent = unsentOf(view.state)
    const before = common.toString()
    startOver(unsent && ((now) => unsent.map(changeBetween(before, now)).apply(textOf(now)).toString()))
  }

  function start(): Promise<void> {
    running ??= run().finally(() => {
      running = undefined
      onChange()
    })
    return running
  }

  return {
    touched(at) {
      selection = at ?? selection
      void start()
    },
    heard(version) {
      newest = Math.max(newest, version)
      if (hasMore()) void start()
    },
    async settle() {
      while (!isStopped && !refused && hasMore() && failures === 0) await start()
    },
    waiting: () => sendableUpdates(view.state).length > 0,
    version: () => getSyncedVersion(view.state),
    isOffline: () => failures > 0,
    refusal: () => refused?.message,
    again() {
      refused = undefined
      void start()
    },
    stop() {
      isStopped = true
    },
  }
}

function readUpdate({ clientId, changes }: { clientId: string; changes: Json }) {
  return { clientID: clientId, changes: ChangeSet.fromJSON(changes) }
}

/** What is only here. */
function unsentOf(state: EditorState): ChangeSet | undefined {
  const [first, ...rest] = sendableUpdates(state).map(({ changes }) => changes)
  return first && rest.reduce((all, next) => all.compose(next), first)
}
