/**
 * The messages of a call that goes on, for a client that lost its connection meanwhile. Floor 4.
 *
 * The call is answered wherever it runs, and the client may come back to another process: both meet in the database.
 * Source: Model Context Protocol, Transports (Resumability and redelivery).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStore } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { type Context, requireViewer } from '../context.ts'
import type { Json } from '../contract/json/json.ts'
import { isLiveApiKey } from '../db/api-keys.ts'
import { findStream, forgetOldCalls, insertMessage, listMessagesAfter } from '../db/mcp.ts'
import { AppError } from '../errors.ts'
import { countWatcher } from '../execution/count-watchers.ts'

const LOOK_AGAIN_MS = 500
/** Longer than any call takes: what has no answer by then lost its process, and gets none. */
const LONGEST_MS = 15 * 60_000

/** Where the transport keeps what it sends. It never replays: `replay` does, across processes. */
export function eventStore({ db, keyId = '' }: Context): EventStore {
  return {
    async storeEvent(streamId, message) {
      // Whatever is sent was made by JSON.stringify's rules; an answer has no method.
      const isLast = 'result' in message || 'error' in message
      return String(await insertMessage(db, { streamId, keyId, message: message as unknown as Json, isLast }))
    },
    replayEventsAfter: () => Promise.reject(new Error('events are replayed by lib/mcp/event-store.ts')),
  }
}

/** Forgets the messages that no client can come back to any more. For the sweep. */
export function forgetOldMessages({ db }: Pick<Context, 'db'>, now?: number): Promise<number> {
  return forgetOldCalls(db, now)
}

export type Replayed = { id: string; message: Json }

/**
 * What the client missed after `lastEventId`, then what comes, up to the answer. Throws NOT_FOUND for an event that
 * this key was never sent, or that is too old, and RATE_LIMIT_EXCEEDED for too many at once.
 */
export async function replay(
  ctx: Context,
  lastEventId: string,
  send: (event: Replayed) => unknown,
  signal: AbortSignal,
): Promise<void> {
  const leave = countWatcher(requireViewer(ctx).userId)
  try {
    await tell(ctx, lastEventId, send, AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]))
  } finally {
    leave()
  }
}

async function tell(
  ...[{ db, keyId = '' }, lastEventId, send, signal]: Parameters<typeof replay>
): Promise<void> {
  const id = /^\d{1,18}$/.test(lastEventId) ? BigInt(lastEventId) : null
  const streamId = id === null ? null : await findStream(db, id, keyId)
  if (id === null || streamId === null) {
    throw new AppError('NOT_FOUND', { message: 'There is no such event any more. Ask for the run instead.' })
  }
  for (let after = id; !signal.aborted; ) {
    const messages = await listMessagesAfter(db, streamId, after)
    // Asked after reading: it may have been revoked since the door was opened with it.
    if (!(await isLiveApiKey(db, keyId))) return
    for (const { id: next, message, isLast } of messages) {
      after = next
      if (Object.keys(message as object).length > 0) await send({ id: String(next), message })
      if (isLast) return
    }
    await sleep(LOOK_AGAIN_MS, undefined, { signal }).catch(() => {})
  }
}
