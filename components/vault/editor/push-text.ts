import type { PublicError } from '#lib/kernel/errors.ts'
import type { PushAnswer, PushRequest } from '#lib/vault/workspace/push-updates.ts'
import type { OpenText } from '#lib/vault/workspace/workspace-view.ts'

/** The server's refusal, for which a retry is useless. */
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
  return answerOf<PushAnswer>(
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
      return await answerOf<OpenText>(fetch(`/api/workspace/documents/${documentId}?${query}`, { signal }))
    } catch (error) {
      if (error instanceof PushRefused || signal.aborted) return undefined
      onFailure()
      await waitForRetry(failures)
    }
  }
  return undefined
}

async function answerOf<Answer>(asked: Promise<Response>): Promise<Answer> {
  const response = await asked
  if (response.ok) return response.json()
  if (response.status >= 500 || response.status === 429)
    throw new Error(`The server answered ${response.status}.`)
  throw new PushRefused((await response.json()).error)
}

/** Batches quick typing without a noticeable delay. */
const GATHER_MS = 120

/** `hurry` ends the delay when the page is about to unload. */
export function createEditBatcher(): { gather: () => Promise<void>; hurry: () => void } {
  let wake = () => {}
  let isHurried = false
  return {
    gather: () =>
      new Promise((resolve) => {
        if (isHurried) return resolve()
        const timer = setTimeout(resolve, GATHER_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    hurry() {
      isHurried = true
      wake()
      // A page can be restored from the back/forward cache.
      isHurried = false
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

/** Waits until the server has every edit, before a tab closes or an undo. */
type Text = { settle: () => Promise<void>; hurry: () => void }

const open = new Set<Text>()

export function trackOpenText(text: Text): () => void {
  open.add(text)
  return () => {
    open.delete(text)
  }
}

/** Resolves when every edit so far is sent, or cannot be sent now. */
export async function flushOpenTexts(): Promise<void> {
  const settled = [...open].map(({ settle, hurry }) => {
    const done = settle()
    hurry()
    return done
  })
  await Promise.all(settled)
}
