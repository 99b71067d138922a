/** `rotate-keys`: everything that is sealed gets a new master key. */
import { isKeyInEnvironment } from '#lib/config/master-key.ts'
import { type Rotation, rotateKeys } from '#lib/config/rotate-keys.ts'
import { contextForOperator } from '#lib/session/for-operator.ts'
import type { Command } from './command.ts'

export const rotateKeysCommand: Command = {
  summary: 'Put a new master key around all sealed settings, while the site goes on.',
  usage: '',
  options: {},
  words: 0,
  meetsDatabase: true,
  async run() {
    const rotation = await rotateKeys(await contextForOperator('system'))
    const { keyId, kind, rewrapped, damaged } = rotation
    return {
      text: [...damaged.map(damageText), sentenceOf(rotation), whatNext(rotation)].join('\n'),
      json: { key_id: keyId, kind, rewrapped, damaged },
      isBad: damaged.length > 0,
    }
  },
}

function sentenceOf({ kind, rewrapped, keyId }: Rotation): string {
  const all = `${rewrapped} ${rewrapped === 1 ? 'value is' : 'values are'} under the master key ${keyId} now.`
  if (kind === 'fresh') return `A new key was made. ${all}`
  return kind === 'finished'
    ? `The rotation that was begun is finished. ${all}`
    : `Nothing to do: everything is under ${keyId}.`
}

function whatNext({ kind }: Rotation): string {
  if (!isKeyInEnvironment())
    return 'The old key is in master.key.old in the data folder. Backups made until now need it; delete it when there are none.'
  if (kind === 'nothing')
    return 'The key comes from GUILDHALL_MASTER_KEY. To change it: add a new one (openssl rand -base64 32) to GUILDHALL_MASTER_KEY_OLD on every server, then swap the two, then run this again.'
  return 'GUILDHALL_MASTER_KEY_OLD can go now. Backups made until now need the old key.'
}

const damageText = ({ organisationId, skillSetId, key }: Rotation['damaged'][number]) =>
  `“${key}” of organisation ${organisationId} for SkillSet ${skillSetId} was changed from outside and does not open: it has to be set again.`
