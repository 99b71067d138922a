/**
 * The side of the frame in MCP Apps (SEP-1865, 2026-01-26): JSON-RPC with the host by messages of the window.
 *
 * The class `App` of `@modelcontextprotocol/ext-apps` would bring a whole MCP client and Zod, 60 KiB of the 150 that the
 * frame may have. A test connects the package's `AppBridge`.
 */
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'

export type HostEvents = {
  onInput: (input: Json) => void
  onResult: (result: JsonObject) => void
  onCancelled: () => void
  /** The theme of the host, light or dark, when it is known and when it changes. */
  onTheme: (theme: string) => void
}

export type Host = {
  /** Calls a tool of the server. Rejects with the message of the host's error. */
  callTool: (name: string, args: JsonObject, onProgress: (progress: Progress) => void) => Promise<JsonObject>
  openLink: (url: string) => Promise<void>
}

export type Progress = { progress: number; total?: number; message?: string }

const PROTOCOL = '2026-01-26'

/** Connects to the host that shows this frame, and tells it the size of the page from then on. */
export async function connectToHost(events: HostEvents): Promise<Host> {
  const pending = new Map<number, { resolve: (result: JsonObject) => void; reject: (error: Error) => void }>()
  const following = new Map<number, (progress: Progress) => void>()
  let lastId = 0
  // The origin of a host is unknown to its frames, and opaque in a sandbox. Nothing secret is sent.
  const post = (message: object) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const request = (method: string, params: object) => {
    lastId += 1
    const id = lastId
    post({ id, method, params })
    return new Promise<JsonObject>((resolve, reject) => pending.set(id, { resolve, reject }))
  }

  function passTheme(context: Json | undefined) {
    if (isObject(context) && typeof context.theme === 'string') events.onTheme(context.theme)
  }

  function settle(id: number, { result, error }: JsonObject) {
    const waiting = pending.get(id)
    pending.delete(id)
    following.delete(id)
    if (isObject(error)) waiting?.reject(new Error(String(error.message)))
    else waiting?.resolve(isObject(result) ? result : {})
  }

  function receive({ source, data }: MessageEvent) {
    if (source !== window.parent || !isObject(data) || data.jsonrpc !== '2.0') return
    const { id, method, params } = data
    const given = isObject(params) ? params : {}
    if (typeof method !== 'string') {
      if (typeof id === 'number') settle(id, data)
      return
    }
    if (method === 'ui/notifications/tool-input') events.onInput(given.arguments ?? {})
    else if (method === 'ui/notifications/tool-result') events.onResult(given)
    else if (method === 'ui/notifications/tool-cancelled') events.onCancelled()
    else if (method === 'ui/notifications/host-context-changed') passTheme(given)
    else if (method === 'notifications/progress')
      following.get(Number(given.progressToken))?.(readProgress(given))
    // A frame has nothing to save when it is taken away, and answers to `ping` with nothing as well.
    else if (id !== undefined) post({ id, result: {} })
  }

  window.addEventListener('message', receive)
  const { hostContext } = await request('ui/initialize', {
    appInfo: { name: 'Guildhall', version: '1.0.0' },
    appCapabilities: {},
    protocolVersion: PROTOCOL,
  })
  passTheme(hostContext)
  post({ method: 'ui/notifications/initialized', params: {} })
  reportSize((size) => post({ method: 'ui/notifications/size-changed', params: size }))
  return {
    callTool(name, args, onProgress) {
      following.set(lastId + 1, onProgress)
      return request('tools/call', { name, arguments: args, _meta: { progressToken: lastId + 1 } })
    },
    async openLink(url) {
      await request('ui/open-link', { url })
    },
  }
}

function readProgress({ progress, total, message }: JsonObject): Progress {
  return {
    progress: Number(progress),
    ...(typeof total === 'number' && { total }),
    ...(typeof message === 'string' && { message }),
  }
}

function reportSize(report: (size: { width: number; height: number }) => void): void {
  const root = document.documentElement
  const observer = new ResizeObserver(() =>
    report({
      width: Math.ceil(root.scrollWidth),
      height: Math.ceil(document.body.getBoundingClientRect().height),
    }),
  )
  observer.observe(document.body)
}
