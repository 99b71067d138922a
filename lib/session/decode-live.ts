/**
 * How next-auth reads a session token: one that was ended stands for nobody there either. Floor 4.
 *
 * By itself it asks only whether a token is ours. Whoever had stolen one could then, after the person had signed out
 * everywhere, still connect their own GitHub account to the person's, and come back by that.
 */
import { decode, type JWT, type JWTDecodeParams } from 'next-auth/jwt'
import type { Database } from '../db/client.ts'
import { findUser } from '../db/users.ts'

/** Null for what is no token of ours, has expired, or carries another version than the person's. */
export async function decodeLive(db: Database, params: JWTDecodeParams): Promise<JWT | null> {
  const claims = await decode(params)
  const person = claims?.sub ? await findUser(db, claims.sub) : null
  return person && person.sessionVersion === claims?.sessionVersion ? claims : null
}
