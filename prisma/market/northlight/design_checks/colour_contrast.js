// WCAG 2.2, success criteria 1.4.3, 1.4.6 and 1.4.11.
const LIMITS = { normal: { AA: 4.5, AAA: 7 }, large: { AA: 3, AAA: 4.5 }, graphics: { AA: 3, AAA: 3 } }

export default async function handler({ parameters }) {
  const { foreground, background, use } = parameters
  const text = parse(foreground)
  const ground = parse(background)
  const ratio = contrast(text, ground)
  const rounded = Math.floor(ratio * 100) / 100
  const limits = LIMITS[use]
  const level = ratio >= limits.AAA ? 'AAA' : ratio >= limits.AA ? 'AA' : 'fail'
  const suggestion = level === 'fail' ? nearestPassing(text, ground, limits.AA) : undefined
  const verdict = level === 'fail' ? `misses AA (${limits.AA}:1)` : `passes ${level}`

  return {
    message: `**${rounded}:1** ${verdict}.${suggestion ? ` Try \`${suggestion}\` instead.` : ''}`,
    ratio: rounded,
    level,
    ...(suggestion && { suggestion }),
    swatch: swatch(foreground, background),
  }
}

function parse(hex) {
  const digits = hex.slice(1)
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16))
}

function luminance(rgb) {
  const [red, green, blue] = rgb.map((value) => {
    const channel = value / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

// Moves the text towards black or white in small steps, keeping its hue as long as possible.
function nearestPassing(text, ground, limit) {
  const targets = [
    [0, 0, 0],
    [255, 255, 255],
  ].filter((target) => contrast(target, ground) >= limit)
  for (let step = 1; step <= 100; step++) {
    for (const target of targets) {
      const mixed = text.map((value, at) => Math.round(value + ((target[at] - value) * step) / 100))
      if (contrast(mixed, ground) >= limit)
        return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
    }
  }
  return undefined
}

function swatch(foreground, background) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80"><rect width="240" height="80" fill="${background}"/><text x="20" y="52" font-family="sans-serif" font-size="32" fill="${foreground}">Aa Bb 123</text></svg>`
  return `data:image/svg+xml;base64,${btoa(svg)}`
}
