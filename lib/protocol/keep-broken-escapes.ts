/**
 * An address with a broken escape (`/docs/%ff`) is read as it is written. Floor 4.
 *
 * Next decodes the path before any code of ours is asked, and answers what cannot be decoded with a 500 in plain
 * text. Node tells of each request before it is handed to the server; there the percent signs of such a part become
 * percent signs, and the address is one that leads nowhere: 404, in words, by the door that was called.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

const CHANNEL = 'http.server.request.start'

/** The path and query as asked for, its parts between slashes decodable. "/docs/%ff?a=1" gives "/docs/%25ff?a=1". */
export function decodable(url: string): string {
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  if (!path.includes('%')) return url
  const parts = path.split('/').map((part) => (canBeDecoded(part) ? part : part.replaceAll('%', '%25')))
  return parts.join('/') + (end < 0 ? '' : url.slice(end))
}

function canBeDecoded(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

function mend(message: unknown): void {
  // Node documents the message of this channel.
  const { request } = message as { request: IncomingMessage }
  if (request.url) request.url = decodable(request.url)
}

/** For all servers of this process, from now on. Returns how to stop. */
export function keepBrokenEscapes(): () => void {
  // A development server starts this again with each change; twice is once.
  unsubscribe(CHANNEL, mend)
  subscribe(CHANNEL, mend)
  return () => unsubscribe(CHANNEL, mend)
}
