/** The open texts' way to the server and back. */
import type { PublicError } from '#lib/errors.ts'
import type { PushAnswer, PushRequest } from '#lib/workspace/push-updates.ts'
import type { OpenText } from '#lib/workspace/workspace-view.ts'
import { pauseAfter } from './pauses.ts'

/** What the server said no with: trying again would not help. */
export class Refused extends Error {
  readonly error: PublicError

  constructor(error: PublicError) {
    super(error.message)
    this.error = error
  }
}

/** Rejects with `Refused` when the server will not have it, with anything else when it cannot be reached. */
export function pushText(organisation: string, request: PushRequest): Promise<PushAnswer> {
  const body = JSON.stringify(request)
  return answerOf<PushAnswer>(
    fetch(`/api/workspace/updates?${new URLSearchParams({ organisation })}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      // Lets it arrive when the page is closed meanwhile; browsers take no more than 64 KiB so.
      keepalive: body.length < MAX_KEPT_ALIVE,
    }),
  )
}

const MAX_KEPT_ALIVE = 30_000

type Waiting = { signal: AbortSignal; onFailure: () => void }

/** The text, as soon as the server can be reached; undefined when it is not open any more. */
export async function fetchUntilThere(
  organisation: string,
  documentId: string,
  { signal, onFailure }: Waiting,
): Promise<OpenText | undefined> {
  const query = new URLSearchParams({ organisation })
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      return await answerOf<OpenText>(fetch(`/api/workspace/documents/${documentId}?${query}`, { signal }))
    } catch (error) {
      if (error instanceof Refused || signal.aborted) return undefined
      onFailure()
      await pauseAfter(failures)
    }
  }
  return undefined
}

async function answerOf<Answer>(asked: Promise<Response>): Promise<Answer> {
  const response = await asked
  if (response.ok) return response.json()
  if (response.status >= 500 || response.status === 429)
    throw new Error(`The server answered ${response.status}.`)
  throw new Refused((await response.json()).error)
}
