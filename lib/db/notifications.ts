/**
 * LISTEN and NOTIFY: how one process of ours tells all others, itself included, that something happened. Floor 1.
 *
 * One dedicated connection per process, opened with the first listener. A payload is a hint to look at the
 * table again, never the only copy of anything: while the connection is down messages are lost, and when it is
 * back every listener is called with null.
 */
import pg from 'pg'
import type { Database, Tx } from './client.ts'
import { Prisma } from './generated/client.ts'
import { runStatement } from './statement.ts'

/** Gets the payload, or null when messages may have been missed. */
export type OnNotification = (payload: string | null) => void

type Listening = { client?: Promise<Listener>; channels: Map<string, Set<OnNotification>> }

/** The connection, and the channels it has been told to listen on, each once. */
type Listener = { client: pg.Client; told: Map<string, Promise<unknown>> }

const RECONNECT_MS = 1_000

// Next evaluates modules once per bundle; the connection is one per process.
const kept = globalThis as unknown as { guildhallListening?: Listening }
function listening(): Listening {
  kept.guildhallListening ??= { channels: new Map() }
  return kept.guildhallListening
}

/** Sends `payload` (under 8000 bytes) to all who listen; inside a transaction, when it commits. */
export async function notify(db: Database | Tx, channel: string, payload: string): Promise<void> {
  await runStatement(db, Prisma.sql`SELECT pg_notify(${channel}, ${payload})::text`)
}

/**
 * Calls `onNotification` for each message until the returned function is called. Resolves once it listens; rejects,
 * with nobody listening, when there is no connection.
 */
export async function listen(channel: string, onNotification: OnNotification): Promise<() => void> {
  const { channels } = listening()
  const listeners = channels.get(channel) ?? new Set()
  channels.set(channel, listeners.add(onNotification))
  const stop = () => {
    listeners.delete(onNotification)
  }
  try {
    await tell(await connected(), channel)
  } catch (thrown) {
    stop()
    throw thrown
  }
  return stop
}

/** Whoever comes while the server is being told waits for that too. */
function tell({ client, told }: Listener, channel: string): Promise<unknown> {
  const before = told.get(channel)
  if (before) return before
  const telling = client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
  told.set(channel, telling)
  telling.catch(() => told.delete(channel))
  return telling
}

function connected(): Promise<Listener> {
  const state = listening()
  state.client ??= connect(state).catch((thrown: unknown) => {
    state.client = undefined
    throw thrown
  })
  return state.client
}

async function connect(state: Listening): Promise<Listener> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL, keepAlive: true })
  const listener: Listener = { client, told: new Map() }
  client.on('notification', ({ channel, payload }) => {
    for (const each of state.channels.get(channel) ?? []) each(payload ?? '')
  })
  let isLost = false
  const lose = () => {
    // One loss is told as an error and as the end, in one breath: two would connect, and all be heard twice.
    if (!isLost) void reconnect(state, listener)
    isLost = true
  }
  client.on('error', lose)
  client.on('end', lose)
  try {
    await client.connect()
    await Promise.all([...state.channels.keys()].map((channel) => tell(listener, channel)))
  } catch (thrown) {
    client.end().catch(() => {})
    throw thrown
  }
  // A command that has done its work must be able to end. (The method is missing from pg's types.)
  ;(client as pg.Client & { unref(): void }).unref()
  return listener
}

async function reconnect(state: Listening, lost: Listener): Promise<void> {
  const current = await state.client?.catch(() => undefined)
  if (current !== lost) return
  state.client = undefined
  const isBack = await connected().catch(() => undefined)
  if (!isBack) {
    state.client = Promise.resolve(lost)
    setTimeout(() => void reconnect(state, lost), RECONNECT_MS).unref()
    return
  }
  for (const listeners of state.channels.values()) for (const each of listeners) each(null)
}
