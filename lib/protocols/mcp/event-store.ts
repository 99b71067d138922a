/** Stores messages for clients that reconnect, also to another process (MCP, Resumability and redelivery). */

import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStore } from '@modelcontextprotocol/server'
import { isLiveApiKey } from '../../auth/rows/api-keys.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { addWatcher } from '../../runs/lifecycle/watch-run.ts'
import {
  deleteOldMcpRecords,
  findMcpStream,
  insertEndedMcpSession,
  insertFirstMcpMessage,
  insertMcpMessage,
  listMcpMessagesAfter,
  reserveMcpNumbers,
} from '../rows/mcp.ts'

const LOOK_AGAIN_MS = 500
/** A call that is older and has no response has lost its process. */
const LONGEST_MS = 15 * 60_000

/** The first message is stored after this time, because most calls end sooner. */
const STORE_FIRST_AFTER_MS = 20

/** Stores the messages of one request, so that `replay` can send them again from any process. */
export function eventStore({ db, keyId = '' }: Context): EventStore {
  let first: { id: bigint; timer: NodeJS.Timeout } | undefined

  /** Stores the first message with the second one, or after a moment. */
  async function storeFirst(streamId: string): Promise<bigint> {
    const id = await takeNumber(db)
    const store = () => {
      first = undefined
      insertFirstMcpMessage(db, { id, streamId, keyId }).catch(logUnlessExpected)
    }
    first = { id, timer: setTimeout(store, STORE_FIRST_AFTER_MS) }
    return id
  }

  return {
    async storeEvent(streamId, message) {
      if (Object.keys(message).length === 0) return String(await storeFirst(streamId))
      const before = first
      first = undefined
      clearTimeout(before?.timer)
      // Only responses have these fields.
      const isLast = 'result' in message || 'error' in message
      const id = await takeNumber(db)
      const stored = { id, streamId, keyId, message: message as Json, isLast }
      const storing = insertMcpMessage(db, stored, before?.id)
      // The response is sent in the meantime; a client that reconnects waits for it.
      if (isLast) storing.catch(logUnlessExpected)
      else await storing
      return String(id)
    },
    replayEventsAfter: () =>
      Promise.reject(new Error('events are replayed by lib/protocols/mcp/event-store.ts')),
  }
}

const RESERVED_NUMBERS = 50
const numbers = new WeakMap<Context['db'], Promise<bigint[]>>()

async function takeNumber(db: Context['db']): Promise<bigint> {
  const reserved = await (numbers.get(db) ?? reserve(db))
  const number = reserved.shift()
  if (number !== undefined) return number
  numbers.delete(db)
  return takeNumber(db)
}

function reserve(db: Context['db']): Promise<bigint[]> {
  const reserving = reserveMcpNumbers(db, RESERVED_NUMBERS)
  numbers.set(db, reserving)
  reserving.catch(() => numbers.delete(db))
  return reserving
}

export function sweepOldMessages({ db }: Pick<Context, 'db'>, now?: number): Promise<number> {
  return deleteOldMcpRecords(db, now)
}

export type Replayed = { id: string; message: Json }

/** Throws NOT_FOUND for an event too old or of another key, RATE_LIMIT_EXCEEDED for too many streams. */
export async function replay(
  ctx: Context,
  lastEventId: string,
  send: (event: Replayed) => unknown,
  signal: AbortSignal,
): Promise<void> {
  const leave = addWatcher(requireViewer(ctx).userId)
  try {
    const either = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)])
    await replayMessages(ctx, lastEventId, send, either)
  } finally {
    leave()
  }
}

async function replayMessages(
  { db, keyId = '' }: Context,
  lastEventId: string,
  send: (event: Replayed) => unknown,
  signal: AbortSignal,
): Promise<void> {
  const id = /^\d{1,18}$/.test(lastEventId) ? BigInt(lastEventId) : null
  const streamId = id === null ? null : await findStream(db, id, keyId)
  if (id === null || streamId === null) {
    throw new AppError('NOT_FOUND', {
      message: 'This event is no longer available. Request the run instead.',
    })
  }
  for (let after = id; !signal.aborted; ) {
    const messages = await listMcpMessagesAfter(db, streamId, after)
    // The key may have been revoked in the meantime.
    if (!(await isLiveApiKey(db, keyId))) return
    for (const { id: next, message, isLast } of messages) {
      after = next
      if (Object.keys(message as object).length > 0) await send({ id: String(next), message })
      if (isLast) return
    }
    await sleep(LOOK_AGAIN_MS, undefined, { signal }).catch(() => {})
  }
}

/** Looks twice, because a message may be sent a moment before it is stored. */
async function findStream(db: Context['db'], id: bigint, keyId: string): Promise<string | null> {
  const find = () => findMcpStream(db, id, keyId)
  const found = await find()
  if (found !== null) return found
  await sleep(LOOK_AGAIN_MS)
  return find()
}

/** Ends a session; does nothing without an id. */
export async function endMcpSession(
  { db, keyId = '' }: Pick<Context, 'db' | 'keyId'>,
  session: string,
): Promise<void> {
  if (session !== '') await insertEndedMcpSession(db, keyId, session)
}
