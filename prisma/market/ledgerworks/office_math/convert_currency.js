export default async function handler({ parameters }) {
  const { amount, from, to, base, rates, decimals } = parameters
  const perBase = new Map([[base, 1], ...rates.map(({ currency, rate }) => [currency, rate])])
  for (const currency of [from, to]) {
    if (!perBase.has(currency)) {
      throw {
        code: 'INVALID_INPUT',
        message: `No rate is given for ${currency}.`,
        recoverable: true,
        suggested_action: `Add ${currency} to the rates.`,
      }
    }
  }
  const rate = perBase.get(to) / perBase.get(from)
  const converted = Number((amount * rate).toFixed(decimals))

  return {
    message: `${amount} ${from} = **${converted} ${to}**`,
    converted,
    currency: to,
    rate: Number(rate.toPrecision(10)),
    inverse_rate: Number((1 / rate).toPrecision(10)),
  }
}
