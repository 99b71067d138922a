/** What tools changed, put together. Floor 0, pure. */
import type { Effects } from './tool-result.ts'

/** Each path once; what is absent is empty. */
export function mergeEffects(before: Effects | undefined, more: Effects): Effects {
  const both = <Key extends keyof Effects>(key: Key) => {
    const seen = new Map(
      [...(before?.[key] ?? []), ...(more[key] ?? [])].map((each) => [JSON.stringify(each), each]),
    )
    return seen.size > 0 ? { [key]: [...seen.values()] } : {}
  }
  return { ...both('created'), ...both('modified'), ...both('deleted'), ...both('renamed') }
}

const FEW = 3

/** "Created Notes/A.md. Moved B.md to C.md.", of a dry run "Would create …"; empty when nothing changed. */
export function effectWords(
  { created, modified, deleted, renamed }: Effects,
  { isDryRun = false } = {},
): string {
  const moves = renamed?.map(({ from, to }) => `${from} to ${to}`)
  return [
    sentence(isDryRun ? 'Would create' : 'Created', created),
    sentence(isDryRun ? 'Would change' : 'Changed', modified),
    sentence(isDryRun ? 'Would delete' : 'Deleted', deleted),
    sentence(isDryRun ? 'Would move' : 'Moved', moves),
  ]
    .filter(Boolean)
    .join(' ')
}

function sentence(verb: string, what: readonly string[] = []): string {
  if (what.length === 0) return ''
  const more = what.length > FEW ? ` and ${what.length - FEW} more` : ''
  return `${verb} ${what.slice(0, FEW).join(', ')}${more}.`
}
