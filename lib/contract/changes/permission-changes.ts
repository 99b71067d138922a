/**
 * What changed in what a SkillSet may touch.
 *
 * Ground; also in the browser. Something more to touch is a new consent; a tool or an integration that is
 * gone or swapped is another skill. Source: specification "Contracts" §6.
 */

import type { SecretPermission, SkillSetDocument } from '../document/skillset-document.ts'
import type { Bump } from '../version/version-number.ts'
import type { Change } from './change.ts'

export function permissionChanges(before: SkillSetDocument, after: SkillSetDocument): Change[] {
  const [old, now] = [before.permissions ?? {}, after.permissions ?? {}]
  return [
    ...listChanges(old.network, now.network, { at: 'network', noun: 'host', removal: 'patch' }),
    ...secretChanges(old.secrets ?? [], now.secrets ?? []),
    ...listChanges(old.tools, now.tools, { at: 'tools', noun: 'tool', removal: 'major' }),
    ...listChanges(old.vault, now.vault, { at: 'vault', noun: 'vault path', removal: 'patch' }),
    ...listChanges(old.skills, now.skills, { at: 'skills', noun: 'skill to call', removal: 'patch' }),
    ...integrationChanges(
      before.requiredIntegrationProviders ?? [],
      after.requiredIntegrationProviders ?? [],
    ),
  ]
}

function listChanges(
  old: readonly string[] = [],
  now: readonly string[] = [],
  { at, noun, removal }: { at: string; noun: string; removal: Bump },
): Change[] {
  const fresh = now.flatMap((each, index) =>
    old.includes(each)
      ? []
      : [change(`/permissions/${at}/${index}`, `New permission: the ${noun} ${each}.`, 'minor')],
  )
  const gone = old.flatMap((each, index) =>
    now.includes(each)
      ? []
      : [change(`/permissions/${at}/${index}`, `The ${noun} ${each} is no longer used.`, removal)],
  )
  return [...fresh, ...gone]
}

function secretChanges(before: readonly SecretPermission[], after: readonly SecretPermission[]): Change[] {
  const kept = after.flatMap((secret, index) => {
    const pointer = `/permissions/secrets/${index}`
    const old = before.find(({ key }) => key === secret.key)
    const isNewlyRaw = secret.exposure === 'raw' && old?.exposure !== 'raw'
    const raw = isNewlyRaw
      ? [change(pointer, `The code sees the secret ${secret.key} itself now.`, 'minor')]
      : []
    if (!old)
      return [
        change(pointer, `New permission: the secret ${secret.key}, for ${hostsOf(secret)}.`, 'minor'),
        ...raw,
      ]
    const fresh = secret.hosts.filter((host) => !old.hosts.includes(host))
    const gone = old.hosts.filter((host) => !secret.hosts.includes(host))
    return [
      ...fresh.map((host) => change(pointer, `The secret ${secret.key} goes to ${host} as well.`, 'minor')),
      ...gone.map((host) => change(pointer, `The secret ${secret.key} no longer goes to ${host}.`, 'patch')),
      ...raw,
    ]
  })
  const gone = before.flatMap((secret, index) => {
    if (after.some(({ key }) => key === secret.key)) return []
    return [change(`/permissions/secrets/${index}`, `The secret ${secret.key} is no longer used.`, 'patch')]
  })
  return [...kept, ...gone]
}

function hostsOf({ hosts }: SecretPermission): string {
  return hosts.length > 0 ? hosts.join(', ') : 'no host yet'
}

/** An integration has to be set up before anything runs: more of them stops callers as surely as fewer. */
function integrationChanges(old: readonly string[], now: readonly string[]): Change[] {
  const at = '/requiredIntegrationProviders'
  const fresh = now.filter((each) => !old.includes(each))
  const gone = old.filter((each) => !now.includes(each))
  return [
    ...fresh.map((each) => change(at, `The integration ${each} is required now.`, 'major')),
    ...gone.map((each) => change(at, `The integration ${each} is no longer used.`, 'major')),
  ]
}

function change(pointer: string, sentence: string, bump: Bump): Change {
  return { pointer, area: 'permissions', sentence, bump, breaking: bump === 'major' }
}
