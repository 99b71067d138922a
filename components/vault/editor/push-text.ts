import type { PublicError } from '#lib/kernel/errors.ts'
import type { PushAnswer, PushRequest } from '#lib/vault/workspace/push-updates.ts'
import type { OpenText } from '#lib/vault/workspace/workspace-view.ts'

/** Thrown if the server refuses edits; another attempt would be refused as well. */
export class PushRefused extends Error {
  readonly error: PublicError

  constructor(error: PublicError) {
    super(error.message)
    this.error = error
  }
}

/** Rejects with `PushRefused` if the server refuses the edits, with any other error if it is unreachable. */
export function pushText(organisation: string, request: PushRequest): Promise<PushAnswer> {
  const body = JSON.stringify(request)
  return readResponse<PushAnswer>(
    fetch(`/api/workspace/updates?${new URLSearchParams({ organisation })}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      keepalive: body.length < MAX_KEEPALIVE_BYTES,
    }),
  )
}

const MAX_KEEPALIVE_BYTES = 30_000

type Waiting = { signal: AbortSignal; onFailure: () => void }

/** Retries until the server is reachable; resolves with undefined when the text is no longer open. */
export async function fetchWithRetry(
  organisation: string,
  documentId: string,
  { signal, onFailure }: Waiting,
): Promise<OpenText | undefined> {
  const query = new URLSearchParams({ organisation })
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      return await readResponse<OpenText>(
        fetch(`/api/workspace/documents/${documentId}?${query}`, { signal }),
      )
    } catch (error) {
      if (error instanceof PushRefused || signal.aborted) return undefined
      onFailure()
      await waitForRetry(failures)
    }
  }
  return undefined
}

async function readResponse<Answer>(request: Promise<Response>): Promise<Answer> {
  const response = await request
  if (response.ok) return response.json()
  if (response.status >= 500 || response.status === 429)
    throw new Error(`The server answered ${response.status}.`)
  throw new PushRefused((await response.json()).error)
}

/** The time in which typing is collected into one request; it is too short to be noticed. */
const BATCH_MS = 120

/** `endBatch` ends the delay, for example when the page is about to unload. */
export function createEditBatcher(): { waitForBatch: () => Promise<void>; endBatch: () => void } {
  let wake = () => {}
  let isBatchEnded = false
  return {
    waitForBatch: () =>
      new Promise((resolve) => {
        if (isBatchEnded) return resolve()
        const timer = setTimeout(resolve, BATCH_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    endBatch() {
      isBatchEnded = true
      wake()
      // The page may be restored from the back/forward cache and be edited again.
      isBatchEnded = false
    },
  }
}

const FIRST_MS = 500
const MAX_RETRY_MS = 8_000

/** Exponential backoff that ends early when the browser reports that it is online. */
export function waitForRetry(failures: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, Math.min(MAX_RETRY_MS, FIRST_MS * 2 ** (failures - 1)))
    window.addEventListener('online', done)
  })
}

/** The open texts, whose edits must reach the server before a tab closes and before an undo. */
type Text = { settle: () => Promise<void>; endBatch: () => void }

const open = new Set<Text>()

export function trackOpenText(text: Text): () => void {
  open.add(text)
  return () => {
    open.delete(text)
  }
}

/** Resolves when every edit so far is sent, or cannot be sent now. */
export async function flushOpenTexts(): Promise<void> {
  const settled = [...open].map(({ settle, endBatch }) => {
    const done = settle()
    endBatch()
    return done
  })
  await Promise.all(settled)
}
