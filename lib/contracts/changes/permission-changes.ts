/** Compares what two versions may access. See docs/spec/contracts.md §6. */

import { isSameJson, type Json } from '../../kernel/json/json.ts'
import { labelOfUse, tokenHostOf } from '../document/secret-use.ts'
import type { SecretPermission, SkillSetDocument } from '../document/skillset-document.ts'
import { type Change, type DocumentRule, documentChange } from './change-rules.ts'

export function permissionChanges(before: SkillSetDocument, after: SkillSetDocument): Change[] {
  const [old, now] = [before.permissions ?? {}, after.permissions ?? {}]
  return [
    ...listChanges(old.network, now.network, { at: 'network', noun: 'host', removal: 'permission-narrowed' }),
    ...listChanges(old.urlParameters, now.urlParameters, {
      at: 'urlParameters',
      noun: 'host of any address in the parameter',
      removal: 'permission-narrowed',
    }),
    ...secretChanges(old.secrets ?? [], now.secrets ?? []),
    ...listChanges(old.tools, now.tools, { at: 'tools', noun: 'tool', removal: 'tool-removed' }),
    ...listChanges(old.vault, now.vault, { at: 'vault', noun: 'vault path', removal: 'permission-narrowed' }),
    ...listChanges(old.skills, now.skills, {
      at: 'skills',
      noun: 'skill to call',
      removal: 'permission-narrowed',
    }),
    ...integrationChanges(
      before.requiredIntegrationProviders ?? [],
      after.requiredIntegrationProviders ?? [],
    ),
  ]
}

function listChanges(
  old: readonly string[] = [],
  now: readonly string[] = [],
  { at, noun, removal }: { at: string; noun: string; removal: DocumentRule },
): Change[] {
  const fresh = now.flatMap((each, index) =>
    old.includes(each)
      ? []
      : [change(`/permissions/${at}/${index}`, `New permission: the ${noun} ${each}.`, 'permission-widened')],
  )
  const gone = old.flatMap((each, index) =>
    now.includes(each)
      ? []
      : [change(`/permissions/${at}/${index}`, `The ${noun} ${each} is no longer used.`, removal)],
  )
  return [...fresh, ...gone]
}

/** A secret that only signed is sent from now on, or the other way round. */
function changesOfUse(pointer: string, old: SecretPermission | undefined, now: SecretPermission): Change[] {
  if (!old || isSameJson((old.use ?? null) as Json, (now.use ?? null) as Json)) return []
  const tokenHost = tokenHostOf(now.use)
  if (tokenHost !== undefined) {
    const sentence = `The secret ${now.key} is now exchanged for tokens at ${tokenHost}, as the declaration says.`
    return [change(`${pointer}/use`, sentence, 'permission-widened')]
  }
  const sentence = now.use
    ? `The secret ${now.key} now signs requests with ${labelOfUse(now.use)}, as the declaration says.`
    : `The secret ${now.key} is now sent; before, it only signed requests.`
  return [change(`${pointer}/use`, sentence, 'permission-widened')]
}

function secretChanges(before: readonly SecretPermission[], after: readonly SecretPermission[]): Change[] {
  const comparedSecrets = after.flatMap((secret, index) => {
    const pointer = `/permissions/secrets/${index}`
    const old = before.find(({ key }) => key === secret.key)
    const isNewlyRaw = secret.exposure === 'raw' && old?.exposure !== 'raw'
    const raw = isNewlyRaw
      ? [change(pointer, `The code can now read the secret ${secret.key} directly.`, 'permission-widened')]
      : []
    const use = changesOfUse(pointer, old, secret)
    if (!old)
      return [
        change(
          pointer,
          `New permission: the secret ${secret.key}, for ${formatHosts(secret)}.`,
          'permission-widened',
        ),
        ...raw,
      ]
    const fresh = secret.hosts.filter((host) => !old.hosts.includes(host))
    const gone = old.hosts.filter((host) => !secret.hosts.includes(host))
    return [
      ...fresh.map((host) =>
        change(pointer, `The secret ${secret.key} is now also sent to ${host}.`, 'permission-widened'),
      ),
      ...gone.map((host) =>
        change(pointer, `The secret ${secret.key} is no longer sent to ${host}.`, 'permission-narrowed'),
      ),
      ...raw,
      ...use,
    ]
  })
  const gone = before.flatMap((secret, index) => {
    if (after.some(({ key }) => key === secret.key)) return []
    return [
      change(
        `/permissions/secrets/${index}`,
        `The secret ${secret.key} is no longer used.`,
        'permission-narrowed',
      ),
    ]
  })
  return [...comparedSecrets, ...gone]
}

function formatHosts({ hosts }: SecretPermission): string {
  return hosts.length > 0 ? hosts.join(', ') : 'no host yet'
}

/** An organisation must set up an integration before a run, so a newly required one stops callers. */
function integrationChanges(old: readonly string[], now: readonly string[]): Change[] {
  const at = '/requiredIntegrationProviders'
  const fresh = now.filter((each) => !old.includes(each))
  const gone = old.filter((each) => !now.includes(each))
  return [
    ...fresh.map((each) => change(at, `The integration ${each} is now required.`, 'integration-changed')),
    ...gone.map((each) => change(at, `The integration ${each} is no longer used.`, 'integration-changed')),
  ]
}

function change(pointer: string, sentence: string, rule: DocumentRule): Change {
  return documentChange('permissions', rule, { pointer, sentence })
}
