/**
 * LISTEN and NOTIFY. Each process listens on one connection of its own, because a pool has no lasting session. A payload
 * is a hint to read the table again: messages are lost while the connection is down, and listeners get null after a
 * reconnect.
 */
import pg from 'pg'
import { directUrl, KEEP_ALIVE } from './connection.ts'
import type { Database, Tx } from './prisma-client.ts'

type OnNotification = (payload: string | null) => void

type Listening = { client?: Promise<Listener>; channels: Map<string, Set<OnNotification>> }

type Listener = { client: pg.Client; listenCommands: Map<string, Promise<unknown>> }

const RECONNECT_MS = 1_000
/** How long a channel without subscribers is listened to, because another often follows soon. */
const LINGER_MS = 10_000

// Its test closes the connection, and listens elsewhere.
const globals = globalThis as { guildhallListening?: Listening }
function listening(): Listening {
  globals.guildhallListening ??= { channels: new Map() }
  return globals.guildhallListening
}

/** Sends all at once. Payloads are under 8000 bytes. */
export async function sendPgNotifications(db: Database, channel: string, payloads: string[]): Promise<void> {
  await db.$queryRaw`
    SELECT count(pg_notify(${channel}, "payload"))
    FROM unnest(${payloads}::text[]) AS "payload"`
}

/** Sends `payload`, which must be under 8000 bytes, on commit. */
export async function sendPgNotification(db: Database | Tx, channel: string, payload: string): Promise<void> {
  await db.$queryRaw`SELECT pg_notify(${channel}, ${payload})::text`
}

/** Parses a payload once for all listeners of its channel, which may be thousands. */
export function payloadReader<Payload>(): (payload: string | null) => Payload | null {
  let last: { payload: string; value: Payload } | undefined
  return (payload) => {
    if (payload === null) return null
    if (last?.payload !== payload) last = { payload, value: JSON.parse(payload) as Payload }
    return last.value
  }
}

/** Resolves once LISTEN is active, with the unsubscribe function; rejects without a connection. */
export async function listen(channel: string, onNotification: OnNotification): Promise<() => void> {
  const { channels } = listening()
  const listeners = channels.get(channel) ?? new Set()
  channels.set(channel, listeners.add(onNotification))
  const stop = () => {
    listeners.delete(onNotification)
    if (listeners.size === 0) setTimeout(() => stopListening(channel), LINGER_MS).unref()
  }
  try {
    await ensureListening(await connected(), channel)
  } catch (thrown) {
    stop()
    throw thrown
  }
  return stop
}

/** Leaves a channel without subscribers, because every notification wakes each connection that listens to it. */
function stopListening(channel: string): void {
  const { channels, client } = listening()
  if (channels.get(channel)?.size !== 0) return
  channels.delete(channel)
  client
    ?.then((listener) => {
      if (!listener.listenCommands.delete(channel)) return undefined
      return listener.client.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`)
    })
    // A new connection listens only to channels with subscribers.
    .catch(() => {})
}

function ensureListening({ client, listenCommands }: Listener, channel: string): Promise<unknown> {
  const known = listenCommands.get(channel)
  if (known) return known
  const command = client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
  listenCommands.set(channel, command)
  command.catch(() => listenCommands.delete(channel))
  return command
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
  // Subscribers may come while a command is open; without `pipeline`, pg 9 refuses that.
  const client = new pg.Client({ connectionString: directUrl(), pipeline: true, ...KEEP_ALIVE })
  const listener: Listener = { client, listenCommands: new Map() }
  client.on('notification', ({ channel, payload }) => {
    for (const each of state.channels.get(channel) ?? []) each(payload ?? '')
  })
  let isLost = false
  const lose = () => {
    // pg reports one loss as both error and end.
    if (!isLost) void reconnect(state, listener)
    isLost = true
  }
  client.on('error', lose)
  client.on('end', lose)
  try {
    await client.connect()
    await Promise.all([...state.channels.keys()].map((channel) => ensureListening(listener, channel)))
  } catch (thrown) {
    client.end().catch(() => {})
    throw thrown
  }
  // Lets a finished command exit; pg's types lack `unref`.
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
