/** A program lets go of what it was given. Floor 3. Source: RFC 7009. */
import type { Context } from '../context.ts'
import { isStorable } from '../contract/json/storable.ts'
import { endKey, findClient, findTokenOwner } from '../db/oauth.ts'
import { hashSecretToken } from '../db/secret-token.ts'
import { OAuthRefusal } from './oauth-refusal.ts'
import { readParams, refusalOfTwice, type SentParams } from './sent-params.ts'

/**
 * Ends the grant that a token belongs to. Says nothing about tokens that do not exist (RFC 7009 §2.2). Throws an
 * OAuthRefusal for a request without a token, from nobody who is known, and for the token of another program.
 */
export async function revokeToken(ctx: Context, sent: SentParams): Promise<void> {
  const read = readParams(sent, ['token', 'client_id'])
  const refusal = refusalOfTwice(read)
  if (refusal) throw refusal
  const { token, client_id = '' } = read.fields
  if (!token) throw new OAuthRefusal('invalid_request', 'Send the token that is to end.')
  if (!isStorable(client_id) || !(await findClient(ctx.db, client_id)))
    throw new OAuthRefusal('invalid_client', 'Send your client_id with it.')
  const owner = await findTokenOwner(ctx.db, hashSecretToken(token))
  if (!owner) return
  if (owner.clientId !== client_id)
    throw new OAuthRefusal('unauthorized_client', 'This token was given to another program.')
  await endKey(ctx.db, owner.keyId)
}
