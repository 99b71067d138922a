/**
 * Opens one event stream per page, and only while it is visible, because browsers limit connections per host. After
 * reopening, the current state arrives first.
 */
'use client'

import type { PageEvent } from '#lib/vault/workspace/watch-workspace.ts'
import { followEvents } from './follow-events.ts'

type Listener = (event: PageEvent) => void

const listeners = new Map<Listener, { vault: boolean }>()
const lineListeners = new Set<() => void>()
let stop: (() => void) | undefined
let opened: string | undefined
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
    lineListeners.add(onChange)
    return () => {
      lineListeners.delete(onChange)
    }
  },
}

function reconnectIfNeeded() {
  const isWanted = listeners.size > 0 && document.visibilityState === 'visible'
  const vault = [...listeners.values()].some((listener) => listener.vault)
  const kind = isWanted ? (vault ? 'vault' : 'page') : undefined
  if (kind === opened) return
  stop?.()
  stop = undefined
  opened = kind
  setUp(false)
  if (kind) connect(kind === 'vault')
}

function connect(vault: boolean) {
  const page = crypto.randomUUID()
  const query = new URLSearchParams({ page, ...(vault && { vault: '1' }) })
  stop = followEvents(`/api/workspace/events?${query}`, {
    onConnection: setUp,
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

function setUp(next: boolean) {
  if (isUp === next) return
  isUp = next
  for (const listener of lineListeners) listener()
}
