/** What a SkillSet declares and was never seen to use, so that it can ask for less. */
import type { Permissions } from '../../contracts/document/skillset-document.ts'
import { type BehaviourKind, type BehaviourProfile, OTHER } from './behaviour-profile.ts'

export type UnusedPermission = {
  list: 'network' | 'secrets' | 'tools' | 'vault' | 'skills'
  /** As it stands in the list; the key of a secret. */
  value: string
  sentence: string
}

/**
 * Returns what no run of the profile used; nothing for a profile without runs. Examples may not reach everything, so this is a
 * proposal and no fault.
 */
export function findUnusedPermissions(
  { network = [], secrets = [], tools = [], vault = [], skills = [] }: Permissions,
  { runs, lines }: BehaviourProfile,
): UnusedPermission[] {
  if (runs === 0) return []
  const objects = (kind: BehaviourKind) =>
    new Set(lines.filter((line) => line.kind === kind).map(({ object }) => object))
  const hosts = new Set([...objects('request')].map(readHost))
  const sent = [...objects('secret')].map((object) => object.split(' → ')[0])
  const isOpen = (kind: BehaviourKind) => objects(kind).has(OTHER)
  const never = (what: string) => `No run used ${what}.`
  return [
    ...network
      .filter((host) => !hosts.has(host) && !hosts.has(OTHER))
      .map((value) => ({ list: 'network' as const, value, sentence: never(`the host ${value}`) })),
    ...secrets
      // Where a secret goes that the code reads itself cannot be observed.
      .filter(({ key, exposure }) => exposure !== 'raw' && !sent.includes(key))
      .map(({ key }) => ({ list: 'secrets' as const, value: key, sentence: never(`the secret ${key}`) })),
    ...tools
      .filter((name) => !objects('tool').has(name) && !isOpen('tool'))
      .map((value) => ({ list: 'tools' as const, value, sentence: never(`the tool ${value}`) })),
    ...vault
      .filter((entry) => {
        const kind = entry.startsWith('read:') ? 'vault_read' : 'vault_write'
        return !objects(kind).has(entry.replace(/^(read|write):/, '')) && !isOpen(kind)
      })
      .map((value) => ({ list: 'vault' as const, value, sentence: never(`the vault access ${value}`) })),
    ...skills
      .filter((entry) => !objects('skill').has(entry.split('@')[0] ?? '') && !isOpen('skill'))
      .map((value) => ({ list: 'skills' as const, value, sentence: never(`the skill ${value}`) })),
  ]
}

function readHost(object: string): string {
  const place = object.split(' ')[1] ?? ''
  return place.split('/')[0] ?? ''
}

/** Returns the permissions without what is unused; empty lists are left out. */
export function narrowPermissions(
  permissions: Permissions,
  unused: readonly UnusedPermission[],
): Permissions {
  const isUsed = (list: UnusedPermission['list'], value: string) =>
    !unused.some((each) => each.list === list && each.value === value)
  const { network, secrets, tools, vault, skills, ...rest } = permissions
  const kept = {
    network: network?.filter((each) => isUsed('network', each)),
    secrets: secrets?.filter(({ key }) => isUsed('secrets', key)),
    tools: tools?.filter((each) => isUsed('tools', each)),
    vault: vault?.filter((each) => isUsed('vault', each)),
    skills: skills?.filter((each) => isUsed('skills', each)),
  }
  const filled = Object.entries(kept).filter(([, list]) => list !== undefined && list.length > 0)
  return { ...rest, ...Object.fromEntries(filled) }
}
