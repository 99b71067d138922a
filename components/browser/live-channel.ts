/**
 * Opens one event stream per page, and only while it is visible, because browsers limit connections per host. After
 * reopening, the current state arrives first.
 */
'use client'

import type { PageEvent } from '#lib/vault/workspace/watch-workspace.ts'
import { followEvents } from './follow-events.ts'

type Listener = (event: PageEvent) => void

const listeners = new Map<Listener, { vault: boolean }>()
const connectionListeners = new Set<() => void>()
let stop: (() => void) | undefined
let openedKind: string | undefined
let isUp = false

/** Subscribes until the returned function is called. `vault` adds workspace events. */
export function subscribeToPageEvents(listener: Listener, { vault = false } = {}): () => void {
  listeners.set(listener, { vault })
  if (listeners.size === 1) document.addEventListener('visibilitychange', reconnectIfNeeded)
  reconnectIfNeeded()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', reconnectIfNeeded)
    reconnectIfNeeded()
  }
}

export const liveConnection = {
  isUp: () => isUp,
  subscribe(onChange: () => void) {
    connectionListeners.add(onChange)
    return () => {
      connectionListeners.delete(onChange)
    }
  },
}

function reconnectIfNeeded() {
  const shouldConnect = listeners.size > 0 && document.visibilityState === 'visible'
  const vault = [...listeners.values()].some((listener) => listener.vault)
  const kind = shouldConnect ? (vault ? 'vault' : 'page') : undefined
  if (kind === openedKind) return
  stop?.()
  stop = undefined
  openedKind = kind
  setConnected(false)
  if (kind) connect(kind === 'vault')
}

function connect(vault: boolean) {
  const page = crypto.randomUUID()
  const query = new URLSearchParams({ page, ...(vault && { vault: '1' }) })
  stop = followEvents(`/api/workspace/events?${query}`, {
    onConnection: setConnected,
    onEvent({ data }) {
      // Only this site sends these events.
      const event = JSON.parse(data) as PageEvent
      for (const listener of [...listeners.keys()]) listener(event)
    },
  })
}

/** Lets `commands.run` report the command as executed. */
export function acknowledgeCommand(id: string): void {
  void fetch(`/api/workspace/commands/${id}`, { method: 'POST', keepalive: true }).catch(() => {})
}

function setConnected(next: boolean) {
  if (isUp === next) return
  isUp = next
  for (const listener of connectionListeners) listener()
}
