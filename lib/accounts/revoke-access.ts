/**
 * What else can act as a person besides their password: keys, connected apps, linked sign-ins, automations and second
 * factors. Someone who knew the password, or who created the account with a foreign address, may have added any of
 * them.
 */
import { recordAudit } from '../audit/audit-log.ts'
import { revokeAllApiKeysOf } from '../auth/rows/api-keys.ts'
import { deleteSecondFactor, findTotp, listPasskeyRows } from '../auth/rows/factor-rows.ts'
import { deleteOpenCodesOf } from '../auth/rows/oauth.ts'
import { deleteAutomationsOf, pauseAutomationsOf } from '../automations/rows/automation-rows.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { paths } from '../kernel/site/paths.ts'
import { deleteNoticeWebhook, deletePersonalWebhooks } from '../notices/rows/webhook-rows.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { revokeSharesOf } from '../runs/rows/shares.ts'
import { signInName } from './linked-sign-ins.ts'
import { deleteLinkedSignIns, listLinkedSignInRows } from './rows/linked-sign-in-rows.ts'
import { findOwnershipProof, recordVouching } from './rows/users.ts'

type Person = { userId: string; name: string }

/**
 * Revokes the person's API keys and connected programs in every organisation, and deletes their webhook, which would
 * otherwise still receive notices. Returns the number of keys.
 */
export async function revokeAllKeys(tx: Tx, person: Person): Promise<number> {
  // An open code could otherwise be exchanged for a key.
  await deleteOpenCodesOf(tx, person.userId)
  const count = await revokeAllApiKeysOf(tx, person.userId, new Date())
  if (count > 0) {
    const subject = { subjectType: 'person' as const, subjectId: person.userId, subject: person.name }
    await recordAudit(tx, { actor: person, action: 'key.revoke_all', ...subject, data: { count } })
  }
  const webhook = await deleteNoticeWebhook(tx, person.userId)
  if (!webhook) return count
  const subject = { subjectType: 'webhook' as const, subjectId: webhook.id, subject: webhook.url }
  await recordAudit(tx, { actor: person, action: 'webhook.remove', ...subject })
  return count + 1
}

/**
 * Unlinks the person's external sign-ins and pauses the automations that act as the person, in every organisation.
 * An account without a password keeps its oldest sign-in, the one it was created with: it could not be opened
 * otherwise. Notifies the person of what was unlinked and paused. `cause` completes "because …".
 */
export async function unlinkAndPause(
  tx: Tx,
  { actor, person, cause }: { actor: Person; person: Person; cause: string },
): Promise<void> {
  const unlinked = await unlinkSignIns(tx, { actor, person })
  const reason = `Paused because ${cause}. Check what this automation does, then resume it.`
  const paused = await pauseAutomationsOf(tx, person.userId, { at: new Date(), reason })
  if (paused > 0) {
    const subject = { subjectType: 'person' as const, subjectId: person.userId, subject: person.name }
    await recordAudit(tx, { actor, action: 'automation.pause_all', ...subject, data: { count: paused } })
  }
  const done = [
    ...(unlinked.length > 0 ? [`These sign-ins were unlinked: ${unlinked.join(', ')}.`] : []),
    ...(paused > 0 ? ['Your automations are paused. Check each one, then resume it.'] : []),
  ]
  if (done.length === 0) return
  await sendNotice(tx, [person.userId], {
    kind: 'account.access_revoked',
    title: 'Other ways into your account were closed',
    body: `This happened because ${cause}. ${done.join(' ')}`,
    href: paths.security,
  })
}

