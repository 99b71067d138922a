import { z } from 'zod'
import { hashPassword, newPasswordField, passwordField } from '../auth/credentials.ts'
import { enforceRateLimit, RATE_LIMITS } from '../auth/enforce-rate-limit.ts'
import { requireCurrentPassword } from '../auth/recent-auth.ts'
import { type Context, requireViewer, type Viewer } from '../context/context.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { nameField } from '../kernel/validation/text-fields.ts'
import { resetAttempts } from '../settings/rows/rate-limits.ts'
import { requireDistinctName } from './require-distinct-name.ts'
import { revokeAllKeys, unlinkAndPause } from './revoke-access.ts'
import { endEmailChanges } from './rows/email-confirmations.ts'
import { endResetLinks, findCredentials, raiseSessionVersion, renameUser, setPassword } from './rows/users.ts'

export type Profile = { email: string; name: string; role: 'USER' | 'ADMIN'; hasPassword: boolean }

export async function getProfile(ctx: Context): Promise<Profile> {
  const viewer = requireViewer(ctx)
  const user = await findCredentials(ctx.db, { id: viewer.userId })
  if (!user) throw new AppError('UNAUTHENTICATED')
  return { email: user.email, name: user.name, role: user.role, hasPassword: user.passwordHash !== null }
}

/** Also renames the personal organisation. Throws INVALID_INPUT. */
export async function changeName(ctx: Context, name: unknown): Promise<void> {
  const { userId, organisationId } = requireViewer(ctx)
  const parsed = parseFields(z.object({ name: nameField }), { name })
  await requireDistinctName(ctx.db, { name: parsed.name, organisationId })
  await ctx.db.$transaction((tx) => renameUser(tx, userId, parsed.name))
}

const passwordFields = z.object({
  current: passwordField.optional(),
  password: newPasswordField,
  revokesKeys: z.boolean().default(false),
})

/**
 * Ends every session and open link; with `revokesKeys`, also keys, linked sign-ins and automations, as after a reset.
 * Returns this browser's new session version. Throws INVALID_INPUT by field,
 * RATE_LIMIT_EXCEEDED, and PRECONDITION_FAILED as `requireCurrentPassword`.
 */
export async function changePassword(ctx: Context, given: unknown): Promise<{ sessionVersion: number }> {
  const viewer = requireViewer(ctx)
  const { userId } = viewer
  const { current = '', password, revokesKeys } = parseFields(passwordFields, given)
  await enforceRateLimit(ctx.db, RATE_LIMITS.confirmByUser, userId)

  const user = await findCredentials(ctx.db, { id: userId })
  if (!user) throw new AppError('UNAUTHENTICATED')
  await requireCurrentPassword(ctx, user, current)
  await resetAttempts(ctx.db, RATE_LIMITS.confirmByUser, userId)
  await resetAttempts(ctx.db, RATE_LIMITS.codeByUserDaily, userId)
  const passwordHash = await hashPassword(password)
  return ctx.db.$transaction(async (tx) => {
    const sessionVersion = await setPassword(tx, userId, passwordHash)
    await endOpenLinks(tx, viewer)
    if (revokesKeys) {
      await revokeAllKeys(tx, viewer)
      await unlinkAndPause(tx, { actor: viewer, person: viewer, cause: 'you changed your password' })
    }
    return { sessionVersion }
  })
}

/** Ends reset links and changes of the address, which a thief may have requested. */
async function endOpenLinks(tx: Tx, { userId, email }: Viewer): Promise<void> {
  await endEmailChanges(tx, userId, email)
  await endResetLinks(tx, userId)
}

/**
 * Ends all sessions and open links, unlinks external sign-ins and pauses automations, because each of them could open
 * the account again; with `revokesKeys`, also what `revokeAllKeys` ends.
 */
export async function signOutEverywhere(ctx: Context, { revokesKeys = false } = {}): Promise<void> {
  const viewer = requireViewer(ctx)
  await ctx.db.$transaction(async (tx) => {
    await raiseSessionVersion(tx, viewer.userId)
    await endOpenLinks(tx, viewer)
    await unlinkAndPause(tx, { actor: viewer, person: viewer, cause: 'you signed out everywhere' })
    if (revokesKeys) await revokeAllKeys(tx, viewer)
  })
}
