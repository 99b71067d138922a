/**
 * Synchronizes an open text with the server: edits are sent in order, one request at a time. The server accepts edits
 * based on its newest version, and otherwise returns the edits in between, over which pending ones are rebased
 * (`@codemirror/collab`).
 */
import { collab, getClientID, getSyncedVersion, receiveUpdates, sendableUpdates } from '@codemirror/collab'
import {
  ChangeSet,
  type EditorState,
  type Text,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state'
import type { Json } from '#lib/kernel/json/json.ts'
import { changeBetween, type Selection, toText } from '#lib/vault/model/apply-changes.ts'
import type { PushAnswer, PushRequest } from '#lib/vault/workspace/push-updates.ts'
import { PushRefused } from './push-text.ts'

/** The part of an editor that is needed here, so that tests need no DOM. */
export type SyncedView = {
  readonly state: EditorState
  dispatch: (...specs: (Transaction | TransactionSpec)[]) => void
}

type DocumentSyncOptions = {
  view: SyncedView
  documentId: string
  /** Rejects with `PushRefused` if the server refuses the edits, with any other error if it is unreachable. */
  push: (request: PushRequest) => Promise<PushAnswer>
  onReset: (reapply?: (now: string) => string) => void
  onChange: () => void
  waitForBatch: () => Promise<void>
  pause: (failures: number) => Promise<void>
}

export type DocumentSync = {
  onEdit: (selection?: Selection) => void
  receiveVersion: (version: number) => void
  /** Resolves when the server has every edit, or is unreachable. */
  settle: () => Promise<void>
  hasUnsent: () => boolean
  version: () => number
  isOffline: () => boolean
  refusal: () => string | undefined
  retry: () => void
  stop: () => void
}

export function syncExtension(version: number, clientID: string) {
  return collab({ startVersion: version, clientID })
}

export function syncDocument(options: DocumentSyncOptions): DocumentSync {
  const { view, onReset, onChange, waitForBatch, pause } = options
  // The last common text: the local text without pending edits.
  let common: Text = view.state.doc
  let selection: Selection | undefined
  let newest = 0
  let failures = 0
  let isStopped = false
  let refused: PushRefused | undefined
  let running: Promise<void> | undefined

  const hasMore = () =>
    sendableUpdates(view.state).length > 0 || selection !== undefined || newest > getSyncedVersion(view.state)

  async function run() {
    while (!isStopped && !refused && hasMore()) {
      await waitForBatch()
      const sent = sendableUpdates(view.state)
      const sentSelection = selection
      const version = getSyncedVersion(view.state)
      selection = undefined
      const response = await pushEdits(options, sent, sentSelection)
      if (isStopped) return
      if (response instanceof PushRefused) {
        refused = response
        // The file was closed elsewhere: unsent edits must survive.
        if (response.error.code === 'NOT_FOUND') restart()
        return
      }
      if (!response) {
        selection ??= sentSelection
        failures += 1
        onChange()
        await pause(failures)
        continue
      }
      failures = 0
      if (response.outcome === 'start-over') return restart()
      if (response.outcome === 'behind') selection ??= sentSelection
      const updates = response.outcome === 'accepted' ? sent : response.updates.map(readUpdate)
      newest = Math.max(newest, version + updates.length)
      for (const { changes } of updates) common = changes.apply(common)
      if (updates.length > 0) view.dispatch(receiveUpdates(view.state, updates))
      onChange()
    }
  }

  function restart() {
    isStopped = true
    onReset(rebaseUnsentEdits(view.state, common))
  }

  function start(): Promise<void> {
    running ??= run().finally(() => {
      running = undefined
      onChange()
    })
    return running
  }

  return {
    onEdit(at) {
      selection = at ?? selection
      void start()
    },
    receiveVersion(version) {
      newest = Math.max(newest, version)
      if (hasMore()) void start()
    },
    async settle() {
      while (!isStopped && !refused && hasMore() && failures === 0) await start()
    },
    hasUnsent: () => sendableUpdates(view.state).length > 0,
    version: () => getSyncedVersion(view.state),
    isOffline: () => failures > 0,
    refusal: () => refused?.message,
    retry() {
      refused = undefined
      void start()
    },
    stop() {
      isStopped = true
    },
  }
}

/** Sends edits. Resolves with undefined if the server is unreachable. */
function pushEdits(
  { view: { state }, documentId, push }: DocumentSyncOptions,
  edits: ReturnType<typeof sendableUpdates>,
  selection: Selection | undefined,
): Promise<PushAnswer | PushRefused | undefined> {
  return push({
    documentId,
    version: getSyncedVersion(state),
    clientId: getClientID(state),
    changes: edits.map(({ changes }) => changes.toJSON() as Json),
    ...(selection && { selection }),
  }).catch((thrown: unknown) => (thrown instanceof PushRefused ? thrown : undefined))
}

function readUpdate({ clientId, changes }: { clientId: string; changes: Json }) {
  return { clientID: clientId, changes: ChangeSet.fromJSON(changes) }
}

/** Returns a function that applies the unsent edits to a newer text, or undefined if there are none. */
function rebaseUnsentEdits(state: EditorState, common: Text): ((now: string) => string) | undefined {
  const unsent = composeUnsentEdits(state)
  const before = common.toString()
  return unsent && ((now) => unsent.map(changeBetween(before, now)).apply(toText(now)).toString())
}

function composeUnsentEdits(state: EditorState): ChangeSet | undefined {
  const [first, ...rest] = sendableUpdates(state).map(({ changes }) => changes)
  return first && rest.reduce((all, next) => all.compose(next), first)
}
