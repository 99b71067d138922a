import { randomUUID } from 'node:crypto'
import { database } from '../kernel/db/prisma-client.ts'
import { parseMicros } from '../kernel/money.ts'
import { receivePayment } from '../money/payments.ts'
import { findBalances } from '../money/rows/ledger.ts'

export async function fundWallet(organisationId: string, amount: string): Promise<void> {
  const payment = { organisationId, amountMicros: parseMicros(amount), note: 'For a test' }
  await database().$transaction((tx) =>
    receivePayment(tx, 'grant', { ...payment, reference: `test:${randomUUID()}` }),
  )
}

/** Returns amounts in micro-USDC. */
export async function moneyOf(organisationId: string) {
  const ids = [`wallet:${organisationId}`, `hold:${organisationId}`, `earnings:${organisationId}`] as const
  const found = await findBalances(database(), ids)
  return {
    wallet: found[`wallet:${organisationId}`] ?? 0n,
    hold: found[`hold:${organisationId}`] ?? 0n,
    earnings: found[`earnings:${organisationId}`] ?? 0n,
  }
}
