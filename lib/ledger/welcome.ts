/** A little money for people who try the demo market. Floor 3. Source: specification "Execution", Money, last line. */
import type { Database } from '../db/client.ts'
import { receive } from './payments.ts'

/** Enough to try every paid skill of the demo many times. */
const WELCOME_MICROS = 5_000_000n

/** Fills an organisation's wallet once, whatever is repeated. */
export function giveWelcome(db: Database, organisationId: string): Promise<boolean> {
  return db.$transaction((tx) =>
    receive(tx, 'promotion', {
      organisationId,
      amountMicros: WELCOME_MICROS,
      reference: `welcome:${organisationId}`,
      note: 'Welcome to the demo market',
    }),
  )
}
