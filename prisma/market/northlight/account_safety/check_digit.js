export default async function handler({ parameters }) {
  const compact = parameters.number.replace(/[\s-]/g, '').toUpperCase()
  const checks = { luhn, iban, isbn13, ean13: isbn13 }
  const shape = {
    luhn: /^\d{2,30}$/,
    iban: /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/,
    isbn13: /^97[89]\d{10}$/,
    ean13: /^\d{13}$/,
  }
  const wellFormed = shape[parameters.kind].test(compact)
  const valid = wellFormed && checks[parameters.kind](compact)
  const reason = !wellFormed
    ? 'it does not have the right form'
    : valid
      ? 'the check digits agree'
      : 'the check digits do not agree'

  return {
    message: valid ? '**Valid**: the check digits agree.' : `**Not valid**: ${reason}.`,
    valid,
    reason,
    compact,
  }
}

function luhn(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

// ISO 13616: the first four signs go to the end, letters become 10–35, and the number leaves 1 when divided by 97.
function iban(text) {
  const moved = text.slice(4) + text.slice(0, 4)
  const digits = [...moved].map((sign) => Number.parseInt(sign, 36)).join('')
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}

function isbn13(digits) {
  return (
    [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10 ===
    0
  )
}
