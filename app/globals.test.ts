/** Measures the colours of globals.css, so that a prettier shade cannot make a page unreadable. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const css = readFileSync(path.join(import.meta.dirname, 'globals.css'), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name!,
    { light: light!, dark: dark! },
  ]),
)

const SURFACES = ['background', 'card', 'popover', 'muted']
const INKS = ['foreground', 'muted-foreground', 'primary', 'destructive', 'success', 'warning', 'info']

const text: [ink: string, on: string][] = [
  ...INKS.flatMap((ink) => SURFACES.map((on): [string, string] => [ink, on])),
  ...['primary', 'secondary', 'accent', 'destructive', 'card', 'popover'].map((on): [string, string] => [
    `${on}-foreground`,
    on,
  ]),
]
const outlines: [string, string][] = ['input', 'ring'].flatMap((ink) =>
  SURFACES.map((on): [string, string] => [ink, on]),
)

describe.each(['light', 'dark'] as const)('in %s', (mode) => {
  const ratio = (ink: string, on: string) => contrast(tokens.get(ink)![mode], tokens.get(on)![mode])

  test.each(text)('%s can be read on %s (4.5:1)', (ink, on) => {
    expect(ratio(ink, on)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(outlines)('%s can be seen on %s (3:1)', (ink, on) => {
    expect(ratio(ink, on)).toBeGreaterThanOrEqual(3)
  })
})

/** WCAG 2.2, "contrast ratio". */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
