/** New accounts get credit if the operator has set an amount. Without it, people request it: `credit-requests.ts`. */

import type { Database } from '../kernel/db/prisma-client.ts'
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
