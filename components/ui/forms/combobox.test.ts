import { expect, test } from 'vitest'
import { findMatches } from './combobox.tsx'

const options = (...labels: (string | [label: string, hint: string])[]) =>
  labels.map((each) => {
    const [label, hint] = typeof each === 'string' ? [each] : each
    return { key: label, label, ...(hint && { hint }) }
  })

const ZONES = options('America/New_York', 'Asia/Vientiane', 'Europe/Vienna', 'Pacific/Auckland')
const UNITS = options(['Millimetre', 'mm'], ['Mile', 'mi'], ['Millilitre', 'ml'], ['Minute', 'min'])

test.each<[typed: string, among: ReturnType<typeof options>, found: string[]]>([
  ['vien', ZONES, ['Europe/Vienna', 'Asia/Vientiane']],
  ['new york', ZONES, ['America/New_York']],
  ['land', ZONES, ['Pacific/Auckland']],
  ['mi', UNITS, ['Mile', 'Minute', 'Millimetre', 'Millilitre']],
  ['MILE', UNITS, ['Mile']],
  ['zone', UNITS, []],
])(
  'the text “%s” in a picker finds the options whose words it completes best first',
  (typed, among, found) => {
    expect(findMatches(among, typed).map(({ label }) => label)).toEqual(found)
  },
)
