export default async function handler({ parameters }) {
  const { total, people, tip_percent: tipPercent } = parameters
  const withTip = total * (1 + tipPercent / 100)
  const share = Math.round((withTip / people.length) * 100) / 100
  const shares = people.map((person) => ({ person, pays: share }))

  return {
    message: `Everyone pays **${share.toFixed(2)}**.`,
    total_with_tip: Math.round(withTip * 100) / 100,
    shares,
  }
}
