// Money is counted in whole cents, so that 0.1 + 0.2 is 0.3.
export default async function handler({ parameters }) {
  const { lines, currency, discount_percent: discountPercent, prices_include_tax: inclusive } = parameters
  const priced = lines.map((line) => priceLine(line, discountPercent, inclusive))
  const net = sum(priced, 'net')
  const tax = sum(priced, 'tax')
  const show = (cents) => new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100)

  return {
    message: `**${show(net + tax)}** to pay: ${show(net)} and ${show(tax)} tax.`,
    currency,
    net: net / 100,
    tax: tax / 100,
    total: (net + tax) / 100,
    lines: priced.map((line) => ({
      description: line.description,
      net: line.net / 100,
      tax: line.tax / 100,
      total: (line.net + line.tax) / 100,
    })),
    tax_by_rate: [...new Set(priced.map((line) => line.rate))]
      .sort((a, b) => a - b)
      .map((rate) => {
        const same = priced.filter((line) => line.rate === rate)
        return { rate, net: sum(same, 'net') / 100, tax: sum(same, 'tax') / 100 }
      }),
  }
}

function priceLine(line, discountPercent, inclusive) {
  const gross = roundHalfUp(line.unit_price * 100 * line.quantity)
  const charged = gross - roundHalfUp((gross * discountPercent) / 100)
  const rate = line.tax_percent
  if (inclusive) {
    const net = roundHalfUp((charged * 100) / (100 + rate))
    return { description: line.description, rate, net, tax: charged - net }
  }
  return { description: line.description, rate, net: charged, tax: roundHalfUp((charged * rate) / 100) }
}

// The small nudge undoes binary fractions: 1.005 × 100 is 100.49999999999999.
function roundHalfUp(value) {
  return Math.round(value + Number.EPSILON * Math.abs(value) * 4)
}

function sum(lines, key) {
  return lines.reduce((total, line) => total + line[key], 0)
}
