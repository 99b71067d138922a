/** Admins cannot change their own account, so one admin always remains; every action is audited. */

import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import type { AuditAction } from '../audit/model/audit-terms.ts'
import { emailField } from '../auth/credentials.ts'
import { requireRecentAuth } from '../auth/recent-auth.ts'
import { deleteSecondFactor } from '../auth/rows/factor-rows.ts'
import { type Context, requireAdmin, type Viewer } from '../context/context.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/json.ts'
import { findConfusion } from '../kernel/names/confusable-names.ts'
import { paths } from '../kernel/site/paths.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { isStorable } from '../kernel/validation/storable.ts'
import { ReasonField } from '../kernel/validation/text-fields.ts'
import { enqueueMails, type MailTo } from '../notices/mail/enqueue-mail.ts'
import { mailLinkOrigin } from '../notices/mail/mail-settings.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { endRestriction, insertRestriction } from '../settings/rows/restriction-rows.ts'
import { unlinkAndPause } from './revoke-access.ts'
import {
  findPeople,
  findPerson,
  findUserByEmail,
  lockAdmins,
  type PersonRow,
  raiseSessionVersion,
  setUserRole,
  updatePerson,
} from './rows/users.ts'

export type Person = {
  id: string
  email: string
  name: string
  role: 'USER' | 'ADMIN'
  isLocked: boolean
  isConfusable: boolean
  sinceMs: number
  isViewer: boolean
}

const PAGE_SIZE = 50
const MAX_PAGE = 1_000

export async function listPeople(
  ctx: Context,
  { text, page }: { text: string; page: number },
): Promise<{ people: Person[]; nextPage: number | null }> {
  const { userId } = requireAdmin(ctx)
  const at = Number.isInteger(page) && page > 0 && page < MAX_PAGE ? page : 0
  const query = { text: text.trim().slice(0, 100), skip: at * PAGE_SIZE, take: PAGE_SIZE + 1 }
  const rows = await findPeople(ctx.db, query)
  const people = rows.slice(0, PAGE_SIZE).map((row) => toPerson(row, userId))
  return { people, nextPage: rows.length > PAGE_SIZE ? at + 1 : null }
}

export function toPerson({ lockedAt, createdAt, ...row }: PersonRow, viewerId: string): Person {
  return {
    ...row,
    isLocked: lockedAt !== null,
    isConfusable: findConfusion(row.name) !== undefined,
    sinceMs: createdAt.getTime(),
    isViewer: row.id === viewerId,
  }
}

export async function setAdmin(ctx: Context, userId: string, isAdmin: boolean): Promise<void> {
  await changePerson(ctx, userId, async (tx, person) => {
    if (isAdmin && person.lockedAt)
      throw conflict(`${person.name}’s account is suspended. Lift the suspension first.`)
    await updatePerson(tx, person.id, { role: isAdmin ? 'ADMIN' : 'USER' })
    return isAdmin ? 'person.make_admin' : 'person.take_admin'
  })
}

/**
 * Ends sessions, and stops keys, plans and automations; an email gives the reason. Throws INVALID_INPUT without a
 * reason, and as `changePerson`.
 */
export async function suspendPerson(ctx: Context, userId: string, givenReason: unknown): Promise<void> {
  const { reason } = parseFields(z.object({ reason: ReasonField }), { reason: givenReason })
  const viewer = requireAdmin(ctx)
  const created = { createdById: viewer.userId, createdByName: viewer.name }
  await changePerson(ctx, userId, async (tx, { id, email, lockedAt }) => {
    const suspension = { userId: id, kind: 'suspended' as const, reason, subject: email, ...created }
    if (!(await insertRestriction(tx, suspension)) && lockedAt)
      throw conflict('This account is already suspended.')
    await updatePerson(tx, id, { lockedAt: new Date() })
    await raiseSessionVersion(tx, id)
    await enqueueMails(tx, [suspensionMail(email, 'Your account was suspended', reason)])
    return { action: 'person.lock', data: { reason } }
  })
}

