/** Passkeys (WebAuthn Level 3). The caller stores the challenge of each ceremony in a sealed cookie. */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { recordAudit } from '../../audit/audit-log.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { nameField } from '../../kernel/validation/text-fields.ts'
import { readSetting } from '../../settings/read-settings.ts'
import { countAttempt } from '../../settings/rows/rate-limits.ts'
import { requireRecentAuth } from '../recent-auth.ts'
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeyRows,
  recordPasskeyUse,
} from '../rows/factor-rows.ts'
import { mailAddedFactor } from './mail-added-factor.ts'

/** The site as browsers see it. Passkeys are bound to its host name. */
export type RelyingParty = { origin: string }

const hostOf = ({ origin }: RelyingParty) => new URL(origin).hostname

export type PasskeyView = { id: string; name: string; sinceMs: number; lastUsedMs: number | null }

export async function listPasskeys(ctx: Context): Promise<PasskeyView[]> {
  const { userId } = requireViewer(ctx)
  return (await listPasskeyRows(ctx.db, userId)).map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    sinceMs: createdAt.getTime(),
    lastUsedMs: lastUsedAt?.getTime() ?? null,
  }))
}

/** Throws PRECONDITION_FAILED without a recent re-authentication. */
export async function beginRegistration(
  ctx: Context,
  site: RelyingParty,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { userId, email, name } = requireViewer(ctx)
  await requireRecentAuth(ctx)
  const existing = await listPasskeyRows(ctx.db, userId)
  return generateRegistrationOptions({
    rpName: await readSetting(ctx.db, 'name'),
    rpID: hostOf(site),
    userName: email,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(userId)),
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

const hasId = (value: unknown) => z.looseObject({ id: z.string().max(2_000) }).safeParse(value).success

// The library checks the rest.
const registration = z.object({ name: nameField, response: z.custom<RegistrationResponseJSON>(hasId) })
const assertion = z.custom<AuthenticationResponseJSON>(hasId)

/**
 * Throws PRECONDITION_FAILED without a recent re-authentication, INVALID_INPUT for a response that does not match the
 * challenge, and CONFLICT for a known passkey.
 */
export async function finishRegistration(
  ctx: Context,
  site: RelyingParty,
  { challenge, given }: { challenge: string; given: unknown },
): Promise<void> {
  const viewer = requireViewer(ctx)
  // Checked again: visitors get challenges too, so having one proves nothing.
  await requireRecentAuth(ctx)
  const { name, response } = parseFields(registration, given)
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: hostOf(site),
    requireUserVerification: false,
  }).catch(() => ({ verified: false, registrationInfo: undefined }))
  if (!verified || !registrationInfo) throw refused()
  await consumeChallenge(ctx.db, challenge)
  const { credential } = registrationInfo
  await ctx.db.$transaction(async (tx) => {
    const isNew = await insertPasskey(tx, {
      id: credential.id,
      userId: viewer.userId,
      name,
      publicKey: credential.publicKey,
      counter: BigInt(credential.counter),
      transports: credential.transports ?? [],
    })
    if (!isNew) throw new AppError('CONFLICT', { message: 'This passkey is already registered.' })
    const subject = { subjectType: 'person' as const, subjectId: viewer.userId, subject: viewer.email }
    await recordAudit(tx, { actor: viewer, action: 'person.add_passkey', ...subject, data: { name } })
    await mailAddedFactor(tx, viewer.userId, `The passkey “${name}”`)
  })
}

/** Throws PRECONDITION_FAILED without a recent re-authentication, NOT_FOUND. */
export async function removePasskey(ctx: Context, id: string): Promise<void> {
  const viewer = requireViewer(ctx)
  await requireRecentAuth(ctx)
  await ctx.db.$transaction(async (tx) => {
    const name = await deletePasskey(tx, { id, userId: viewer.userId })
    if (name === null) throw new AppError('NOT_FOUND')
    const subject = { subjectType: 'person' as const, subjectId: viewer.userId, subject: viewer.email }
    await recordAudit(tx, { actor: viewer, action: 'person.remove_passkey', ...subject, data: { name } })
  })
}

/** Without `userId`, the browser offers its passkeys and must verify the person. */
export async function beginAuthentication(
  db: Database,
  site: RelyingParty,
  userId?: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const own = userId === undefined ? [] : await listPasskeyRows(db, userId)
  return generateAuthenticationOptions({
    rpID: hostOf(site),
    userVerification: userId === undefined ? 'required' : 'preferred',
    ...(userId !== undefined && { allowCredentials: own.map(({ id, transports }) => ({ id, transports })) }),
  })
}

/**
 * Returns the passkey's person. With `userId` it is a second factor of that person; without, it replaces the password,
 * so the authenticator must have verified the person. Throws INVALID_INPUT.
 */
export async function finishAuthentication(
  db: Database,
  site: RelyingParty,
  { challenge, given, userId }: { challenge: string; given: unknown; userId?: string | undefined },
): Promise<string> {
  const response = parseFields(assertion, given)
  const passkey = await findPasskey(db, response.id)
  if (!passkey || (userId !== undefined && passkey.userId !== userId)) throw refused()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: hostOf(site),
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
    requireUserVerification: userId === undefined,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) throw refused()
  await consumeChallenge(db, challenge)
  await recordPasskeyUse(db, passkey.id, { counter: BigInt(authenticationInfo.newCounter), at: new Date() })
  return passkey.userId
}

/** The cookie with the challenge is valid as long, and could be sent again. */
const CHALLENGE = { name: 'passkey-challenge', points: 1, seconds: 600 }

/** A challenge counts once, whichever passkey answers it. Throws INVALID_INPUT. */
async function consumeChallenge(db: Database, challenge: string): Promise<void> {
  if ((await countAttempt(db, CHALLENGE, challenge)) > 0) throw refused()
}

function refused(): AppError {
  return new AppError('INVALID_INPUT', {
    message: 'This passkey was not accepted.',
    suggestedAction: 'Try again, or use another way to sign in.',
  })
}
