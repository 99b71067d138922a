/** Authenticator apps (RFC 6238), with recovery codes. */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { recordAudit } from '../../audit/audit-log.ts'
import { findMasterKey, masterKey } from '../../config/master-key.ts'
import { seal, totpLocation, unseal } from '../../config/sealing.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { hashSecretToken } from '../../kernel/db/secret-token.ts'
import { AppError } from '../../kernel/errors.ts'
import { readSetting } from '../../settings/read-settings.ts'
import { requireRecentAuth } from '../recent-auth.ts'
import {
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  redeemRecoveryCode,
  redeemTotpStep,
  replaceRecoveryCodes,
  storeTotp,
  type TotpRow,
} from '../rows/factor-rows.ts'
import { type CodeOrigin, limitCodes } from './limit-codes.ts'
import { mailAddedFactor } from './mail-added-factor.ts'

const STEP_S = 30
/** Clocks may differ by one step. */
const WINDOW = 1
const SECRET_BYTES = 20
const RECOVERY_CODES = 10

/** The app shows the names. */
const createTotp = (secret: Secret, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret, period: STEP_S, digits: 6, algorithm: 'SHA1' })

export type NewTotp = { secret: string; qrSvg: string }

/** Starts the set-up, which the first code completes. Throws CONFLICT if there is one, PRECONDITION_FAILED. */
export async function beginTotp(ctx: Context): Promise<NewTotp> {
  const { userId, email } = requireViewer(ctx)
  await requireRecentAuth(ctx)
  const secret = new Secret({ size: SECRET_BYTES })
  const { id: keyId } = masterKey()
  const sealed = seal(masterKey(), totpLocation(userId), secret.base32)
  if (!(await ctx.db.$transaction((tx) => storeTotp(tx, { userId, sealed, keyId }))))
    throw new AppError('CONFLICT', { message: 'You already have an authenticator app. Remove it first.' })
  const names = { issuer: await readSetting(ctx.db, 'name'), label: email }
  const qrSvg = renderSVG(createTotp(secret, names).toString(), { border: 2 })
  return { secret: secret.base32, qrSvg }
}

/** Returns the recovery codes, which are shown once. Throws INVALID_INPUT for a wrong code, RATE_LIMIT_EXCEEDED. */
export async function confirmTotp(ctx: Context, code: string): Promise<string[]> {
  const viewer = requireViewer(ctx)
  const origin = { trusted: ctx.sessionId ?? viewer.userId }
  const uncount = await limitCodes(ctx.db, { userId: viewer.userId, origin, isRecovery: false })
  if (!(await redeemTotp(ctx.db, viewer.userId, code))) throw wrongCode()
  await uncount()
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode())
  await ctx.db.$transaction(async (tx) => {
    await replaceRecoveryCodes(tx, viewer.userId, codes.map(hashCode))
    const subject = { subjectType: 'person' as const, subjectId: viewer.userId, subject: viewer.email }
    await recordAudit(tx, { actor: viewer, action: 'person.add_totp', ...subject })
    await mailAddedFactor(tx, viewer.userId, 'An authenticator app')
  })
  return codes
}

export async function getTotpStatus(ctx: Context): Promise<{ hasTotp: boolean; recoveryCodes: number }> {
  const { userId } = requireViewer(ctx)
  const [row, recoveryCodes] = await Promise.all([
    findTotp(ctx.db, userId),
    countRecoveryCodes(ctx.db, userId),
  ])
  return { hasTotp: Boolean(row?.confirmedAt), recoveryCodes }
}

/** Throws PRECONDITION_FAILED without a recent re-authentication, NOT_FOUND. */
export async function removeTotp(ctx: Context): Promise<void> {
  const viewer = requireViewer(ctx)
  await requireRecentAuth(ctx)
  await ctx.db.$transaction(async (tx) => {
    if (!(await deleteTotp(tx, viewer.userId))) throw new AppError('NOT_FOUND')
    const subject = { subjectType: 'person' as const, subjectId: viewer.userId, subject: viewer.email }
    await recordAudit(tx, { actor: viewer, action: 'person.remove_totp', ...subject })
  })
}

/**
 * Accepts a code of the app, or a recovery code, each once. Throws INVALID_INPUT at "/code", and RATE_LIMIT_EXCEEDED
 * after ten wrong ones from this origin.
 */
export async function verifyCode(
  db: Database,
  userId: string,
  code: string,
  origin: CodeOrigin,
): Promise<void> {
  const isRecovery = /^[a-z2-7]{5}-?[a-z2-7]{5}$/i.test(code.trim())
  const uncount = await limitCodes(db, { userId, origin, isRecovery })
  const isRight = isRecovery
    ? await redeemRecoveryCode(db, userId, hashCode(code))
    : await redeemTotp(db, userId, code)
  if (!isRight) throw wrongCode()
  await uncount()
}

async function redeemTotp(db: Database, userId: string, code: string): Promise<boolean> {
  const row = await findTotp(db, userId)
  const secret = row && openSecret(row)
  const token = code.replace(/\s/g, '')
  const delta =
    secret && /^\d{6}$/.test(token) ? createTotp(secret).validate({ token, window: WINDOW }) : null
  if (delta === null) return false
  const step = Math.floor(Date.now() / 1000 / STEP_S) + delta
  return redeemTotpStep(db, userId, { step, at: new Date() })
}

function openSecret({ userId, sealed, keyId }: TotpRow): Secret | null {
  const key = findMasterKey(keyId)
  const text = key && unseal(key, totpLocation(userId), sealed)
  return text ? Secret.fromBase32(text) : null
}

function wrongCode(): AppError {
  const message = 'This code is wrong or was already used. Enter the current one.'
  return new AppError('INVALID_INPUT', { message, issues: [{ path: '/code', message }] })
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** 50 random bits, as "abcde-fgh23". */
function recoveryCode(): string {
  const letters = [...randomBytes(10)].map((byte) => ALPHABET[byte % 32]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

function hashCode(code: string): string {
  return hashSecretToken(code.trim().toLowerCase().replace('-', ''))
}
