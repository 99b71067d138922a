/** Money for tests, through the same door as everybody's. */
import { randomUUID } from 'node:crypto'
import { microsOf } from '../contract/money/money.ts'
import { database } from '../db/client.ts'
import { findBalances } from '../db/ledger.ts'
import { receive } from '../ledger/payments.ts'

/** Fills a wallet. */
export async function fund(organisationId: string, amount: string): Promise<void> {
  const payment = { organisationId, amountMicros: microsOf(amount), note: 'For a test' }
  await database().$transaction((tx) =>
    receive(tx, 'grant', { ...payment, reference: `test:${randomUUID()}` }),
  )
}

/** What an organisation has, in micro-USDC. */
export async function moneyOf(organisationId: string) {
  const ids = [`wallet:${organisationId}`, `hold:${organisationId}`, `earnings:${organisationId}`] as const
  const found = await findBalances(database(), ids)
  return {
    wallet: found[`wallet:${organisationId}`] ?? 0n,
    hold: found[`hold:${organisationId}`] ?? 0n,
    earnings: found[`earnings:${organisationId}`] ?? 0n,
  }
}
