/** New accounts get credit if the operator has set an amount. Without it, people request credit from the admins. */

import { listAdminIds } from '../accounts/rows/users.ts'
import { type Context, requireViewer } from '../context/context.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { paths } from '../kernel/site/paths.ts'
import { sendNoticeOnce } from '../notices/send-notice.ts'
import { findPersonalOrganisation } from '../organisations/rows/organisations.ts'
import { readSetting } from '../settings/read-settings.ts'
import { receivePayment } from './payments.ts'

/**
 * Credits the person's own organisation once, with what the operator has set unless `amount` is given. Returns false if
 * nothing was credited.
 */
export async function grantWelcomeCredit(db: Database, userId: string, amount?: bigint): Promise<boolean> {
  const amountMicros = amount ?? (await readSetting(db, 'welcomeCredit'))
  const organisation = amountMicros > 0n ? await findPersonalOrganisation(db, userId) : null
  if (!organisation) return false
  const { id: organisationId } = organisation
  const payment = { organisationId, amountMicros, note: 'Welcome credit' }
  return db.$transaction((tx) =>
    receivePayment(tx, 'promotion', { ...payment, reference: `welcome:${organisationId}` }),
  )
}

/**
 * Asks the admins for credit, once a day per organisation. Throws UNAUTHENTICATED, and CONFLICT if it was requested
 * today.
 */
export async function requestCredit(ctx: Context): Promise<void> {
  const { organisationId, organisationName, name, email } = requireViewer(ctx)
  let isSent = false
  await ctx.db.$transaction((tx) =>
    sendNoticeOnce(
      tx,
      { key: `credit.requested:${organisationId}`, days: 1 },
      async () => {
        isSent = true
        return listAdminIds(tx)
      },
      {
        kind: 'credit.requested',
        title: `${name} asks for credit`,
        body: `For ${organisationName}, ${email}.`,
        href: `${paths.money}?${new URLSearchParams({ q: email })}`,
      },
    ),
  )
  if (!isSent) {
    throw new AppError('CONFLICT', {
      message: 'Credit was already requested today.',
      suggestedAction: 'You are notified once an admin has granted it.',
    })
  }
}
