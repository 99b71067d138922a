/**
 * Names sessions of MCP up to 2025-11-25. A client sends its capabilities once, and sessions are not stored, so the name has
 * a mark for each capability that later requests depend on, and ends with a signature: any process recognises a session of this site.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context/context.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { sessionSecret } from '../session/cookies/session-token.ts'

const APPS_EXTENSION = 'io.modelcontextprotocol/ui'
export const APPS_MIME_TYPE = 'text/html;profile=mcp-app'

/** `ui`: the client shows frames. `ask`: it can ask its user with a form. */
type Mark = 'ui' | 'ask'

export function nameSession(capabilities: Json | undefined): string {
  const marks: Mark[] = [
    ...(announcesApps(capabilities) ? (['ui'] as const) : []),
    ...(announcesForms(capabilities) ? (['ask'] as const) : []),
  ]
  const name = [crypto.randomUUID(), ...marks].join('.')
  return `${name}.${sign(name)}`
}

/** Whether this site has begun a session of that name. It may have ended since. */
export function isOwnSession(session: string): boolean {
  const end = session.lastIndexOf('.')
  const [sent, expected] = [session.slice(end + 1), sign(session.slice(0, Math.max(end, 0)))].map(Buffer.from)
  return sent!.length === expected!.length && timingSafeEqual(sent!, expected!)
}

/** 128 bits are enough, because a name is a UUID that nobody else can guess anyway. */
function sign(name: string): string {
  const key = createHmac('sha256', sessionSecret()).update('MCP session').digest()
  return createHmac('sha256', key).update(name).digest().subarray(0, 16).toString('base64url')
}

/** Whether the client of a session has a capability, by the name of the session. */
export function hasMark(session: string, mark: Mark): boolean {
  return session.split('.').includes(mark)
}

/** Whether capabilities announce that the client shows frames. */
export function announcesApps(capabilities: Json | undefined): boolean {
  const extensions = isObject(capabilities) ? capabilities.extensions : undefined
  const apps = isObject(extensions) ? extensions[APPS_EXTENSION] : undefined
  return isObject(apps) && Array.isArray(apps.mimeTypes) && apps.mimeTypes.includes(APPS_MIME_TYPE)
}

/** A client that declares elicitation without modes has forms, as all had in 2025-06-18. */
function announcesForms(capabilities: Json | undefined): boolean {
  const elicitation = isObject(capabilities) ? capabilities.elicitation : undefined
  return isObject(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** Returns the key under which something of a session is stored: only the same key in the same session finds it. */
export function sessionRowId({ keyId = '' }: Pick<Context, 'keyId'>, ...parts: string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([keyId, ...parts]))
    .digest('hex')
}
