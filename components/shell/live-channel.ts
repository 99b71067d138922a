'use client'

/**
 * The one line on which this page hears of its person's workspace: commands for any page, and on the Vault page how
 * the workspace stands.
 *
 * Only while the page is looked at: a browser opens few lines to one server, and a page that nobody sees has nobody to
 * show anything to. When it is looked at again, it hears first how things stand.
 */
import type { PageEvent } from '#lib/workspace/watch-workspace.ts'

type Listener = (event: PageEvent) => void

const listeners = new Map<Listener, { vault: boolean }>()
const lineListeners = new Set<() => void>()
let events: EventSource | undefined
let opened: string | undefined
let isUp = false

/** Calls `listener` for each event until the returned function is called; with `vault` for the workspace's, too. */
export function hearPage(listener: Listener, { vault = false } = {}): () => void {
  listeners.set(listener, { vault })
  if (listeners.size === 1) document.addEventListener('visibilitychange', adjust)
  adjust()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', adjust)
    adjust()
  }
}

/** Whether the line is up now, for `useSyncExternalStore`. */
export const line = {
  isUp: () => isUp,
  subscribe(onChange: () => void) {
    lineListeners.add(onChange)
    return () => {
      lineListeners.delete(onChange)
    }
  },
}

/** Opens the line that is wanted now, in place of another one or of none. */
function adjust() {
  const isWanted = listeners.size > 0 && document.visibilityState === 'visible'
  const vault = [...listeners.values()].some((each) => each.vault)
  const kind = isWanted ? (vault ? 'vault' : 'page') : undefined
  if (kind === opened) return
  events?.close()
  events = undefined
  opened = kind
  setUp(false)
  if (kind) connect(kind === 'vault')
}

function connect(vault: boolean) {
  const page = crypto.randomUUID()
  const query = new URLSearchParams({ page, ...(vault && { vault: '1' }) })
  // The browser connects again by itself when the line breaks.
  events = new EventSource(`/api/workspace/events?${query}`)
  events.onopen = () => setUp(true)
  events.onerror = () => setUp(false)
  events.onmessage = ({ data }) => {
    // Only our own route answers at this address.
    const event = JSON.parse(data) as PageEvent
    for (const listener of [...listeners.keys()]) listener(event)
  }
}

function setUp(next: boolean) {
  if (isUp === next) return
  isUp = next
  for (const listener of lineListeners) listener()
}