/** Emails the person. Throws as `changePerson`. */
export async function unsuspendPerson(ctx: Context, userId: string): Promise<void> {
  await changePerson(ctx, userId, async (tx, { id, email }) => {
    await endRestriction(tx, { userId: id }, { endedAt: new Date(), endReason: null })
    await updatePerson(tx, id, { lockedAt: null })
    await enqueueMails(tx, [suspensionMail(email, 'Your account works again', 'You can sign in again.')])
    return 'person.unlock'
  })
}

/** Sent as email, because a suspended person gets no notices. */
function suspensionMail(email: string, subject: string, text: string): MailTo {
  const content = {
    subject,
    paragraphs: [text],
    action: { label: 'Open the site', href: mailLinkOrigin() + paths.signIn() },
    reason: 'You get this email because an admin changed your account.',
  }
  return { email, kind: 'account.suspended', content: () => content }
}

/**
 * Ends sessions and linked sign-ins and pauses automations, as when the person signs out everywhere. API keys go on:
 * suspending the account stops them too. Throws as `changePerson`.
 */
export async function endSessions(ctx: Context, userId: string): Promise<void> {
  const actor = requireAdmin(ctx)
  await changePerson(ctx, userId, async (tx, { id, name }) => {
    await raiseSessionVersion(tx, id)
    const person = { userId: id, name }
    await unlinkAndPause(tx, { actor, person, cause: 'an admin ended your sessions' })
    return 'person.end_sessions'
  })
}

/**
 * Removes the second factor of a person who has lost it and the recovery codes, and notifies them. Throws CONFLICT if
 * there is none, PRECONDITION_FAILED without a recent re-authentication, and as `changePerson`.
 */
export async function removeSecondFactor(ctx: Context, userId: string): Promise<void> {
  requireAdmin(ctx)
  await requireRecentAuth(ctx)
  await changePerson(ctx, userId, async (tx, person) => {
    if (!(await deleteSecondFactor(tx, person.id))) throw conflict(`${person.name} has no second factor.`)
    await sendNotice(tx, [person.id], {
      kind: 'account.factor_removed',
      title: 'An admin removed your second factor',
      body: 'You sign in without it now. Set up a new one. If you did not ask for this, contact an admin of this site.',
      href: paths.security,
    })
    return 'person.remove_factor'
  })
}

/** Throws UNAUTHENTICATED, POLICY_DENIED, NOT_FOUND, and CONFLICT for the viewer's own account. */
async function changePerson(
  ctx: Context,
  userId: string,
  act: (tx: Tx, person: PersonRow) => Promise<AuditAction | { action: AuditAction; data: JsonObject }>,
): Promise<void> {
  const viewer = requireAdmin(ctx)
  if (userId === viewer.userId) throw conflict('You cannot do this to your own account. Ask another admin.')
  await ctx.db.$transaction(async (tx) => {
    await requireStillAdmin(tx, viewer)
    const person = isStorable(userId) ? await findPerson(tx, userId) : null
    if (!person) throw new AppError('NOT_FOUND')
    const done = await act(tx, person)
    const { id, email } = person
    await recordAudit(tx, {
      ...(typeof done === 'string' ? { action: done } : done),
      ...{ actor: viewer, subjectType: 'person', subjectId: id, subject: email },
    })
  })
}

/** Reads the role again under a lock, because two admins may take each other's rights at the same time. */
async function requireStillAdmin(tx: Tx, { userId }: Viewer): Promise<void> {
  if ((await lockAdmins(tx)).includes(userId)) return
  throw new AppError('POLICY_DENIED', { message: 'Only admins can do this.' })
}

function conflict(message: string): AppError {
  return new AppError('CONFLICT', { message })
}

export async function grantAdminRole(ctx: Context, email: unknown): Promise<void> {
  requireOperator(ctx)
  const person = await findUserByEmail(ctx.db, parseFields(emailField, email))
  if (!person) throw new AppError('NOT_FOUND', { message: 'No account uses this email.' })
  await ctx.db.$transaction(async (tx) => {
    await setUserRole(tx, person.email, 'ADMIN')
    const subject = { subjectType: 'person' as const, subjectId: person.id, subject: person.email }
    await recordAudit(tx, { actor: ctx.viewer, action: 'person.make_admin', ...subject })
  })
}

export function requireOperator(ctx: Context): void {
  // Only lib/protocols/session creates contexts, and "system" only for programs on the server.
  if (ctx.channel !== 'system') requireAdmin(ctx)
}
