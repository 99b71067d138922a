/** The Context of somebody who is nobody: for what is public, and may be kept by caches on the way. Floor 4. */
import 'server-only'
import type { Context } from '../context.ts'
import { database } from '../db/client.ts'
import { connectSandbox } from '../sandbox/sandbox-client.ts'

export function contextOfVisitor(): Context {
  return { viewer: null, db: database(), sandbox: connectSandbox(), door: 'rest' }
}
