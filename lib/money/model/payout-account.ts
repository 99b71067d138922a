/** Where earnings are paid to: an IBAN, a wallet with its network, or an account that is described in words. */

const LOOKS_LIKE_IBAN = /^[A-Z]{2}\d{2}/i
/** ISO 13616: the shortest that is in use is Norway's, with 15 characters. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/
const E_MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const HEX_ADDRESS = /\b0x[\da-z]*/i

/** Returns what is wrong with the account, as a sentence; undefined if a payment could reach it. */
export function payoutAccountError(text: string): string | undefined {
  const account = text.trim().replace(/^iban:?\s*/i, '')
  if (account.length < 4) return 'Enter where to pay to, such as an IBAN.'
  const compact = account.replaceAll(/[\s.-]/g, '').toUpperCase()
  if (LOOKS_LIKE_IBAN.test(account) && compact.length <= 34) {
    if (isIban(compact)) return undefined
    return 'This is no valid IBAN: its check digits or its length do not fit. Compare it with your bank statement.'
  }
  const [address] = HEX_ADDRESS.exec(account) ?? []
  if (address !== undefined && !/^0x[\da-f]{40}$/i.test(address))
    return 'An address that starts with 0x has 40 hexadecimal digits after it. Copy it from your wallet again.'
  if (/\s/.test(account) || E_MAIL.test(account)) return undefined
  return 'Enter the network or the bank too, such as “Base 0x52…” or “Account 1234 at First Bank”. An IBAN stands alone.'
}

/** Checks the two check digits of ISO 13616 by ISO 7064, MOD 97-10. Takes an IBAN in upper case without spaces. */
function isIban(compact: string): boolean {
  if (!IBAN.test(compact)) return false
  const turned = compact.slice(4) + compact.slice(0, 4)
  const digits = [...turned].map((character) => Number.parseInt(character, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
