import { expect, test } from 'vitest'
import { payoutAccountError } from './payout-account.ts'

const WALLET = `0x${'5a'.repeat(20)}`

test.each([
  'GB29 NWBK 6016 1331 9268 19',
  'gb29nwbk60161331926819',
  'IBAN: AT61 1904 3002 3457 3201',
  'NO93 8601 1117 947',
  `Base ${WALLET}`,
  `USDC on Ethereum: ${WALLET}`,
  'ada@example.com',
  'Routing number 021000021, account 123456789',
])('earnings can be paid to “%s”', (text) => {
  expect(payoutAccountError(text)).toBeUndefined()
})

test.each([
  ['AT00 1234', 'no valid IBAN'],
  ['GB29 NWBK 6016 1331 9268 18', 'no valid IBAN'],
  ['AT61 1904 3002 3457', 'no valid IBAN'],
  [WALLET, 'network'],
  ['Base 0x1234', '40 hexadecimal digits'],
  ['123456789', 'bank'],
  ['', 'Enter where to pay to'],
])('“%s” is refused as a place to pay earnings to', (text, message) => {
  expect(payoutAccountError(text)).toContain(message)
})
