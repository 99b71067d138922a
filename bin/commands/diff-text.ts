/** What `contract diff` says to people: changes by area, what breaks first, and whether the number is large enough. */
import { styleText } from 'node:util'
import type { Change, Changes } from '#lib/contract/changes/changes.ts'
import { witnessText } from '#lib/contract/changes/witness-text.ts'
import { BUMPS } from '#lib/contract/version/version-number.ts'

export type NumberVerdict = {
  from: string
  to: string
  /** The smallest number that would do; null when the new one does. */
  needs: string | null
}

// biome-ignore format: a table reads in rows
const AREAS: Record<Change['area'], string> = {
  schema: 'Inputs and outputs', skills: 'Skills', permissions: 'Permissions', config: 'Configuration', code: 'Code', text: 'Words',
}

type Format = Parameters<typeof styleText>[0]

/** In colour where somebody can see it: not into a file, and not when NO_COLOR says so. */
function paint(format: Format, text: string): string {
  return styleText(format, text, { stream: process.stdout })
}

export function diffText({ changes, bump }: Changes, { from, to, needs }: NumberVerdict): string {
  if (changes.length === 0) return 'Nothing changed.'
  const groups = Object.entries(AREAS).flatMap(([area, title]) => {
    const own = changes.filter((each) => each.area === area).toSorted(byWeight)
    return own.length > 0 ? [paint('bold', title), ...own.flatMap(linesOf), ''] : []
  })
  const step = `${from} → ${to}`
  const verdict =
    needs === null
      ? paint('green', `${step} is enough for a ${bump} change.`)
      : paint('red', `${step} is too small: this is a ${bump} change and needs at least ${needs}.`)
  return [...groups, verdict].join('\n')
}

function byWeight(a: Change, b: Change): number {
  return Number(b.breaking) - Number(a.breaking) || BUMPS.indexOf(b.bump) - BUMPS.indexOf(a.bump)
}

const COLOURS = { major: 'red', minor: 'yellow', patch: 'gray', none: 'gray' } as const

function linesOf(change: Change): string[] {
  const weight = paint(COLOURS[change.bump], change.bump.padEnd(5))
  const breaking = change.breaking ? paint('red', ' breaking') : ''
  const shown = witnessText(change)
  return [
    `  ${weight} ${change.sentence}${breaking}`,
    ...(shown ? [paint('gray', `        e.g. ${shown.value} ${shown.says}`)] : []),
  ]
}
