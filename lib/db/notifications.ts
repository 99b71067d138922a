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

type Listening = { client?: Promise<pg.Client>; channels: Map<string, Set<OnNotification>> }

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

/** Calls `onNotification` for each message until the returned function is called. Resolves once it listens. */
export async function listen(channel: string, onNotification: OnNotification): Promise<() => void> {
  const { channels } = listening()
  const listeners = channels.get(channel) ?? new Set()
  const isFirst = listeners.size === 0
  channels.set(channel, listeners.add(onNotification))
  const client = await connected()
  if (isFirst) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
  return () => {
    listeners.delete(onNotification)
  }
}

function connected(): Promise<pg.Client> {
  const state = listening()
  state.client ??= connect(state).catch((thrown: unknown) => {
    state.client = undefined
    throw thrown
  })
  return state.client
}

async function connect(state: Listening): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL, keepAlive: true })
  client.on('notification', ({ channel, payload }) => {
    for (const each of state.channels.get(channel) ?? []) each(payload ?? '')
  })
  client.on('error', () => void reconnect(state, client))
  client.on('end', () => void reconnect(state, client))
  await client.connect()
  for (const channel of state.channels.keys())
    await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    // A command that has done its work must be able to end. (The method is missing from pg's types.)
  ;(client as pg.Client & { unref(): void }).unref()
  return client
}

async function reconnect(state: Listening, lost: pg.Client): Promise<void> {
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