/** Returns the names of the sign-ins that were unlinked. */
async function unlinkSignIns(
  tx: Tx,
  { actor, person, keepsFirst = true }: { actor: Person; person: Person; keepsFirst?: boolean },
): Promise<string[]> {
  const rows = await listLinkedSignInRows(tx, person.userId)
  if (rows.length === 0) return []
  const isNeeded = keepsFirst && !(await findOwnershipProof(tx, person.userId))?.hasPassword
  const unlinked = rows.slice(isNeeded ? 1 : 0)
  if (unlinked.length === 0) return []
  await deleteLinkedSignIns(
    tx,
    unlinked.map(({ id }) => id),
  )
  const names = unlinked.map(signInName)
  const subject = { subjectType: 'person' as const, subjectId: person.userId, subject: person.name }
  await recordAudit(tx, { actor, action: 'person.unlink_sign_in', ...subject, data: { names } })
  return names
}

/**
 * Removes what was added before someone proved to own the account's address, if this is the first proof: second
 * factors, linked sign-ins, automations, API keys, connected programs, the webhooks of the person and of their personal
 * organisation, and shared links. Until then, anyone could have created the account with a foreign address. Ending the
 * sessions is up to the caller. Returns whether this was the first proof.
 *
 * Call it before the address is marked as confirmed. `isVouched` is for reset links that an admin hands on, which prove
 * no address and count once. `keepsFirstSignIn` leaves an account without a password the sign-in it was created with.
 */
export async function removeOlderAccess(
  tx: Tx,
  person: Person,
  { isVouched = false, keepsFirstSignIn = false } = {},
): Promise<{ isFirstProof: boolean; revokedKeys: number }> {
  const { userId, name } = person
  if (!(await isFirstProof(tx, userId))) return { isFirstProof: false, revokedKeys: 0 }
  if (isVouched) await recordVouching(tx, userId, new Date())
  const hadFactors = await deleteSecondFactor(tx, userId)
  const signIns = await unlinkSignIns(tx, { actor: person, person, keepsFirst: keepsFirstSignIn })
  const automations = await deleteAutomationsOf(tx, userId)
  const revokedKeys = await revokeAllKeys(tx, person)
  const webhooks = await deletePersonalWebhooks(tx, userId)
  const shares = await revokeSharesOf(tx, userId)
  const removed = [
    ...(hadFactors ? ['second factors'] : []),
    ...(signIns.length > 0 ? [`linked sign-ins (${signIns.join(', ')})`] : []),
    ...(automations > 0 ? ['automations'] : []),
    ...(revokedKeys > 0 ? ['API keys, connected apps and the webhook for notices'] : []),
    ...(webhooks > 0 ? ['webhooks of your personal organisation'] : []),
    ...(shares > 0 ? ['shared links'] : []),
  ]
  if (removed.length > 0) {
    const subject = { subjectType: 'person' as const, subjectId: userId, subject: name }
    await recordAudit(tx, { actor: person, action: 'person.first_proof', ...subject, data: { removed } })
    await sendNotice(tx, [userId], {
      kind: 'account.access_revoked',
      title: 'What was added before you confirmed your address was removed',
      body: `Anyone could have added it in your name: ${removed.join(', ')}. Set up again what you need.`,
      href: paths.security,
    })
  }
  return { isFirstProof: true, revokedKeys }
}

/** Returns true until the address was confirmed, or an admin vouched for the person. */
export async function isFirstProof(tx: Tx, userId: string): Promise<boolean> {
  const proof = await findOwnershipProof(tx, userId)
  return proof !== null && proof.emailVerified === null && proof.vouchedAt === null
}

/** Returns the authenticator app and the passkeys, each with its name and the day on which it was added. */
export async function listFactorNames(db: Database | Tx, userId: string): Promise<string[]> {
  const [totp, passkeys] = await Promise.all([findTotp(db, userId), listPasskeyRows(db, userId)])
  const day = (at: Date) => at.toISOString().slice(0, 10)
  return [
    ...(totp?.confirmedAt ? [`authenticator app, added on ${day(totp.confirmedAt)}`] : []),
    ...passkeys.map(({ name, createdAt }) => `passkey “${name}”, added on ${day(createdAt)}`),
  ]
}
